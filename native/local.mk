# native/: the library that watches the heap of a program which runs natively (--checks=leaks). It is a part of the
# program, so it must not be used by its own memory functions, nor need any library but glibc.
NATIVE = libexec/seep/native-amd64-linux.so
NATIVE_CODE = native/memory_functions.c native/live_blocks.c native/watched_thread.c native/call_stacks.c \
  native/code_files.c \
  native/mappings.c native/memory_view.c native/check.c native/output.c native/own_memory.c native/settings.c \
  native/process.c native/forks.c native/process_end.c native/locks.c native/say.c native/kept_descriptors.c \
  native/restrictions.c native/executions.c native/cleared_stack.c \
  native/environment.c native/closed_libraries.c native/standstill.c native/stopped_stacks.c native/snapshot_files.c \
  native/snapshot_writer.c \
  native/snapshots.c native/thread_storage.c native/interrupted_calls.c native/own_stack.c native/requests.c \
  native/waits.c native/growth.c native/snapshot_triggers.c native/snapshot_peaks.c \
  native/client_requests.c native/request_places.c \
  native/errors.c native/libc_blocks.c native/libc_heap.c native/loaded_symbols.c native/misuse.c \
  native/next_functions.c native/places.c
NATIVE_INCLUDED = shared/base/raw_syscalls.h shared/base/second_process.h shared/base/error_texts.def \
  native/door.h native/live_blocks.h native/watched_thread.h native/call_stacks.h \
  native/code_files.h native/mappings.h native/memory_view.h native/check.h native/output.h native/own_memory.h \
  native/settings.h native/process.h native/process_private.h native/forks.h native/locks.h native/say.h \
  native/environment.h native/standstill.h native/stopped_stacks.h native/snapshot_files.h native/snapshots.h \
  native/snapshot_writer.h \
  native/thread_pointer.h \
  native/thread_storage.h native/interrupted_calls.h native/own_stack.h native/requests.h native/growth.h \
  native/snapshot_triggers.h native/snapshot_peaks.h native/client_requests.h native/request_places.h \
  shared/base/native_requests.h \
  native/errors.h native/libc_blocks.h native/libc_heap.h native/loaded_symbols.h native/misuse.h \
  native/next_functions.h native/places.h
# Errors that are found later than they happen.
NATIVE_CODE += native/red_zones.c native/thread_quarantine.c native/late_errors.c native/releases.c native/other_libc.c
NATIVE_INCLUDED += native/red_zones.h native/thread_quarantine.h native/late_errors.h native/releases.h \
  native/other_libc.h
# What of the program's memory is there.
NATIVE_CODE += native/kernel_copy.c native/page_runs.c native/awaited_memory.c
NATIVE_INCLUDED += native/kernel_copy.h native/page_runs.h native/awaited_memory.h
NATIVE_CODE += native/known_walks.c
NATIVE_INCLUDED += native/known_walks.h
# Whose code has made a block.
NATIVE_CODE += native/languages.c
NATIVE_INCLUDED += native/languages.h memcheck/pure/modules/file_language.h memcheck/pure/modules/symbol_tables.h \
  memcheck/pure/modules/rust_names.h
# Threads that have ended.
NATIVE_CODE += native/ended_threads.c native/live_census.c
NATIVE_INCLUDED += native/ended_threads.h native/live_census.h
# Siblings of what is lost.
NATIVE_CODE += native/ended_blocks.c
NATIVE_INCLUDED += native/ended_blocks.h
# What signals do.
NATIVE_CODE += native/program_signals.c native/snapshot_signals.c
NATIVE_CODE += native/fatal_signals.c native/signal_stacks.c native/told_signal.c
NATIVE_INCLUDED += native/program_signals.h native/snapshot_signals.h shared/base/snapshot_signals.def \
  native/fatal_signals.h native/signal_stacks.h native/told_signal.h native/kernel_actions.h
NATIVE_INCLUDED += shared/record/told_sizes.h
# Programs: what they bring, and what they execute.
NATIVE_CODE += native/own_allocators.c native/jumps.c native/followed_program.c native/library_names.c
NATIVE_INCLUDED += native/own_allocators.h native/jumps.h native/executions.h native/followed_program.h \
  native/library_names.h \
  shared/base/program_file.h shared/base/plain_strings.h shared/base/native_variable.h shared/base/own_allocators.def
# Programs that ran before.
NATIVE_CODE += native/attachment.c native/detours.c native/moved_code.c native/libc_chunks.c native/old_blocks.c
NATIVE_INCLUDED += native/attachment.h native/detours.h native/moved_code.h native/libc_chunks.h native/old_blocks.h
NATIVE_PURE = memcheck/pure/stacks/stacks.c memcheck/pure/stacks/unwind.c memcheck/pure/stacks/unwind_memo.c \
  memcheck/pure/stacks/unwind_frames.c \
  memcheck/pure/leak/leak_scan.c memcheck/pure/leak/leak_index.c memcheck/pure/leak/leak_mark.c \
  memcheck/pure/leak/leak_heuristic.c memcheck/pure/leak/leak_cycle.c memcheck/pure/leak/leak_loss.c \
  memcheck/pure/leak/leak_doubts.c memcheck/pure/leak/leak_delta.c memcheck/pure/leak/leak_frames.c \
  memcheck/pure/leak/leak_siblings.c memcheck/pure/blocks/block_ends.c \
  memcheck/pure/blocks/blocks.c memcheck/pure/blocks/block_sites.c memcheck/pure/blocks/sample_plan.c \
  memcheck/pure/blocks/peak_plan.c memcheck/pure/blocks/stack_census.c \
  memcheck/pure/snapshot/snapshot_capture.c memcheck/pure/snapshot/snapshot_output.c \
  memcheck/pure/snapshot/snapshot_pieces.c memcheck/pure/snapshot/snapshot_worker.c \
  memcheck/pure/snapshot/snapshot_periods.c \
  memcheck/pure/errors/told_errors.c \
  memcheck/pure/modules/call_frames.c memcheck/pure/modules/build_id.c memcheck/pure/modules/file_language.c \
  memcheck/pure/modules/symbol_tables.c memcheck/pure/modules/rust_names.c memcheck/pure/base/heapsort.c \
  memcheck/pure/base/id_set.c memcheck/pure/base/address_map.c shared/record/encode.c shared/record/crc32.c \
  shared/record/file_sum.c shared/base/second_process.c shared/base/mix.c shared/base/program_file.c
# Optimized as a whole, as allocations and frees go through many files; in one part, as code in assembly names
# functions.
NATIVE_CFLAGS = -std=gnu11 -D_GNU_SOURCE -O3 -g -fPIC -fvisibility=hidden -fno-builtin-malloc -fno-builtin-calloc \
  -fno-stack-protector -flto -flto-partition=none -Wno-unused-parameter -Wno-missing-prototypes
EXTRA_DIST += $(NATIVE_CODE) $(NATIVE_INCLUDED)
$(NATIVE): $(NATIVE_CODE) $(NATIVE_INCLUDED) $(NATIVE_PURE) config.h
	$(AM_V_GEN)$(MKDIR_P) libexec/seep && $(CC) -I. -I$(srcdir) $(WARN_CFLAGS) $(NATIVE_CFLAGS) -shared \
	  -Wl,-soname,native-amd64-linux.so -Wl,-z,defs -Wl,-Bsymbolic-functions -o $@ \
	  $(NATIVE_CODE:%=$(srcdir)/%) $(NATIVE_PURE:%=$(srcdir)/%)

seeplibexec_DATA += $(NATIVE)
CLEANFILES += $(NATIVE)

UNIT_TESTS += tests/unit/native/moved_code_test
tests_unit_native_moved_code_test_SOURCES = tests/unit/native/moved_code_test.c tests/unit/unit.h native/moved_code.c
