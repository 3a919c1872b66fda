# Makefile fragment of tests/.

# The direction of includes.
dist_check_SCRIPTS += tests/lint/includes.sh
TESTS += tests/lint/includes.sh

# The pure guest modules, compiled as for the tool and linked with nothing at all.
check_PROGRAMS += tests/nolibc/proof
TESTS += tests/nolibc/proof
tests_nolibc_proof_SOURCES = tests/nolibc/proof.c $(GUEST_SOURCES)
tests_nolibc_proof_CPPFLAGS = -I$(top_srcdir)
tests_nolibc_proof_CFLAGS = $(TOOL_CFLAGS)
tests_nolibc_proof_LDFLAGS = -static -no-pie -nostdlib -nostartfiles
tests_nolibc_proof_LDADD =

# Guest programs run under the checker. The runner works in the build tree: tests/guest/{bin,work,cache}.
dist_check_SCRIPTS += tests/guest/run
EXTRA_DIST += tests/support/guest.py

check-guest:
	$(srcdir)/tests/guest/run --build-dir .

clean-guest:
	rm -rf tests/guest/bin tests/guest/work tests/guest/cache

# All guest programs are one test each and need no line of their own here.
dist-guest:
	$(MKDIR_P) $(distdir)/tests/guest
	cp -p $(srcdir)/tests/guest/*.* $(distdir)/tests/guest

clean-local: clean-guest
dist-hook: dist-guest
.PHONY: check-guest clean-guest dist-guest
