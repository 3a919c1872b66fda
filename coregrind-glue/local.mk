# coregrind-glue/: what is linked with Valgrind's core around the tool, and the library that runs inside the checked
# program.

TOOL_GLUE += shared/base/sanitizers.def shared/base/test_runners.def shared/base/raw_syscalls.h shared/base/file_limit.h
TOOL_GLUE += shared/base/error_texts.def coregrind-glue/core.h coregrind-glue/tool.h
TOOL_GLUE += coregrind-glue/port/port.c coregrind-glue/port/port.h coregrind-glue/port/module_layout.c \
  coregrind-glue/port/module_layout.h
ENGINE_SOURCES += coregrind-glue/port/vex_operations.h
EXTRA_DIST += coregrind-glue/port/port.m4 m4/seep-core.m4
TOOL_GLUE += coregrind-glue/vex/block_in_work.c coregrind-glue/vex/block_in_work.h coregrind-glue/vex/guest_code.c \
  coregrind-glue/vex/guest_code.h coregrind-glue/vex/conditions.c coregrind-glue/vex/lost_loads.c \
  coregrind-glue/vex/prefixes.c coregrind-glue/vex/prefixes.h coregrind-glue/vex/instruction_parts.c \
  coregrind-glue/vex/direct_stores.c coregrind-glue/vex/direct_stores.h coregrind-glue/vex/fetching.c \
  coregrind-glue/vex/fetching.h coregrind-glue/vex/far_transfers.c coregrind-glue/vex/far_transfers.h \
  coregrind-glue/vex/front_end.h \
  coregrind-glue/vex/segments.c coregrind-glue/vex/segments.h coregrind-glue/vex/selectors.c \
  coregrind-glue/vex/selectors.h coregrind-glue/vex/host_vectors.c \
  coregrind-glue/vex/host_vectors.def coregrind-glue/vex/host_vectors.h coregrind-glue/vex/instructions_stack.c \
  coregrind-glue/vex/faulting.c coregrind-glue/vex/faulting.h coregrind-glue/vex/rep_count.c \
  coregrind-glue/vex/rep_count.h coregrind-glue/vex/trapping.c coregrind-glue/vex/trapping.h \
  coregrind-glue/vex/transactions.c coregrind-glue/vex/transactions.h coregrind-glue/vex/instructions.c \
  coregrind-glue/vex/instructions.h coregrind-glue/vex/instruction_code.h \
  coregrind-glue/vex/operand_address.c coregrind-glue/vex/sse_exact.c coregrind-glue/vex/sse_exact.def \
  coregrind-glue/vex/sse_exact.h coregrind-glue/vex/sse_modes.c coregrind-glue/vex/sse_modes.h \
  coregrind-glue/vex/x87_execute.c coregrind-glue/vex/x87_execute.h coregrind-glue/vex/x87_made.c \
  coregrind-glue/vex/x87_state.c coregrind-glue/vex/x87_state.h coregrind-glue/vex/instructions_made.c \
  coregrind-glue/vex/instructions_mended.c coregrind-glue/vex/host_instructions.c \
  coregrind-glue/vex/host_instructions.h coregrind-glue/vex/host_instructions.def
TOOL_GLUE += coregrind-glue/core/env_valgrind.c coregrind-glue/core/env_workers.c coregrind-glue/core/core_basics.c \
  coregrind-glue/core/core_basics.h coregrind-glue/core/core_environment.c coregrind-glue/core/core_environment.h \
  coregrind-glue/core/wraps.def coregrind-glue/core/wraps.h coregrind-glue/core/core_memory.c \
  coregrind-glue/core/debugger.c coregrind-glue/core/debugger.h coregrind-glue/core/debugger_files.c \
  coregrind-glue/core/debugger_files.h coregrind-glue/core/descriptor_limits.c coregrind-glue/core/descriptor_limits.h \
  coregrind-glue/core/kept_folder.c coregrind-glue/core/kept_folder.h coregrind-glue/core/core_errors.c \
  coregrind-glue/core/core_errors.h coregrind-glue/core/process_views.c coregrind-glue/core/process_views.h \
  coregrind-glue/core/channel.c coregrind-glue/core/channel.h coregrind-glue/core/guarded.c \
  coregrind-glue/core/guarded.h coregrind-glue/core/segment_walk.h coregrind-glue/core/kernel_layout.c \
  coregrind-glue/core/kernel_layout.h coregrind-glue/core/detached_process.c coregrind-glue/core/detached_process.h \
  coregrind-glue/core/files_in_memory.c coregrind-glue/core/traps.c coregrind-glue/core/traps.h \
  coregrind-glue/core/thread_slots.c coregrind-glue/core/thread_slots.h coregrind-glue/core/core_stacks.c \
  coregrind-glue/core/crowded_mappings.c coregrind-glue/core/crowded_mappings.h
TOOL_GLUE += coregrind-glue/memory/sparse_pages.c coregrind-glue/memory/sparse_pages.h \
  coregrind-glue/memory/address_space.c coregrind-glue/memory/address_space.h coregrind-glue/memory/guest_memory.c \
  coregrind-glue/memory/populated_pages.c coregrind-glue/memory/populated_pages.h coregrind-glue/memory/moved_pages.c \
  coregrind-glue/memory/moved_pages.h coregrind-glue/memory/first_stack.c coregrind-glue/memory/first_stack.h \
  coregrind-glue/syscalls/data_segment.c coregrind-glue/syscalls/data_segment.h \
  coregrind-glue/syscalls/own_mappings.c coregrind-glue/syscalls/own_mappings.h coregrind-glue/syscalls/mapping_text.c \
  coregrind-glue/syscalls/own_mappings_private.h
TOOL_GLUE += coregrind-glue/code/watched_pages.c coregrind-glue/code/watched_pages.h
TOOL_GLUE += coregrind-glue/code/changing_code.c coregrind-glue/code/changing_code.h coregrind-glue/vex/own_stores.c \
  coregrind-glue/vex/own_stores.h coregrind-glue/syscalls/code_writes.c coregrind-glue/syscalls/code_writes.h
TOOL_GLUE += coregrind-glue/modules/redirections.c \
  coregrind-glue/modules/wanted_names.c coregrind-glue/modules/wanted_names.h \
  coregrind-glue/modules/symbol_filter.c coregrind-glue/modules/symbol_filter.h coregrind-glue/modules/mapped_file.c \
  coregrind-glue/modules/mapped_file.h coregrind-glue/modules/language.c coregrind-glue/modules/language.h \
  coregrind-glue/modules/allocator_marks.c coregrind-glue/modules/allocator_marks.h \
  coregrind-glue/modules/second_copies.c coregrind-glue/modules/second_copies.h \
  coregrind-glue/modules/allocator_families.c coregrind-glue/modules/allocator_families.h \
  coregrind-glue/modules/allocators.def coregrind-glue/modules/static_program.c \
  coregrind-glue/modules/static_program.h coregrind-glue/modules/frame_info.c coregrind-glue/modules/frame_info.h \
  coregrind-glue/modules/modules.c coregrind-glue/modules/modules.h coregrind-glue/modules/hidden_sections.c \
  coregrind-glue/modules/hidden_sections.h coregrind-glue/modules/generated_names.c \
  coregrind-glue/modules/generated_names.h coregrind-glue/modules/generated_code.c \
  coregrind-glue/modules/generated_code.h coregrind-glue/modules/cancellation.c coregrind-glue/modules/cancellation.h \
  coregrind-glue/modules/unwinder.c coregrind-glue/modules/unwinder.h coregrind-glue/modules/watched_functions.c \
  coregrind-glue/modules/watched_functions.h
TOOL_GLUE += coregrind-glue/preload/preload_requests.h
TOOL_GLUE += coregrind-glue/syscalls/syscall_handlers.c coregrind-glue/syscalls/exec_arguments.c \
  coregrind-glue/syscalls/exec_arguments.h coregrind-glue/syscalls/new_descriptors.c \
  coregrind-glue/syscalls/new_descriptors.h coregrind-glue/syscalls/newer_syscalls.c \
  coregrind-glue/syscalls/newer_syscalls.h coregrind-glue/syscalls/newer_syscalls.def \
  coregrind-glue/syscalls/io_uring.c coregrind-glue/syscalls/io_uring.h coregrind-glue/syscalls/io_uring.def \
  coregrind-glue/syscalls/asynchronous_io.c coregrind-glue/syscalls/asynchronous_io.h \
  coregrind-glue/syscalls/guest_limits.c coregrind-glue/syscalls/own_program.c coregrind-glue/syscalls/own_program.h \
  coregrind-glue/syscalls/syscall_wraps.h coregrind-glue/syscalls/own_descriptors.c \
  coregrind-glue/syscalls/own_descriptors.h coregrind-glue/syscalls/killed_process.c \
  coregrind-glue/syscalls/killed_process.h coregrind-glue/syscalls/remapping.c coregrind-glue/syscalls/remapping.h \
  coregrind-glue/syscalls/unused_bytes.c coregrind-glue/syscalls/unused_bytes.h \
  coregrind-glue/syscalls/unused_bytes.def coregrind-glue/syscalls/unused_private.h \
  coregrind-glue/syscalls/unused_in_sockets.c coregrind-glue/syscalls/more_memory.c \
  coregrind-glue/syscalls/known_commands.c coregrind-glue/syscalls/known_commands.h \
  coregrind-glue/syscalls/known_commands.def coregrind-glue/syscalls/more_memory.h \
  coregrind-glue/syscalls/more_memory.def coregrind-glue/syscalls/guest_limits.h \
  coregrind-glue/syscalls/process_calls.c coregrind-glue/syscalls/process_calls.h coregrind-glue/syscalls/clone.c \
  coregrind-glue/syscalls/execution.c coregrind-glue/syscalls/executable.c coregrind-glue/syscalls/executable.h \
  coregrind-glue/syscalls/traced_faults.c coregrind-glue/syscalls/traced_faults.h \
  coregrind-glue/syscalls/userfault_pages.c coregrind-glue/syscalls/userfault_pages.h \
  coregrind-glue/syscalls/proc_files.c coregrind-glue/syscalls/proc_files.h \
  coregrind-glue/syscalls/waiting_masks.c coregrind-glue/syscalls/waiting_masks.h \
  coregrind-glue/syscalls/woken_threads.c coregrind-glue/syscalls/woken_threads.h \
  coregrind-glue/syscalls/calls_of_32_bits.c coregrind-glue/syscalls/calls_of_32_bits.h \
  coregrind-glue/syscalls/calls_of_32_bits.def \
  coregrind-glue/core/last_signal.c coregrind-glue/core/last_signal.h \
  coregrind-glue/core/restarted_signals.c coregrind-glue/core/restarted_signals.h \
  coregrind-glue/core/alternate_stacks.c coregrind-glue/core/alternate_stacks.h \
  coregrind-glue/syscalls/userfaults.c coregrind-glue/syscalls/userfaults.h \
  coregrind-glue/syscalls/sharing_processes.c \
  coregrind-glue/syscalls/sharing_processes.h coregrind-glue/syscalls/call_filters.c \
  coregrind-glue/syscalls/call_filters.h \
  coregrind-glue/syscalls/filter_requests.c coregrind-glue/syscalls/own_status.c coregrind-glue/syscalls/own_status.h \
  coregrind-glue/syscalls/capabilities.c coregrind-glue/syscalls/capabilities.h coregrind-glue/syscalls/code_denial.c \
  coregrind-glue/syscalls/code_denial.h coregrind-glue/syscalls/self_restrictions.c \
  coregrind-glue/syscalls/self_restrictions.h coregrind-glue/core/lock_holder.c coregrind-glue/core/lock_holder.h \
  coregrind-glue/core/page_wait.c coregrind-glue/core/page_wait.h coregrind-glue/syscalls/refused_calls.c \
  coregrind-glue/syscalls/refused_calls.h coregrind-glue/syscalls/refused_calls.def
TOOL_GLUE += coregrind-glue/translate/translate.c coregrind-glue/translate/alias.c coregrind-glue/translate/alias.h \
  coregrind-glue/translate/stack_changes.c coregrind-glue/translate/fault_handler.c \
  coregrind-glue/translate/fault_handler.h coregrind-glue/translate/refused_access.c \
  coregrind-glue/translate/refused_access.h coregrind-glue/translate/signal_frame.c \
  coregrind-glue/translate/signal_frame.h coregrind-glue/translate/core_files.c \
  coregrind-glue/translate/debugger_registers.c
TOOL_GLUE += coregrind-glue/direct/direct.h coregrind-glue/direct/direct_private.h coregrind-glue/direct/crossings.c \
  coregrind-glue/direct/code_blocks.c coregrind-glue/direct/code_space.c coregrind-glue/direct/guest_view.c \
  coregrind-glue/direct/stack_in_use.c coregrind-glue/direct/routines.c \
  coregrind-glue/direct/routine_code.S \
  coregrind-glue/direct/faults.c coregrind-glue/direct/x87_registers.c
TOOL_GLUE += coregrind-glue/translate/code_changes.c coregrind-glue/translate/code_changes.h \
  coregrind-glue/direct/code_regions.c
TOOL_GLUE += coregrind-glue/translation_cache/translation_cache.c coregrind-glue/translation_cache/translation_cache.h \
  coregrind-glue/translation_cache/translation_identity.c coregrind-glue/translation_cache/translation_identity.h \
  coregrind-glue/translation_cache/translation_stores.c coregrind-glue/translation_cache/translation_stores.h \
  coregrind-glue/translation_cache/code_folder.c coregrind-glue/translation_cache/code_folder.h \
  coregrind-glue/translation_cache/code_folder_private.h coregrind-glue/translation_cache/code_folder_prune.c
TOOL_GLUE += coregrind-glue/wraps/core_wraps.c coregrind-glue/wraps/newer_options.c \
  coregrind-glue/wraps/newer_options.h coregrind-glue/wraps/core_failure.c coregrind-glue/wraps/core_failure.h

# What the routines of direct code know of C.
ROUTINE_OFFSETS = coregrind-glue/direct/routine_offsets
BUILT_SOURCES += $(ROUTINE_OFFSETS).h
CLEANFILES += $(ROUTINE_OFFSETS).h
TOOL_OFFSETS = coregrind-glue/direct/routine_offsets.c
EXTRA_DIST += $(TOOL_OFFSETS)
$(ROUTINE_OFFSETS).h: $(ROUTINE_OFFSETS).c coregrind-glue/direct/direct_private.h memcheck/pure/direct/state.h \
    memcheck/pure/direct/emit.h memcheck/pure/shadow/shadow.h memcheck/pure/shadow/origins.h
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(CC) $(TOOL_CPPFLAGS) $(TOOL_CFLAGS) $(TOOL_LAST_CFLAGS) -S -o $@.s \
	  $(srcdir)/$(ROUTINE_OFFSETS).c && \
	  sed -n 's/\$$//; s/^.*->\([A-Za-z0-9_]*\) \(.*\)$$/#define \1 \2/p' $@.s > $@ && rm $@.s

# What the linker puts our functions in front of: the core's and VEX's, and helpers of VEX, each by its table.
WRAPS = coregrind-glue/wraps.flags
HELPERS = coregrind-glue/helpers.flags
CLEANFILES += $(WRAPS) $(HELPERS)
LIST_WRAPS = sed -n 's/^\(WRAP\|WRAP_[A-Z_]*\|HELPER\|HELPER_IF_THERE\)(\([a-zA-Z0-9_]*\).*/-Wl,--wrap=\2/p'
$(WRAPS): coregrind-glue/core/wraps.def
	$(AM_V_GEN)$(MKDIR_P) coregrind-glue && $(LIST_WRAPS) $(srcdir)/coregrind-glue/core/wraps.def > $@
$(HELPERS): coregrind-glue/vex/host_instructions.def
	$(AM_V_GEN)$(MKDIR_P) coregrind-glue && $(LIST_WRAPS) $(srcdir)/coregrind-glue/vex/host_instructions.def > $@

VALGRIND_ARCHIVE_LIST = \
  $(VALGRIND_ARCHIVES)/libcoregrind-amd64-linux.a \
  $(VALGRIND_ARCHIVES)/libvex-amd64-linux.a

pkglibexec_PROGRAMS += libexec/seep/seep-amd64-linux
libexec_seep_seep_amd64_linux_SOURCES = $(TOOL_GLUE) $(GUEST_SOURCES) $(ENGINE_SOURCES)
libexec_seep_seep_amd64_linux_CPPFLAGS = $(TOOL_CPPFLAGS)
libexec_seep_seep_amd64_linux_CFLAGS = $(TOOL_CFLAGS)
libexec_seep_seep_amd64_linux_LDFLAGS = -static -no-pie -nodefaultlibs -nostartfiles -u _start \
  -Wl,--build-id=sha1 -Wl,-Ttext-segment=$(VALGRIND_LOAD_ADDRESS) @$(WRAPS) @$(HELPERS)
libexec_seep_seep_amd64_linux_LINK = $(CCLD) $(CFLAGS) $(LDFLAGS) $(libexec_seep_seep_amd64_linux_CFLAGS) \
  $(TOOL_LAST_CFLAGS) $(libexec_seep_seep_amd64_linux_LDFLAGS) -o $@
libexec_seep_seep_amd64_linux_LDADD = $(VALGRIND_ARCHIVE_LIST) -lgcc \
  $(VALGRIND_ARCHIVES)/libgcc-sup-amd64-linux.a
libexec_seep_seep_amd64_linux_DEPENDENCIES = $(VALGRIND_ARCHIVE_LIST) $(WRAPS) $(HELPERS)

# Are the user's flags kept away from it?
dist_check_SCRIPTS += tests/lint/flags
TESTS += tests/lint/flags

UNIT_TESTS += tests/unit/coregrind-glue/host_instructions_test
tests_unit_coregrind_glue_host_instructions_test_SOURCES = tests/unit/coregrind-glue/host_instructions_test.c \
  tests/unit/unit.h coregrind-glue/vex/host_instructions.c
tests_unit_coregrind_glue_host_instructions_test_CPPFLAGS = $(ENGINE_TEST_CPPFLAGS)
tests_unit_coregrind_glue_host_instructions_test_LDFLAGS = @$(HELPERS)
tests_unit_coregrind_glue_host_instructions_test_LDADD = $(ENGINE_TEST_LDADD)
EXTRA_tests_unit_coregrind_glue_host_instructions_test_DEPENDENCIES = $(HELPERS)

# What replaces functions of the guest's C library: the malloc family, redirected into the tool (the core ships it as
# an archive to be linked whole), strings and memory. The stack traces of errors begin in these functions, so none may
# keep a frame of its own for a helper: -O2 makes calls of the core's a jump. Loops must stay the loops they are:
# neither calls of memcpy nor vectors. Functions stay apart, as each one's address says which it is, and in their
# order (preload_functions.def). No debug information: reports name these functions, but their lines are nothing to
# look at.
PRELOAD = libexec/seep/vgpreload_seep-amd64-linux.so
PRELOAD_CODE = \
  coregrind-glue/preload/preload_malloc.c coregrind-glue/preload/preload_aligned.c \
  coregrind-glue/preload/preload_functions.c coregrind-glue/preload/preload_environment.c \
  coregrind-glue/preload/preload_subtests.c coregrind-glue/preload/preload_static.c \
  coregrind-glue/preload/preload_tcmalloc.c coregrind-glue/preload/preload_jemalloc.c \
  coregrind-glue/preload/preload_mimalloc.c coregrind-glue/preload/preload_new.c
PRELOAD_INCLUDED = coregrind-glue/preload/preload_requests.h coregrind-glue/preload/preload_throw.h \
  coregrind-glue/preload/preload_errno.h coregrind-glue/preload/preload_functions.def \
  coregrind-glue/preload/preload_skip.h coregrind-glue/preload/preload_text.h coregrind-glue/preload/preload_bytes.h \
  coregrind-glue/preload/preload_wide.h coregrind-glue/preload/preload_memory.h \
  coregrind-glue/preload/preload_blocks.h coregrind-glue/preload/preload_allocators.h shared/base/raw_syscalls.h
PRELOAD_CFLAGS = -O2 -fPIC -fno-stack-protector -fno-builtin -fno-strict-aliasing -fcf-protection=none \
  -fno-tree-loop-distribute-patterns -fno-tree-vectorize -fno-ipa-icf -fno-toplevel-reorder
EXTRA_DIST += $(PRELOAD_CODE) $(PRELOAD_INCLUDED)
PRELOAD_ARCHIVE = $(VALGRIND_ARCHIVES)/libreplacemalloc_toolpreload-amd64-linux.a
$(PRELOAD): $(PRELOAD_CODE) $(PRELOAD_INCLUDED) $(PRELOAD_ARCHIVE)
	$(AM_V_GEN)$(MKDIR_P) libexec/seep && $(CC) $(TOOL_CPPFLAGS) $(WARN_CFLAGS) $(PRELOAD_CFLAGS) \
	  -shared -nodefaultlibs -nostdlib -Wl,-z,interpose,-z,initfirst,-z,noexecstack \
	  -Wl,-soname,vgpreload_seep-amd64-linux.so.0 -o $@ $(PRELOAD_CODE:%=$(srcdir)/%) \
	  -Wl,--whole-archive $(PRELOAD_ARCHIVE) -Wl,--no-whole-archive

# The core looks for its own preload library and gdbserver's register descriptions beside the tool. They, and vgdb,
# have to be of the core's version, so they are copies: the Valgrind that is installed may become another one. The
# library names gdb's commands by a path where gdb may find those of another version, or nothing, and complains; `seep
# gdb` loads them by itself.
CORE_PRELOAD = libexec/seep/vgpreload_core-amd64-linux.so
CORE_FILES = $(VALGRIND_CORE_FILES:%=libexec/seep/%)
$(CORE_PRELOAD): $(VALGRIND_LIBEXEC)/vgpreload_core-amd64-linux.so
	$(AM_V_GEN)$(MKDIR_P) libexec/seep && rm -f $@ && $(OBJCOPY) --remove-section=.debug_gdb_scripts $< $@
$(filter-out $(CORE_PRELOAD),$(CORE_FILES)): libexec/seep/%: $(VALGRIND_LIBEXEC)/%
	$(AM_V_GEN)$(MKDIR_P) libexec/seep && $(INSTALL_DATA) $< $@
CORE_VGDB = libexec/seep/vgdb
$(CORE_VGDB): $(VALGRIND_BIN)/vgdb
	$(AM_V_GEN)$(MKDIR_P) libexec/seep && $(INSTALL_SCRIPT) $< $@

seeplibexec_DATA += $(PRELOAD) $(CORE_FILES)
seeplibexec_SCRIPTS += $(CORE_VGDB)
CLEANFILES += $(PRELOAD) $(CORE_FILES) $(CORE_VGDB)

UNIT_TESTS += tests/unit/coregrind-glue/preload_test
tests_unit_coregrind_glue_preload_test_SOURCES = tests/unit/coregrind-glue/preload_test.c tests/unit/unit.h
tests_unit_coregrind_glue_preload_test_CPPFLAGS = $(UNIT_CPPFLAGS) -isystem $(VALGRIND_INCLUDES)

UNIT_TESTS += tests/unit/coregrind-glue/guarded_test
tests_unit_coregrind_glue_guarded_test_SOURCES = tests/unit/coregrind-glue/guarded_test.c tests/unit/unit.h \
  coregrind-glue/core/guarded.c
