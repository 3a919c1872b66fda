# host/launcher/: the command seep, and what becomes of its command line before a program runs.
libseep_a_SOURCES += shared/base/sanitizers.def
libseep_a_SOURCES += host/launcher/prepare/tool_arguments.c host/launcher/prepare/tool_arguments.h \
  host/launcher/prepare/program_check.c host/launcher/prepare/program_check.h host/launcher/prepare/sanitizers.c \
  host/launcher/prepare/sanitizers.h host/launcher/prepare/sanitizer_libraries.c host/launcher/prepare/set_up.c \
  host/launcher/prepare/set_up.h host/launcher/prepare/option_sources.c host/launcher/prepare/option_sources.h \
  host/launcher/prepare/other_tool.c host/launcher/prepare/other_tool.h \
  host/launcher/prepare/system_check.c host/launcher/prepare/system_check.h host/launcher/prepare/needed_syscalls.def \
  host/launcher/prepare/system_ways.c host/launcher/prepare/system_ways.h host/launcher/prepare/recorded_input.c \
  host/launcher/prepare/recorded_input.h host/launcher/prepare/leaks_only.c host/launcher/prepare/leaks_only.h
libseep_a_SOURCES += host/launcher/command_cache.c host/launcher/command_snapshot.c host/launcher/asked_program.c \
  host/launcher/asked_program.h host/launcher/vgdb_call.c host/launcher/vgdb_call.h host/launcher/command_top.c \
  host/launcher/program_watch.c host/launcher/program_watch.h host/launcher/running_thread.c \
  host/launcher/running_thread.h host/launcher/watched_programs.c host/launcher/watched_programs.h \
  host/launcher/command_gdb.c host/launcher/command_explain.c host/launcher/fail_each.c host/launcher/fail_each.h \
  host/launcher/native_run.c host/launcher/native_run.h host/launcher/native_asking.c host/launcher/native_asking.h \
  shared/base/native_requests.h shared/base/program_file.c shared/base/program_file.h
libseep_a_SOURCES += host/launcher/command_attach.c host/launcher/attach_target.c host/launcher/attach_target.h \
  host/launcher/attach_thread.c host/launcher/attach_thread.h host/launcher/attach_place.c \
  host/launcher/attach_place.h host/launcher/attach_claim.c host/launcher/attach_claim.h \
  host/launcher/attach_return.c host/launcher/attach_return.h host/launcher/attach_loader.c \
  host/launcher/attach_loader.h

bin_PROGRAMS += seep
seep_SOURCES = host/launcher/launcher.c
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
dist_cmake_DATA = packaging/cmake/SeepConfig.cmake
nodist_cmake_DATA = packaging/cmake/SeepConfigVersion.cmake

UNIT_TESTS += tests/unit/host/launcher/tool_arguments_test
tests_unit_host_launcher_tool_arguments_test_SOURCES = tests/unit/host/launcher/tool_arguments_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/host/launcher/program_check_test
tests_unit_host_launcher_program_check_test_SOURCES = tests/unit/host/launcher/program_check_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/host/launcher/option_sources_test
tests_unit_host_launcher_option_sources_test_SOURCES = tests/unit/host/launcher/option_sources_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/host/launcher/recorded_input_test
tests_unit_host_launcher_recorded_input_test_SOURCES = tests/unit/host/launcher/recorded_input_test.c tests/unit/unit.h
