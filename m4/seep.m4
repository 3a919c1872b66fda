# SPDX-License-Identifier: GPL-2.0-or-later
# SEEP_CHECK: `make check-seep` runs `make check` under Seep and fails when that loses memory or has errors.
#
#   configure.ac   SEEP_CHECK
#   Makefile.am    @SEEP_CHECK_RULES@
#
# In a Makefile.am, or on the command line of make:
#   SEEP_FLAGS         options of seep suite (--suppressions=FILE, --skip=GLOB ...)
#   SEEP_GATE_FLAGS    options of seep gate: what may pass (--possibly-lost=any), a baseline
#   SEEP_RUN           the run directory (default: seep-run)
# The tree that counts as the project's own is the directory where make is called. configure takes SEEP=PATH and --disable-seep;
# without Seep `make check-seep` says what is missing and fails.
#serial 1
AC_DEFUN([SEEP_CHECK], [
  AC_ARG_VAR([SEEP], [the command seep])
  AC_ARG_ENABLE([seep], [AS_HELP_STRING([--disable-seep], [no rules for checks under Seep])], [], [enable_seep=yes])
  AS_IF([test "x$enable_seep" != xno], [AC_PATH_PROG([SEEP], [seep])])
  SEEP_CHECK_RULES='
SEEP_RUN ?= seep-run

check-seep:
	@test -n "$(SEEP)" || { echo "check-seep: there is no seep; install it and configure again" >&2; exit 1; }
	rm -rf "$(SEEP_RUN)"
	$(SEEP) suite --record="$(SEEP_RUN)" $(SEEP_FLAGS) -- $(MAKE) $(AM_MAKEFLAGS) check
	$(SEEP) gate $(SEEP_GATE_FLAGS) "$(SEEP_RUN)"

clean-am: clean-seep
clean-seep:
	rm -rf "$(SEEP_RUN)"

.PHONY: check-seep clean-seep
'
  AC_SUBST([SEEP_CHECK_RULES])
  m4_ifdef([_AM_SUBST_NOTMAKE], [_AM_SUBST_NOTMAKE([SEEP_CHECK_RULES])])
])
