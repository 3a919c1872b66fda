# launcher/: the command seep, and what becomes of its command line before a program runs.
libseep_a_SOURCES += base/freestanding/sanitizers.def
libseep_a_SOURCES += launcher/prepare/tool_arguments.c launcher/prepare/tool_arguments.h \
  launcher/prepare/program_check.c launcher/prepare/program_check.h launcher/prepare/sanitizers.c \
  launcher/prepare/sanitizers.h launcher/prepare/sanitizer_libraries.c launcher/prepare/set_up.c \
  launcher/prepare/set_up.h launcher/prepare/option_sources.c launcher/prepare/option_sources.h \
  launcher/prepare/other_tool.c launcher/prepare/other_tool.h \
  launcher/prepare/system_check.c launcher/prepare/system_check.h launcher/prepare/needed_syscalls.def \
  launcher/prepare/system_ways.c launcher/prepare/system_ways.h launcher/prepare/standard_input.c \
  launcher/prepare/standard_input.h
libseep_a_SOURCES += launcher/cache_command.c launcher/cache_command.h launcher/snapshot_command.c \
  launcher/snapshot_command.h launcher/fail_each.c launcher/fail_each.h launcher/gdb_command.c launcher/gdb_command.h \
  launcher/explain_command.c launcher/explain_command.h

bin_PROGRAMS += seep
seep_SOURCES = launcher/launcher.c launcher/subcommands.def
seep_CPPFLAGS = $(HOST_CPPFLAGS)
seep_CFLAGS = $(HOST_CFLAGS)
seep_LDFLAGS = $(HOST_LINKFLAGS) $(LIBRARIES_FIRST)
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
nodist_cmake_DATA = cmake/SeepConfigVersion.cmake

UNIT_TESTS += tests/unit/launcher/tool_arguments_test
tests_unit_launcher_tool_arguments_test_SOURCES = tests/unit/launcher/tool_arguments_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/launcher/program_check_test
tests_unit_launcher_program_check_test_SOURCES = tests/unit/launcher/program_check_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/launcher/option_sources_test
tests_unit_launcher_option_sources_test_SOURCES = tests/unit/launcher/option_sources_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/launcher/standard_input_test
tests_unit_launcher_standard_input_test_SOURCES = tests/unit/launcher/standard_input_test.c tests/unit/unit.h
