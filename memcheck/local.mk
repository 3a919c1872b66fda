# memcheck/: the tool. GUEST_SOURCES are pure modules and stand on env.h alone; ENGINE_SOURCES, the instrumenter, on libvex's
# headers; TOOL_GLUE stands on Valgrind's core.
GUEST_SOURCES += memcheck/env.h memcheck/lock.h memcheck/redzone.h memcheck/short_fill.h memcheck/kept_registers.h \
  memcheck/blocks.c memcheck/blocks.h memcheck/blocks_layout.h \
  memcheck/address_map.c memcheck/address_map.h \
  memcheck/quarantine.c memcheck/quarantine.h \
  memcheck/pools.c memcheck/pools.h \
  memcheck/slots.c memcheck/slots.h \
  memcheck/sites.c memcheck/sites.h \
  memcheck/touched.c memcheck/touched.h \
  memcheck/stacks.c memcheck/stacks.h \
  memcheck/unwind.c memcheck/unwind.h memcheck/unwind_private.h memcheck/unwind_memo.c \
  memcheck/heapsort.c memcheck/heapsort.h \
  memcheck/id_set.c memcheck/id_set.h \
  memcheck/leak.c memcheck/leak.h memcheck/leak_private.h \
  memcheck/leak_index.c memcheck/leak_index.h \
  memcheck/leak_mark.c memcheck/leak_heuristic.c memcheck/leak_cycle.c memcheck/leak_loss.c \
  memcheck/leak_delta.c memcheck/leak_delta.h \
  memcheck/snapshot_capture.c memcheck/snapshot_capture.h \
  memcheck/snapshot_frames.c memcheck/snapshot_frames.h \
  memcheck/snapshot_pointers.c memcheck/snapshot_pointers.h \
  memcheck/snapshot_pieces.c memcheck/snapshot_pieces.h memcheck/snapshot_worker.c memcheck/snapshot_worker.h \
  memcheck/snapshot_output.c memcheck/snapshot_output.h \
  memcheck/snapshot_periods.c memcheck/snapshot_periods.h \
  memcheck/elf_bytes.h memcheck/build_id.c memcheck/build_id.h \
  memcheck/symbol_tables.c memcheck/symbol_tables.h \
  memcheck/call_frames.c memcheck/call_frames.h \
  memcheck/shadow.c memcheck/shadow.h memcheck/shadow_private.h memcheck/shadow_copy.c \
  memcheck/shadow_plane.c memcheck/shadow_plane.h \
  memcheck/origins.c memcheck/origins.h memcheck/origins_layout.h

ENGINE_SOURCES += memcheck/weave.c memcheck/weave.h memcheck/engine.h \
  memcheck/definedness.c memcheck/definedness.h memcheck/definedness.def \
  memcheck/rules.c memcheck/rules.h memcheck/lanes.c memcheck/lanes.h \
  memcheck/rules_integer.c memcheck/rules_compare.c memcheck/rules_moves.c memcheck/rules_float.c memcheck/rules_calls.c \
  memcheck/engine.c memcheck/engine_private.h \
  memcheck/engine_values.c memcheck/engine_complaints.c memcheck/engine_told_once.c memcheck/engine_registers.c memcheck/engine_memory.c \
  memcheck/engine_statements.c memcheck/engine_origins.c memcheck/engine_precision.c memcheck/engine_repeats.c \
  memcheck/flags.c memcheck/flags.h \
  memcheck/stack_moves.c memcheck/stack_moves.h \
  memcheck/engine_undefined.c memcheck/undefined_registers.c memcheck/undefined_registers.h \
  memcheck/promotions.c memcheck/promotions.h \
  memcheck/speculate.c memcheck/speculate_private.h memcheck/speculate_memory.c memcheck/speculate_stack.c \
  memcheck/speculate_puts.c memcheck/speculate_extent.c

UNIT_TESTS += tests/unit/blocks_test tests/unit/quarantine_test tests/unit/pools_test tests/unit/stacks_test

tests_unit_blocks_test_SOURCES = tests/unit/blocks_test.c tests/unit/unit.h tests/support/env_host.c

tests_unit_quarantine_test_SOURCES = tests/unit/quarantine_test.c tests/unit/unit.h tests/support/env_host.c

tests_unit_pools_test_SOURCES = tests/unit/pools_test.c tests/unit/unit.h tests/support/env_host.c

tests_unit_stacks_test_SOURCES = tests/unit/stacks_test.c tests/unit/unit.h tests/support/env_host.c

UNIT_TESTS += tests/unit/slots_test
tests_unit_slots_test_SOURCES = tests/unit/slots_test.c tests/unit/unit.h tests/support/env_host.c

UNIT_TESTS += tests/unit/heap_sites_test
tests_unit_heap_sites_test_SOURCES = tests/unit/heap_sites_test.c tests/unit/unit.h tests/support/env_host.c

UNIT_TESTS += tests/unit/touched_test
tests_unit_touched_test_SOURCES = tests/unit/touched_test.c tests/unit/unit.h tests/support/env_host.c

UNIT_TESTS += tests/unit/unwind_test
tests_unit_unwind_test_SOURCES = tests/unit/unwind_test.c tests/unit/unit.h tests/support/env_host.c

UNIT_TESTS += tests/unit/leak_test tests/unit/leak_delta_test

tests_unit_leak_test_SOURCES = tests/unit/leak_test.c tests/unit/unit.h tests/support/env_host.c \
  tests/support/leak_model.c tests/support/leak_model.h

UNIT_TESTS += tests/unit/snapshot_capture_test tests/unit/snapshot_output_test tests/unit/snapshot_periods_test
tests_unit_snapshot_output_test_SOURCES = tests/unit/snapshot_output_test.c tests/unit/unit.h tests/support/env_host.c

tests_unit_snapshot_periods_test_SOURCES = tests/unit/snapshot_periods_test.c tests/unit/unit.h tests/support/env_host.c

tests_unit_snapshot_capture_test_SOURCES = tests/unit/snapshot_capture_test.c tests/unit/unit.h tests/support/env_host.c \
  tests/support/leak_model.c tests/support/leak_model.h

tests_unit_leak_delta_test_SOURCES = tests/unit/leak_delta_test.c tests/unit/unit.h tests/support/env_host.c

UNIT_TESTS += tests/unit/symbol_tables_test tests/unit/call_frames_test

tests_unit_symbol_tables_test_SOURCES = tests/unit/symbol_tables_test.c tests/unit/unit.h tests/support/env_host.c \
  tests/support/elf_memory.c tests/support/elf_memory.h

tests_unit_call_frames_test_SOURCES = tests/unit/call_frames_test.c tests/unit/unit.h tests/support/env_host.c

UNIT_TESTS += tests/unit/id_set_test tests/unit/address_map_test tests/unit/heapsort_test

tests_unit_id_set_test_SOURCES = tests/unit/id_set_test.c tests/unit/unit.h tests/support/env_host.c

tests_unit_address_map_test_SOURCES = tests/unit/address_map_test.c tests/unit/unit.h tests/support/env_host.c

tests_unit_heapsort_test_SOURCES = tests/unit/heapsort_test.c tests/unit/unit.h tests/support/env_host.c

# make leak-bench: the leak scan by itself, in a native program.
EXTRA_PROGRAMS += tests/bench/leak_bench
CLEANFILES += tests/bench/leak_bench
tests_bench_leak_bench_SOURCES = tests/bench/leak_bench.c tests/support/env_host.c
tests_bench_leak_bench_LDADD = libguest.a

leak-bench: tests/bench/leak_bench
	tests/bench/leak_bench
.PHONY: leak-bench

TOOL_GLUE += \
  memcheck/tool.c \
  memcheck/settings.c memcheck/settings.h \
  memcheck/process.c memcheck/process.h \
  memcheck/heap_view.c memcheck/heap_view.h memcheck/fail_alloc.c memcheck/fail_alloc.h \
  memcheck/file_descriptors.c memcheck/file_descriptors.h memcheck/file_descriptors.def \
  memcheck/heap.c memcheck/heap.h memcheck/heap_private.h memcheck/heap_functions.c memcheck/heap_checked.c \
  memcheck/accesses.c memcheck/accesses.h memcheck/xtree.c memcheck/xtree.h \
  memcheck/samples.c memcheck/samples.h memcheck/ticks.c memcheck/ticks.h memcheck/marks.c memcheck/marks.h \
  memcheck/requests.c memcheck/requests.h \
  memcheck/bulk.c memcheck/bulk.h \
  memcheck/repeats.c memcheck/repeats.h \
  memcheck/quick_requests.c memcheck/quick_requests.h \
  memcheck/requests_memory.c memcheck/requests_memory.h \
  memcheck/syscalls.c memcheck/syscalls.h \
  memcheck/monitor.c memcheck/monitor.h \
  memcheck/monitor_memory.c memcheck/monitor_leaks.c memcheck/monitor_pointers.c memcheck/monitor_snapshot.c \
  memcheck/errors.c memcheck/errors.h \
  memcheck/describe.c memcheck/describe.h \
  memcheck/client_blocks.c memcheck/client_blocks.h \
  memcheck/leaks.c memcheck/leaks.h memcheck/leaks_list.c memcheck/leaks_list.h \
  memcheck/roots.c memcheck/roots.h \
  memcheck/snapshots.c memcheck/snapshots.h memcheck/snapshot_file.c memcheck/snapshot_file.h \
  memcheck/snapshot_contents.c memcheck/snapshot_contents.h \
  memcheck/snapshot_threads.c memcheck/snapshot_threads.h \
  memcheck/thread_stacks.c memcheck/thread_stacks.h \
  memcheck/thread_storage.c memcheck/thread_storage.h \
  memcheck/snapshot_triggers.c memcheck/snapshot_triggers.h \
  memcheck/traces.c memcheck/traces.h \
  memcheck/modules.c memcheck/modules.h \
  memcheck/instrument.c memcheck/instrument.h memcheck/stubs.c memcheck/stubs.h \
  memcheck/memory.c memcheck/memory.h \
  memcheck/checks.c memcheck/checks.h memcheck/checks_private.h \
  memcheck/checks_quick.c memcheck/checks_quick.h memcheck/checks_remembered.h \
  memcheck/checks_ignored.c memcheck/checks_origins.c memcheck/stack_origins.c memcheck/stack_origins.h \
  memcheck/stack_tags.c memcheck/stack_tags.h

UNIT_TESTS += tests/unit/origins_test
tests_unit_origins_test_SOURCES = tests/unit/origins_test.c tests/unit/unit.h tests/support/env_host.c

UNIT_TESTS += tests/unit/build_id_test
tests_unit_build_id_test_SOURCES = tests/unit/build_id_test.c tests/unit/unit.h \
  tests/support/elf_memory.c tests/support/elf_memory.h

UNIT_TESTS += tests/unit/shadow_test
tests_unit_shadow_test_SOURCES = tests/unit/shadow_test.c tests/unit/unit.h tests/support/env_host.c

UNIT_TESTS += tests/unit/undefined_registers_test
tests_unit_undefined_registers_test_SOURCES = tests/unit/undefined_registers_test.c tests/unit/unit.h
tests_unit_undefined_registers_test_CPPFLAGS = $(ENGINE_TEST_CPPFLAGS)
tests_unit_undefined_registers_test_LDADD = $(ENGINE_TEST_LDADD)

UNIT_TESTS += tests/unit/promotions_test
tests_unit_promotions_test_SOURCES = tests/unit/promotions_test.c tests/unit/unit.h
tests_unit_promotions_test_CPPFLAGS = $(ENGINE_TEST_CPPFLAGS)
tests_unit_promotions_test_LDADD = $(ENGINE_TEST_LDADD)

UNIT_TESTS += tests/unit/definedness_test
tests_unit_definedness_test_SOURCES = tests/unit/definedness_test.c tests/unit/unit.h
tests_unit_definedness_test_CPPFLAGS = $(ENGINE_TEST_CPPFLAGS)
tests_unit_definedness_test_LDADD = $(ENGINE_TEST_LDADD)

UNIT_TESTS += tests/unit/flags_test
tests_unit_flags_test_SOURCES = tests/unit/flags_test.c tests/unit/unit.h
tests_unit_flags_test_CPPFLAGS = $(ENGINE_TEST_CPPFLAGS)
tests_unit_flags_test_LDADD = $(ENGINE_TEST_LDADD)

UNIT_TESTS += tests/unit/engine_test
tests_unit_engine_test_SOURCES = tests/unit/engine_test.c tests/unit/unit.h tests/support/env_host.c \
  tests/oracle/vex.c tests/oracle/vex.h
tests_unit_engine_test_CPPFLAGS = $(ENGINE_TEST_CPPFLAGS)
tests_unit_engine_test_LDADD = $(ENGINE_TEST_LDADD)

UNIT_TESTS += tests/unit/stack_moves_test
tests_unit_stack_moves_test_SOURCES = tests/unit/stack_moves_test.c tests/unit/unit.h \
  tests/oracle/vex.c tests/oracle/vex.h
tests_unit_stack_moves_test_CPPFLAGS = $(ENGINE_TEST_CPPFLAGS)
tests_unit_stack_moves_test_LDADD = $(ENGINE_TEST_LDADD)
