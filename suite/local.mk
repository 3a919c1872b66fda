# suite/: `seep suite`, and the library that it preloads into the programs of a suite.
libseep_a_SOURCES += suite/suite_call.c suite/suite_call.h suite/suite_canary.c suite/canary.h suite/suite_child.c \
  suite/suite_child.h suite/suite_command.c suite/suite_command.h suite/suite_files.c suite/suite_files.h \
  suite/suite_listener.c suite/suite_listener.h suite/suite_log_server.c suite/suite_log_server.h suite/suite_native.c suite/suite_runner_names.c \
  suite/suite_runner_names.h suite/suite_options.c suite/suite_parallel.c suite/suite_parallel.h \
  suite/suite_parallel.def suite/suite_private.h suite/suite_shard.c suite/suite_shard.h suite/suite_progress.c suite/suite_progress.h
libseep_a_SOURCES += suite/preload/suite_events.c suite/preload/suite_line.c suite/preload/suite_log_client.c \
  suite/preload/suite_rules.c suite/preload/suite_setup.c

# The preload library of `seep suite`. It begins before the C library is ready and must not need it, so it names none; what it
# stands in front of is found when it is loaded.
SUITE_PRELOAD = libexec/seep/seep-suite-amd64-linux.so
SUITE_CODE = \
  suite/preload/suite_preload.c suite/preload/suite_exec.c suite/preload/suite_events.c suite/preload/suite_line.c \
  suite/preload/suite_log.c suite/preload/suite_log_client.c suite/preload/suite_rules.c suite/preload/suite_limits.c suite/preload/suite_limit_files.c \
  suite/preload/suite_end.c suite/preload/suite_setup.c suite/preload/suite_target.c suite/preload/suite_test_names.c
SUITE_INCLUDED = suite/preload/suite_preload.h suite/preload/suite_events.h suite/preload/suite_line.h \
  suite/preload/suite_log_client.h \
  suite/preload/suite_rules.h suite/preload/suite_setup.h suite/preload/suite_setup.def base/freestanding/unsafe_characters.def base/freestanding/sanitizers.def \
  suite/preload/suite_target.h suite/preload/suite_test_names.h suite/preload/suite_test_names.def \
  suite/preload/suite_text.h base/freestanding/raw_syscalls.h base/freestanding/program_name.h \
  base/freestanding/descriptors.h base/freestanding/file_limit.h base/freestanding/standard_input.h suite/preload/suite_limits.h suite/preload/suite_limits.def
SUITE_CFLAGS = $(FREESTANDING_CFLAGS) -fPIC -fvisibility=hidden
EXTRA_DIST += $(SUITE_CODE) $(SUITE_INCLUDED)
LINK_SUITE = $(CC) -D_GNU_SOURCE $(TOOL_CPPFLAGS) $(SUITE_CFLAGS) \
  -shared -nodefaultlibs -nostdlib -Wl,-z,initfirst,-z,now,-z,noexecstack \
  -Wl,-soname,seep-suite-amd64-linux.so.0 $(SUITE_CODE:%=$(srcdir)/%)
$(SUITE_PRELOAD): $(SUITE_CODE) $(SUITE_INCLUDED)
	$(AM_V_GEN)$(MKDIR_P) libexec/seep && $(LINK_SUITE) -o $@

# A program with a known leak, for `seep suite --canary`.
pkglibexec_PROGRAMS += libexec/seep/seep-canary
libexec_seep_seep_canary_SOURCES = suite/canary.c suite/canary.h
libexec_seep_seep_canary_CPPFLAGS = -I$(top_srcdir)
libexec_seep_seep_canary_CFLAGS = -std=gnu11 -g -O0 $(WARN_CFLAGS)
libexec_seep_seep_canary_LDFLAGS =
libexec_seep_seep_canary_LDADD =

seeplibexec_DATA += $(SUITE_PRELOAD)
CLEANFILES += $(SUITE_PRELOAD)

UNIT_TESTS += tests/unit/suite/suite_rules_test
tests_unit_suite_suite_rules_test_SOURCES = tests/unit/suite/suite_rules_test.c tests/unit/unit.h \
  suite/preload/suite_test_names.c

UNIT_TESTS += tests/unit/suite/suite_limits_test
tests_unit_suite_suite_limits_test_SOURCES = tests/unit/suite/suite_limits_test.c tests/unit/unit.h \
  suite/preload/suite_limits.c

UNIT_TESTS += tests/unit/suite/suite_line_test
tests_unit_suite_suite_line_test_SOURCES = tests/unit/suite/suite_line_test.c tests/unit/unit.h
