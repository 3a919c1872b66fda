# host/suite/: `seep suite`, and the library that it preloads into the programs of a suite.
libseep_a_SOURCES += host/suite/suite_call.c host/suite/suite_call.h host/suite/suite_canary.c host/suite/canary.h \
  host/suite/suite_child.c host/suite/suite_child.h host/suite/command_suite.c \
  host/suite/suite_files.c host/suite/suite_files.h host/suite/suite_listener.c host/suite/suite_listener.h \
  host/suite/suite_log_server.c host/suite/suite_log_server.h host/suite/suite_native.c \
  host/suite/suite_runner_names.c host/suite/suite_runner_names.h host/suite/suite_options.c \
  host/suite/suite_parallel.c host/suite/suite_parallel.h host/suite/suite_parallel.def host/suite/suite_private.h \
  host/suite/suite_shard.c host/suite/suite_shard.h \
  host/suite/full_checks.c host/suite/full_checks.h host/suite/full_checks_write.c host/suite/full_images.c \
  host/suite/full_images.h host/suite/full_results.c host/suite/full_results.h host/suite/suite_full_state.c \
  host/suite/suite_full_state.h host/suite/suite_share.c host/suite/suite_share.h host/suite/suite_progress.c \
  host/suite/suite_progress.h
libseep_a_SOURCES += host/suite/preload/suite_events.c host/suite/preload/suite_line.c \
  host/suite/preload/suite_log_client.c host/suite/preload/suite_rules.c host/suite/preload/suite_setup.c \
  host/suite/preload/file_identity.c host/suite/preload/full_state.c

# The preload library of `seep suite`. It begins before the C library is ready and must not need it, so it names none;
# what it stands in front of is found when it is loaded.
SUITE_PRELOAD = libexec/seep/seep-suite-amd64-linux.so
SUITE_CODE = host/suite/preload/suite_preload.c host/suite/preload/suite_exec.c host/suite/preload/suite_events.c \
  host/suite/preload/suite_line.c host/suite/preload/suite_log.c host/suite/preload/suite_log_client.c \
  host/suite/preload/suite_rules.c host/suite/preload/suite_limits.c host/suite/preload/suite_limit_files.c \
  host/suite/preload/suite_end.c host/suite/preload/suite_setup.c host/suite/preload/suite_target.c \
  host/suite/preload/suite_test_names.c host/suite/preload/suite_become.c host/suite/preload/suite_full.c \
  host/suite/preload/suite_changed.c host/suite/preload/file_identity.c host/suite/preload/full_state.c \
  shared/base/program_file.c shared/base/mix.c
SUITE_INCLUDED = host/suite/preload/suite_preload.h host/suite/preload/suite_events.h host/suite/preload/suite_line.h \
  host/suite/preload/suite_log_client.h host/suite/preload/suite_rules.h host/suite/preload/suite_setup.h \
  host/suite/preload/suite_setup.def shared/base/unsafe_characters.def shared/base/sanitizers.def \
  host/suite/preload/suite_target.h host/suite/preload/suite_test_names.h host/suite/preload/suite_test_names.def \
  shared/base/plain_strings.h shared/base/raw_syscalls.h shared/base/program_name.h shared/base/descriptors.h \
  shared/base/file_limit.h shared/base/standard_input.h host/suite/preload/suite_limits.h \
  host/suite/preload/suite_limits.def host/suite/preload/suite_become.h host/suite/preload/suite_full.h \
  shared/base/native_variable.h shared/base/program_file.h shared/base/mix.h host/suite/preload/suite_changed.h \
  host/suite/preload/file_identity.h host/suite/preload/full_state.h
SUITE_CFLAGS = $(FREESTANDING_CFLAGS) -fPIC -fvisibility=hidden
EXTRA_DIST += $(SUITE_CODE) $(SUITE_INCLUDED)
LINK_SUITE = $(CC) -D_GNU_SOURCE $(TOOL_CPPFLAGS) $(SUITE_CFLAGS) \
  -shared -nodefaultlibs -nostdlib -Wl,-z,initfirst,-z,now,-z,noexecstack \
  -Wl,-soname,seep-suite-amd64-linux.so.0 $(SUITE_CODE:%=$(srcdir)/%)
$(SUITE_PRELOAD): $(SUITE_CODE) $(SUITE_INCLUDED)
	$(AM_V_GEN)$(MKDIR_P) libexec/seep && $(LINK_SUITE) -o $@

# A program with a known leak, for `seep suite --canary`.
pkglibexec_PROGRAMS += libexec/seep/seep-canary
libexec_seep_seep_canary_SOURCES = host/suite/canary.c host/suite/canary.h
libexec_seep_seep_canary_CPPFLAGS = -I$(top_srcdir)
libexec_seep_seep_canary_CFLAGS = -std=gnu11 -g -O0 $(WARN_CFLAGS)
libexec_seep_seep_canary_LDFLAGS =
libexec_seep_seep_canary_LDADD =

seeplibexec_DATA += $(SUITE_PRELOAD)
CLEANFILES += $(SUITE_PRELOAD)

UNIT_TESTS += tests/unit/host/suite/suite_rules_test
tests_unit_host_suite_suite_rules_test_SOURCES = tests/unit/host/suite/suite_rules_test.c tests/unit/unit.h \
  host/suite/preload/suite_test_names.c

UNIT_TESTS += tests/unit/host/suite/suite_full_test
tests_unit_host_suite_suite_full_test_SOURCES = tests/unit/host/suite/suite_full_test.c tests/unit/unit.h \
  host/suite/preload/suite_full.c

UNIT_TESTS += tests/unit/host/suite/suite_limits_test
tests_unit_host_suite_suite_limits_test_SOURCES = tests/unit/host/suite/suite_limits_test.c tests/unit/unit.h \
  host/suite/preload/suite_limits.c

UNIT_TESTS += tests/unit/host/suite/suite_line_test
tests_unit_host_suite_suite_line_test_SOURCES = tests/unit/host/suite/suite_line_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/host/suite/full_checks_test
tests_unit_host_suite_full_checks_test_SOURCES = tests/unit/host/suite/full_checks_test.c tests/unit/unit.h

# How to run it: tests/fuzz/fuzz_full_state_seeds SEEDS && mkdir CORPUS &&
#   tests/fuzz/fuzz_full_state -max_total_time=600 -max_len=2000 CORPUS SEEDS
FUZZ_TARGETS += tests/fuzz/fuzz_full_state
EXTRA_DIST += tests/fuzz/fuzz_full_state_seeds
