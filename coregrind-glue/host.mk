# coregrind-glue/, the host's part: the command seep and its reporter.
# The launcher and the reporter; what they are made of is in the host's library, so that tests reach it.
libseep_a_SOURCES += \
  coregrind-glue/cache_command.c coregrind-glue/cache_command.h \
  coregrind-glue/snapshot_command.c coregrind-glue/snapshot_command.h \
  coregrind-glue/launch.c coregrind-glue/launch.h \
  coregrind-glue/output.c coregrind-glue/output.h \
  coregrind-glue/process_state.c coregrind-glue/process_state.h \
  coregrind-glue/program_check.c coregrind-glue/program_check.h \
  coregrind-glue/sanitizers.c coregrind-glue/sanitizers.h coregrind-glue/sanitizers.def \
  coregrind-glue/sanitizer_libraries.c \
  coregrind-glue/reporter.c coregrind-glue/reporter.h \
  coregrind-glue/server.c coregrind-glue/server.h coregrind-glue/server_socket.c \
  coregrind-glue/set_up.c coregrind-glue/set_up.h \
  coregrind-glue/fail_each.c coregrind-glue/fail_each.h \
  coregrind-glue/sources.c coregrind-glue/sources.h \
  coregrind-glue/other_tool.c coregrind-glue/other_tool.h \
  coregrind-glue/suite_call.c coregrind-glue/suite_call.h \
  coregrind-glue/suite_line.c coregrind-glue/suite_rules.c coregrind-glue/suite_setup.c \
  coregrind-glue/suite_canary.c coregrind-glue/canary.h \
  coregrind-glue/suite_child.c coregrind-glue/suite_child.h \
  coregrind-glue/suite_command.c coregrind-glue/suite_command.h \
  coregrind-glue/suite_files.c coregrind-glue/suite_files.h \
  coregrind-glue/suite_listener.c coregrind-glue/suite_listener.h \
  coregrind-glue/suite_native.c \
  coregrind-glue/suite_names.c coregrind-glue/suite_names.h \
  coregrind-glue/suite_options.c \
  coregrind-glue/suite_parallel.c coregrind-glue/suite_parallel.h coregrind-glue/suite_parallel.def \
  coregrind-glue/suite_private.h \
  coregrind-glue/suite_progress.c coregrind-glue/suite_progress.h

bin_PROGRAMS += seep
seep_SOURCES = coregrind-glue/launcher.c coregrind-glue/subcommands.def
seep_CPPFLAGS = $(HOST_CPPFLAGS)
seep_CFLAGS = $(HOST_CFLAGS)
seep_LDFLAGS = $(HOST_LINKFLAGS)
seep_LDADD = libseep.a libguest.a $(HOST_LIBS)

# By this name it has Memcheck's defaults.
noinst_DATA += seep-valgrind
CLEANFILES += seep-valgrind
seep-valgrind:
	$(AM_V_GEN)$(LN_S) -f seep$(EXEEXT) $@

install-exec-hook: install-seep-valgrind
install-seep-valgrind: install-binPROGRAMS
	cd $(DESTDIR)$(bindir) && $(LN_S) -f seep$(EXEEXT) seep-valgrind

uninstall-hook: uninstall-seep-valgrind
uninstall-seep-valgrind:
	rm -f $(DESTDIR)$(bindir)/seep-valgrind

.PHONY: install-seep-valgrind uninstall-seep-valgrind

# For projects that are checked: an aclocal macro and a CMake package (docs/integrations.md).
aclocaldir = $(datadir)/aclocal
dist_aclocal_DATA = m4/seep.m4
cmakedir = $(datadir)/cmake/Seep
dist_cmake_DATA = cmake/SeepConfig.cmake

UNIT_TESTS += tests/unit/glue_launch_test
tests_unit_glue_launch_test_SOURCES = tests/unit/glue_launch_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/glue_output_test
tests_unit_glue_output_test_SOURCES = tests/unit/glue_output_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/glue_program_check_test
tests_unit_glue_program_check_test_SOURCES = tests/unit/glue_program_check_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/glue_server_test
tests_unit_glue_server_test_SOURCES = tests/unit/glue_server_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/glue_sources_test
tests_unit_glue_sources_test_SOURCES = tests/unit/glue_sources_test.c tests/unit/unit.h


UNIT_TESTS += tests/unit/preload_test
tests_unit_preload_test_SOURCES = tests/unit/preload_test.c tests/unit/unit.h
tests_unit_preload_test_CPPFLAGS = $(UNIT_CPPFLAGS) -isystem $(VALGRIND_INCLUDES)

UNIT_TESTS += tests/unit/guarded_test
tests_unit_guarded_test_SOURCES = tests/unit/guarded_test.c tests/unit/unit.h coregrind-glue/guarded.c

UNIT_TESTS += tests/unit/suite_rules_test
tests_unit_suite_rules_test_SOURCES = tests/unit/suite_rules_test.c tests/unit/unit.h \
  coregrind-glue/suite_test_names.c

UNIT_TESTS += tests/unit/suite_limits_test
tests_unit_suite_limits_test_SOURCES = tests/unit/suite_limits_test.c tests/unit/unit.h coregrind-glue/suite_limits.c

UNIT_TESTS += tests/unit/suite_line_test
tests_unit_suite_line_test_SOURCES = tests/unit/suite_line_test.c tests/unit/unit.h
