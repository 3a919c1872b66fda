# Makefile fragment of coregrind-glue/.

# --- the guest side: the tool, linked with Valgrind's core, and its preload libraries ---

TOOL_GLUE += \
  coregrind-glue/env_valgrind.c coregrind-glue/workers.c \
  coregrind-glue/core.c coregrind-glue/core.h \
  coregrind-glue/core_environment.c \
  coregrind-glue/core_wraps.c coregrind-glue/wraps.def coregrind-glue/wraps.h coregrind-glue/newer_options.c coregrind-glue/newer_options.h \
  coregrind-glue/core_failure.c coregrind-glue/core_failure.h \
  coregrind-glue/syscall_handlers.c \
  coregrind-glue/exec_arguments.c coregrind-glue/exec_arguments.h \
  coregrind-glue/newer_syscalls.c coregrind-glue/newer_syscalls.h coregrind-glue/newer_syscalls.def \
  coregrind-glue/redirections.c coregrind-glue/redirections.h \
  coregrind-glue/symbol_filter.c coregrind-glue/symbol_filter.h \
  coregrind-glue/elf_file.c coregrind-glue/elf_file.h \
  coregrind-glue/allocator_marks.c coregrind-glue/allocator_marks.h coregrind-glue/allocators.def \
  coregrind-glue/sanitizers.def \
  coregrind-glue/static_program.c coregrind-glue/static_program.h \
  coregrind-glue/frame_info.c coregrind-glue/frame_info.h coregrind-glue/module_layout.h \
  coregrind-glue/core_memory.c \
  coregrind-glue/translate.c coregrind-glue/alias.c coregrind-glue/alias.h coregrind-glue/stack_changes.c \
  coregrind-glue/decode.c coregrind-glue/decode.h coregrind-glue/conditions.c \
  coregrind-glue/instructions.c coregrind-glue/instructions.h coregrind-glue/instructions_made.c \
  coregrind-glue/instructions_mended.c \
  coregrind-glue/translation_cache.c coregrind-glue/translation_cache.h \
  coregrind-glue/translation_identity.c coregrind-glue/translation_identity.h \
  coregrind-glue/translation_stores.c coregrind-glue/translation_stores.h \
  coregrind-glue/translation_folder.c coregrind-glue/translation_folder.h coregrind-glue/translation_folder_private.h \
  coregrind-glue/translation_prune.c \
  coregrind-glue/host_instructions.c coregrind-glue/host_instructions.h coregrind-glue/host_instructions.def \
  coregrind-glue/unwinder.c coregrind-glue/unwinder.h \
  coregrind-glue/debugger.c coregrind-glue/debugger.h \
  coregrind-glue/fault_handler.c coregrind-glue/fault_handler.h coregrind-glue/sparse_pages.c coregrind-glue/sparse_pages.h \
  coregrind-glue/address_space.c coregrind-glue/address_space.h \
  coregrind-glue/io_uring.c coregrind-glue/io_uring.h coregrind-glue/io_uring.def \
  coregrind-glue/asynchronous_io.c coregrind-glue/guest_limits.c coregrind-glue/syscall_wraps.h \
  coregrind-glue/core_errors.c coregrind-glue/core_errors.h \
  coregrind-glue/channel.c coregrind-glue/channel.h \
  coregrind-glue/dynamic_options.c coregrind-glue/dynamic_options.h \
  coregrind-glue/command_line.c coregrind-glue/command_line.h \
  coregrind-glue/guarded.c coregrind-glue/guarded.h coregrind-glue/guest_memory.c \
  coregrind-glue/populated.c coregrind-glue/populated.h \
  coregrind-glue/own_descriptors.c coregrind-glue/own_descriptors.h \
  coregrind-glue/detached.c coregrind-glue/detached.h \
  coregrind-glue/killed_process.c coregrind-glue/killed_process.h \
  coregrind-glue/syscalls.h coregrind-glue/preload_requests.h

# What the linker puts our functions in front of: the core's and VEX's, and helpers of VEX, each by its table.
WRAPS = coregrind-glue/wraps.flags
HELPERS = coregrind-glue/helpers.flags
CLEANFILES += $(WRAPS) $(HELPERS)
LIST_WRAPS = sed -n 's/^\(WRAP\|WRAP_[A-Z]*\|HELPER\)(\([a-zA-Z0-9_]*\).*/-Wl,--wrap=\2/p'
$(WRAPS): coregrind-glue/wraps.def
	$(AM_V_GEN)$(MKDIR_P) coregrind-glue && $(LIST_WRAPS) $(srcdir)/coregrind-glue/wraps.def > $@
$(HELPERS): coregrind-glue/host_instructions.def
	$(AM_V_GEN)$(MKDIR_P) coregrind-glue && $(LIST_WRAPS) $(srcdir)/coregrind-glue/host_instructions.def > $@

VALGRIND_ARCHIVE_LIST = \
  $(VALGRIND_ARCHIVES)/libcoregrind-amd64-linux.a \
  $(VALGRIND_ARCHIVES)/libvex-amd64-linux.a

pkglibexec_PROGRAMS += libexec/seep/seep-amd64-linux
libexec_seep_seep_amd64_linux_SOURCES = $(TOOL_GLUE) $(GUEST_SOURCES) $(ENGINE_SOURCES)
libexec_seep_seep_amd64_linux_CPPFLAGS = $(TOOL_CPPFLAGS)
libexec_seep_seep_amd64_linux_CFLAGS = $(TOOL_CFLAGS)
libexec_seep_seep_amd64_linux_LDFLAGS = -static -no-pie -nodefaultlibs -nostartfiles -u _start \
  -Wl,--build-id=sha1 -Wl,-Ttext-segment=$(VALGRIND_LOAD_ADDRESS) @$(WRAPS) @$(HELPERS)
libexec_seep_seep_amd64_linux_LDADD = $(VALGRIND_ARCHIVE_LIST) -lgcc \
  $(VALGRIND_ARCHIVES)/libgcc-sup-amd64-linux.a
libexec_seep_seep_amd64_linux_DEPENDENCIES = $(VALGRIND_ARCHIVE_LIST) $(WRAPS) $(HELPERS)

UNIT_TESTS += tests/unit/host_instructions_test
tests_unit_host_instructions_test_SOURCES = tests/unit/host_instructions_test.c tests/unit/unit.h \
  coregrind-glue/host_instructions.c
tests_unit_host_instructions_test_CPPFLAGS = $(ENGINE_TEST_CPPFLAGS)
tests_unit_host_instructions_test_LDFLAGS = @$(HELPERS)
tests_unit_host_instructions_test_LDADD = $(ENGINE_TEST_LDADD)
EXTRA_tests_unit_host_instructions_test_DEPENDENCIES = $(HELPERS)

# What replaces functions of the guest's C library: the malloc family, redirected into the tool (the core ships it as an
# archive to be linked whole), strings and memory. The stack traces of errors begin in these functions, so none may keep a frame
# of its own for a helper: -O2 makes calls of the core's a jump. Loops must stay the loops they are: neither calls of memcpy nor
# vectors. Functions stay apart, as each one's address says which it is, and in their order (preload_functions.def).
# No debug information: reports name these functions, but their lines are nothing to look at.
PRELOAD = libexec/seep/vgpreload_seep-amd64-linux.so
PRELOAD_CODE = \
  coregrind-glue/preload_malloc.c coregrind-glue/preload_checked.c \
  coregrind-glue/preload_functions.c coregrind-glue/preload_environment.c \
  coregrind-glue/preload_subtests.c coregrind-glue/preload_static.c
PRELOAD_INCLUDED = \
  coregrind-glue/preload_requests.h coregrind-glue/preload_throw.h coregrind-glue/preload_functions.def \
  coregrind-glue/preload_skip.h coregrind-glue/preload_text.h coregrind-glue/preload_bytes.h \
  coregrind-glue/preload_wide.h coregrind-glue/preload_memory.h coregrind-glue/syscalls.h
PRELOAD_CFLAGS = -O2 -fPIC -fno-stack-protector -fno-builtin -fno-strict-aliasing -fcf-protection=none \
  -fno-tree-loop-distribute-patterns -fno-tree-vectorize -fno-ipa-icf -fno-toplevel-reorder
EXTRA_DIST += $(PRELOAD_CODE) $(PRELOAD_INCLUDED)
PRELOAD_ARCHIVE = $(VALGRIND_ARCHIVES)/libreplacemalloc_toolpreload-amd64-linux.a
$(PRELOAD): $(PRELOAD_CODE) $(PRELOAD_INCLUDED) $(PRELOAD_ARCHIVE)
	$(AM_V_GEN)$(MKDIR_P) libexec/seep && $(CC) $(TOOL_CPPFLAGS) $(WARN_CFLAGS) $(PRELOAD_CFLAGS) \
	  -shared -nodefaultlibs -nostdlib -Wl,-z,interpose,-z,initfirst,-z,noexecstack \
	  -Wl,-soname,vgpreload_seep-amd64-linux.so.0 -o $@ $(PRELOAD_CODE:%=$(srcdir)/%) \
	  -Wl,--whole-archive $(PRELOAD_ARCHIVE) -Wl,--no-whole-archive

# The preload library of `seep suite`. It begins before the C library is ready and must not need it, so it names none; what it
# stands in front of is found when it is loaded.
SUITE_PRELOAD = libexec/seep/seep-suite-amd64-linux.so
SUITE_CODE = \
  coregrind-glue/suite_preload.c coregrind-glue/suite_exec.c coregrind-glue/suite_line.c coregrind-glue/suite_log.c \
  coregrind-glue/suite_rules.c coregrind-glue/suite_limits.c coregrind-glue/suite_limit_files.c coregrind-glue/suite_end.c \
  coregrind-glue/suite_setup.c coregrind-glue/suite_target.c coregrind-glue/suite_test_names.c
SUITE_INCLUDED = \
  coregrind-glue/suite_preload.h coregrind-glue/suite_line.h coregrind-glue/suite_rules.h coregrind-glue/suite_setup.h \
  coregrind-glue/suite_setup.def coregrind-glue/sanitizers.def coregrind-glue/suite_target.h coregrind-glue/suite_test_names.h \
  coregrind-glue/suite_test_names.def coregrind-glue/suite_text.h coregrind-glue/syscalls.h base/freestanding/program_name.h \
  coregrind-glue/descriptors.h coregrind-glue/suite_limits.h coregrind-glue/suite_limits.def
SUITE_CFLAGS = $(FREESTANDING_CFLAGS) -fPIC -fvisibility=hidden
EXTRA_DIST += $(SUITE_CODE) $(SUITE_INCLUDED)
$(SUITE_PRELOAD): $(SUITE_CODE) $(SUITE_INCLUDED)
	$(AM_V_GEN)$(MKDIR_P) libexec/seep && $(CC) -D_GNU_SOURCE $(TOOL_CPPFLAGS) $(SUITE_CFLAGS) \
	  -shared -nodefaultlibs -nostdlib -Wl,-z,initfirst,-z,now,-z,noexecstack \
	  -Wl,-soname,seep-suite-amd64-linux.so.0 -o $@ $(SUITE_CODE:%=$(srcdir)/%)

# A program with a known leak, for `seep suite --canary`.
pkglibexec_PROGRAMS += libexec/seep/seep-canary
libexec_seep_seep_canary_SOURCES = coregrind-glue/canary.c coregrind-glue/canary.h
libexec_seep_seep_canary_CPPFLAGS = -I$(top_srcdir)
libexec_seep_seep_canary_CFLAGS = -std=gnu11 -g -O0 $(WARN_CFLAGS)
libexec_seep_seep_canary_LDFLAGS =
libexec_seep_seep_canary_LDADD =

# The core looks for its own preload library and gdbserver's register descriptions beside the tool.
CORE_FILES = libexec/seep/.core-files
$(CORE_FILES):
	$(AM_V_GEN)$(MKDIR_P) libexec/seep && \
	for file in vgpreload_core-amd64-linux.so $(GDB_DESCRIPTIONS); do \
	  $(LN_S) -f $(VALGRIND_LIBEXEC)/$$file libexec/seep/$$file || exit 1; done && touch $@

GDB_DESCRIPTIONS = \
  64bit-core.xml 64bit-core-valgrind-s1.xml 64bit-core-valgrind-s2.xml 64bit-linux.xml 64bit-linux-valgrind-s1.xml \
  64bit-linux-valgrind-s2.xml 64bit-sse.xml 64bit-sse-valgrind-s1.xml 64bit-sse-valgrind-s2.xml 64bit-avx.xml \
  64bit-avx-valgrind-s1.xml 64bit-avx-valgrind-s2.xml amd64-avx-coresse-valgrind.xml amd64-avx-coresse.xml \
  amd64-avx-linux-valgrind.xml amd64-avx-linux.xml amd64-coresse-valgrind.xml amd64-linux-valgrind.xml

seeplibexec_DATA += $(PRELOAD) $(SUITE_PRELOAD)
noinst_DATA += $(CORE_FILES)
CLEANFILES += $(PRELOAD) $(SUITE_PRELOAD) $(CORE_FILES)

install-exec-hook: install-core-links
install-core-links:
	$(MKDIR_P) $(DESTDIR)$(pkglibexecdir)
	for file in vgpreload_core-amd64-linux.so $(GDB_DESCRIPTIONS); do \
	  $(LN_S) -f $(VALGRIND_LIBEXEC)/$$file $(DESTDIR)$(pkglibexecdir)/$$file || exit 1; done

uninstall-hook: uninstall-core-links
uninstall-core-links:
	for file in vgpreload_core-amd64-linux.so $(GDB_DESCRIPTIONS); do \
	  rm -f $(DESTDIR)$(pkglibexecdir)/$$file; done

clean-local: clean-core-links
clean-core-links:
	for file in vgpreload_core-amd64-linux.so $(GDB_DESCRIPTIONS); do rm -f libexec/seep/$$file; done

.PHONY: install-core-links uninstall-core-links clean-core-links

# --- the host side: the command seep and its reporter ---

include coregrind-glue/host.mk
