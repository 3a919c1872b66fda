# memcheck/: the tool. GUEST_SOURCES are pure modules and stand on env.h alone; ENGINE_SOURCES, the instrumenter, on
# libvex's headers; TOOL_GLUE stands on Valgrind's core.
GUEST_SOURCES += coregrind-glue/vex/kept_registers.h
GUEST_SOURCES += memcheck/pure/base/bits.h memcheck/pure/base/env.h memcheck/pure/base/lock.h \
  memcheck/pure/base/redzone.h memcheck/pure/base/short_fill.h memcheck/pure/base/address_map.c \
  memcheck/pure/base/address_map.h memcheck/pure/base/heapsort.c memcheck/pure/base/heapsort.h \
  memcheck/pure/base/id_set.c memcheck/pure/base/id_set.h
GUEST_SOURCES += memcheck/pure/blocks/blocks.c memcheck/pure/blocks/blocks.h memcheck/pure/blocks/blocks_layout.h \
  memcheck/pure/blocks/quarantine.c memcheck/pure/blocks/quarantine.h memcheck/pure/blocks/pools.c \
  memcheck/pure/blocks/pools.h memcheck/pure/blocks/slots.c memcheck/pure/blocks/slots.h \
  memcheck/pure/blocks/block_sites.c memcheck/pure/blocks/block_sites.h memcheck/pure/blocks/sample_plan.c \
  memcheck/pure/blocks/sample_plan.h memcheck/pure/blocks/peak_plan.c memcheck/pure/blocks/peak_plan.h \
  memcheck/pure/blocks/stack_census.c memcheck/pure/blocks/stack_census.h memcheck/pure/blocks/touched_bytes.c \
  memcheck/pure/blocks/touched_bytes.h memcheck/pure/blocks/block_ends.c memcheck/pure/blocks/block_ends.h
GUEST_SOURCES += memcheck/pure/cost/code_segments.c memcheck/pure/cost/code_segments.h
GUEST_SOURCES += memcheck/pure/leak/leak_scan.c memcheck/pure/leak/leak_scan.h memcheck/pure/leak/leak_private.h \
  memcheck/pure/leak/leak_index.c memcheck/pure/leak/leak_index.h memcheck/pure/leak/leak_pointers.h \
  memcheck/pure/leak/leak_mark.c memcheck/pure/leak/leak_heuristic.c memcheck/pure/leak/leak_cycle.c \
  memcheck/pure/leak/leak_loss.c memcheck/pure/leak/leak_doubts.c memcheck/pure/leak/leak_doubts.h \
  memcheck/pure/leak/leak_delta.c memcheck/pure/leak/leak_delta.h memcheck/pure/leak/leak_frames.c \
  memcheck/pure/leak/leak_frames.h memcheck/pure/leak/leak_siblings.c memcheck/pure/leak/leak_siblings.h
GUEST_SOURCES += memcheck/pure/modules/elf_bytes.h memcheck/pure/modules/build_id.c memcheck/pure/modules/build_id.h \
  memcheck/pure/modules/symbol_tables.c memcheck/pure/modules/symbol_tables.h memcheck/pure/modules/perf_map.c \
  memcheck/pure/modules/perf_map.h memcheck/pure/modules/code_object.c memcheck/pure/modules/code_object.h \
  memcheck/pure/modules/next_function.c memcheck/pure/modules/next_function.h memcheck/pure/modules/file_language.c \
  memcheck/pure/modules/file_language.h memcheck/pure/modules/rust_names.c \
  memcheck/pure/modules/rust_names.h memcheck/pure/modules/call_frames.c memcheck/pure/modules/call_frames.h
GUEST_SOURCES += memcheck/pure/shadow/shadow.c memcheck/pure/shadow/shadow.h memcheck/pure/shadow/shadow_private.h \
  memcheck/pure/shadow/shadow_copy.c memcheck/pure/shadow/shadow_pages.c memcheck/pure/shadow/shadow_pages.h \
  memcheck/pure/shadow/origins.c memcheck/pure/shadow/origins.h memcheck/pure/shadow/origins_layout.h \
  memcheck/pure/shadow/stack_switches.c memcheck/pure/shadow/stack_switches.h
GUEST_SOURCES += memcheck/pure/snapshot/snapshot_capture.c memcheck/pure/snapshot/snapshot_capture.h \
  memcheck/pure/snapshot/snapshot_pieces.c memcheck/pure/snapshot/snapshot_pieces.h \
  memcheck/pure/snapshot/snapshot_worker.c memcheck/pure/snapshot/snapshot_worker.h \
  memcheck/pure/snapshot/snapshot_output.c memcheck/pure/snapshot/snapshot_output.h \
  memcheck/pure/snapshot/snapshot_periods.c memcheck/pure/snapshot/snapshot_periods.h
GUEST_SOURCES += memcheck/pure/errors/told_errors.c memcheck/pure/errors/told_errors.h
GUEST_SOURCES += memcheck/pure/follow/references.c memcheck/pure/follow/references.h memcheck/pure/follow/exits.c \
  memcheck/pure/follow/exits.h memcheck/pure/follow/moments.c memcheck/pure/follow/moments.h \
  memcheck/pure/follow/outlived.c memcheck/pure/follow/outlived.h
GUEST_SOURCES += memcheck/pure/follow/count_balance.c memcheck/pure/follow/count_balance.h \
  memcheck/pure/follow/count_left.c memcheck/pure/follow/count_parts.c memcheck/pure/follow/count_parts.h \
  memcheck/pure/follow/counts.c \
  memcheck/pure/follow/counts.h memcheck/pure/follow/counts_private.h memcheck/pure/follow/counts_learned.c \
  memcheck/pure/follow/counts_fields.c memcheck/pure/follow/counts_told.c
GUEST_SOURCES += memcheck/pure/stacks/stacks.c memcheck/pure/stacks/stacks.h memcheck/pure/stacks/unwind.c \
  memcheck/pure/stacks/unwind.h memcheck/pure/stacks/unwind_private.h memcheck/pure/stacks/unwind_sum.h \
  memcheck/pure/stacks/unwind_memo.c \
  memcheck/pure/stacks/unwind_frames.c

ENGINE_SOURCES += memcheck/pure/engine/weave.c memcheck/pure/engine/weave.h memcheck/pure/engine/engine.h \
  memcheck/pure/engine/definedness.c memcheck/pure/engine/definedness.h memcheck/pure/engine/definedness.def \
  memcheck/pure/engine/rules.c memcheck/pure/engine/rules.h memcheck/pure/engine/lanes.c memcheck/pure/engine/lanes.h \
  memcheck/pure/engine/rules_integer.c memcheck/pure/engine/rules_compare.c memcheck/pure/engine/rules_moves.c \
  memcheck/pure/engine/rules_float.c memcheck/pure/engine/rules_calls.c memcheck/pure/engine/engine.c \
  memcheck/pure/engine/engine_private.h memcheck/pure/engine/engine_shades.c memcheck/pure/engine/engine_complaints.c \
  memcheck/pure/engine/engine_repeated_complaints.c memcheck/pure/engine/engine_registers.c \
  memcheck/pure/engine/engine_memory.c memcheck/pure/engine/engine_statements.c memcheck/pure/engine/engine_calls.c \
  memcheck/pure/engine/stack_sums.c memcheck/pure/engine/stack_sums.h memcheck/pure/engine/engine_uses.c \
  memcheck/pure/engine/flags.c memcheck/pure/engine/flags.h memcheck/pure/engine/engine_undefined_registers.c \
  memcheck/pure/engine/undefined_registers.c memcheck/pure/engine/undefined_registers.h \
  memcheck/pure/engine/failing_instructions.c memcheck/pure/engine/failing_instructions.h
ENGINE_SOURCES += memcheck/pure/speculate/speculate.c memcheck/pure/speculate/speculate_private.h \
  memcheck/pure/speculate/speculate_extent.c memcheck/pure/speculate/speculate_checks.c \
  memcheck/pure/speculate/speculate_distances.c memcheck/pure/speculate/speculate_effects.c \
  memcheck/pure/speculate/speculate_stack.c memcheck/pure/speculate/speculate_unseen_puts.c
ENGINE_SOURCES += memcheck/pure/direct/decode.c memcheck/pure/direct/decode.h memcheck/pure/direct/decode_kinds.c \
  memcheck/pure/direct/decode_legal.c memcheck/pure/direct/decode_operands.c memcheck/pure/direct/decode_private.h \
  memcheck/pure/direct/decode_table.c memcheck/pure/direct/decode_x87.c shared/base/x87.def memcheck/pure/direct/x87.c \
  memcheck/pure/direct/instructions.def memcheck/pure/direct/emit.c memcheck/pure/direct/emit.h \
  memcheck/pure/direct/places.c memcheck/pure/direct/plan.c memcheck/pure/direct/plan.h memcheck/pure/direct/state.h \
  memcheck/pure/direct/block.h memcheck/pure/direct/direct_translate.c memcheck/pure/direct/translate_private.h \
  memcheck/pure/direct/borrow.c memcheck/pure/direct/segment_counts.c memcheck/pure/direct/fill.c \
  memcheck/pure/direct/leave.c memcheck/pure/direct/bounds.c \
  memcheck/pure/direct/v_checks.c memcheck/pure/direct/stack_code.c memcheck/pure/direct/jumps.c
ENGINE_SOURCES += memcheck/pure/engine/stack_moves.c memcheck/pure/engine/stack_moves.h

UNIT_TESTS += tests/unit/memcheck/blocks_test tests/unit/memcheck/quarantine_test tests/unit/memcheck/pools_test \
  tests/unit/memcheck/stacks_test

tests_unit_memcheck_blocks_test_SOURCES = tests/unit/memcheck/blocks_test.c tests/unit/unit.h tests/support/env_host.c

tests_unit_memcheck_quarantine_test_SOURCES = tests/unit/memcheck/quarantine_test.c tests/unit/unit.h \
  tests/support/env_host.c

tests_unit_memcheck_pools_test_SOURCES = tests/unit/memcheck/pools_test.c tests/unit/unit.h tests/support/env_host.c

tests_unit_memcheck_stacks_test_SOURCES = tests/unit/memcheck/stacks_test.c tests/unit/unit.h tests/support/env_host.c

UNIT_TESTS += tests/unit/memcheck/code_segments_test
tests_unit_memcheck_code_segments_test_SOURCES = tests/unit/memcheck/code_segments_test.c tests/unit/unit.h \
  tests/support/env_host.c

UNIT_TESTS += tests/unit/memcheck/told_errors_test
tests_unit_memcheck_told_errors_test_SOURCES = tests/unit/memcheck/told_errors_test.c tests/unit/unit.h \
  tests/support/env_host.c

UNIT_TESTS += tests/unit/memcheck/slots_test
tests_unit_memcheck_slots_test_SOURCES = tests/unit/memcheck/slots_test.c tests/unit/unit.h tests/support/env_host.c

UNIT_TESTS += tests/unit/memcheck/block_sites_test
tests_unit_memcheck_block_sites_test_SOURCES = tests/unit/memcheck/block_sites_test.c tests/unit/unit.h \
  tests/support/env_host.c

UNIT_TESTS += tests/unit/memcheck/stack_census_test
tests_unit_memcheck_stack_census_test_SOURCES = tests/unit/memcheck/stack_census_test.c tests/unit/unit.h \
  tests/support/env_host.c

UNIT_TESTS += tests/unit/memcheck/peak_plan_test
tests_unit_memcheck_peak_plan_test_SOURCES = tests/unit/memcheck/peak_plan_test.c tests/unit/unit.h \
  tests/support/env_host.c

UNIT_TESTS += tests/unit/memcheck/block_ends_test
tests_unit_memcheck_block_ends_test_SOURCES = tests/unit/memcheck/block_ends_test.c tests/unit/unit.h \
  tests/support/env_host.c

UNIT_TESTS += tests/unit/memcheck/touched_bytes_test
tests_unit_memcheck_touched_bytes_test_SOURCES = tests/unit/memcheck/touched_bytes_test.c tests/unit/unit.h \
  tests/support/env_host.c

UNIT_TESTS += tests/unit/memcheck/unwind_test
tests_unit_memcheck_unwind_test_SOURCES = tests/unit/memcheck/unwind_test.c tests/unit/unit.h tests/support/env_host.c

UNIT_TESTS += tests/unit/memcheck/leak_test tests/unit/memcheck/leak_delta_test

tests_unit_memcheck_leak_test_SOURCES = tests/unit/memcheck/leak_test.c tests/unit/unit.h tests/support/env_host.c \
  tests/support/leak_model.c tests/support/leak_model.h

UNIT_TESTS += tests/unit/memcheck/snapshot_capture_test tests/unit/memcheck/snapshot_output_test \
  tests/unit/memcheck/snapshot_periods_test
tests_unit_memcheck_snapshot_output_test_SOURCES = tests/unit/memcheck/snapshot_output_test.c tests/unit/unit.h \
  tests/support/env_host.c

tests_unit_memcheck_snapshot_periods_test_SOURCES = tests/unit/memcheck/snapshot_periods_test.c tests/unit/unit.h \
  tests/support/env_host.c

tests_unit_memcheck_snapshot_capture_test_SOURCES = tests/unit/memcheck/snapshot_capture_test.c tests/unit/unit.h \
  tests/support/env_host.c tests/support/leak_model.c tests/support/leak_model.h

tests_unit_memcheck_leak_delta_test_SOURCES = tests/unit/memcheck/leak_delta_test.c tests/unit/unit.h \
  tests/support/env_host.c

UNIT_TESTS += tests/unit/memcheck/symbol_tables_test tests/unit/memcheck/call_frames_test
UNIT_TESTS += tests/unit/memcheck/rust_names_test tests/unit/memcheck/perf_map_test \
  tests/unit/memcheck/code_object_test

tests_unit_memcheck_code_object_test_SOURCES = tests/unit/memcheck/code_object_test.c tests/unit/unit.h \
  tests/support/env_host.c tests/support/elf_memory.c tests/support/elf_memory.h

tests_unit_memcheck_perf_map_test_SOURCES = tests/unit/memcheck/perf_map_test.c tests/unit/unit.h \
  tests/support/env_host.c

tests_unit_memcheck_rust_names_test_SOURCES = tests/unit/memcheck/rust_names_test.c tests/unit/unit.h

tests_unit_memcheck_symbol_tables_test_SOURCES = tests/unit/memcheck/symbol_tables_test.c tests/unit/unit.h \
  tests/support/env_host.c tests/support/elf_memory.c tests/support/elf_memory.h

tests_unit_memcheck_call_frames_test_SOURCES = tests/unit/memcheck/call_frames_test.c tests/unit/unit.h \
  tests/support/env_host.c

UNIT_TESTS += tests/unit/memcheck/id_set_test tests/unit/memcheck/address_map_test tests/unit/memcheck/heapsort_test

tests_unit_memcheck_id_set_test_SOURCES = tests/unit/memcheck/id_set_test.c tests/unit/unit.h tests/support/env_host.c

tests_unit_memcheck_address_map_test_SOURCES = tests/unit/memcheck/address_map_test.c tests/unit/unit.h \
  tests/support/env_host.c

tests_unit_memcheck_heapsort_test_SOURCES = tests/unit/memcheck/heapsort_test.c tests/unit/unit.h \
  tests/support/env_host.c

# make leak-bench: the leak scan by itself, in a native program.
EXTRA_PROGRAMS += tests/bench/leak_bench
CLEANFILES += tests/bench/leak_bench
tests_bench_leak_bench_SOURCES = tests/bench/leak_bench.c tests/support/env_host.c
tests_bench_leak_bench_LDADD = libguest.a

leak-bench: tests/bench/leak_bench
	tests/bench/leak_bench
.PHONY: leak-bench

TOOL_GLUE += memcheck/tool.c memcheck/tool_interface.c memcheck/process.c memcheck/process.h memcheck/tool_options.c \
  memcheck/tool_options.h memcheck/dynamic_options.c memcheck/dynamic_options.h \
  memcheck/sanity.c memcheck/sanity.h memcheck/instrument.c \
  memcheck/instrument.h memcheck/test_runners.c memcheck/test_runners.h memcheck/test_runner_names.c \
  memcheck/test_runner_names.h
TOOL_GLUE += memcheck/base/clock.c memcheck/base/clock.h memcheck/base/guest_tables.c memcheck/base/guest_tables.h \
  memcheck/base/run_end.c memcheck/base/run_end.h memcheck/base/tool_settings.c memcheck/base/tool_settings.h \
  memcheck/base/running_tests.c memcheck/base/running_tests.h
TOOL_GLUE += memcheck/cost/cost.c memcheck/cost/cost.h memcheck/cost/cost_code.c memcheck/cost/cost_interface.c \
  memcheck/cost/cost_interface.h memcheck/cost/cost_mappings.c memcheck/cost/cost_private.h
TOOL_GLUE += memcheck/errors/errors.c memcheck/errors/errors.h memcheck/errors/describe_address.c \
  memcheck/errors/describe_address.h \
  memcheck/errors/pointer_events.c memcheck/errors/pointer_events.h \
  memcheck/errors/client_blocks.c memcheck/errors/client_blocks.h
TOOL_GLUE += memcheck/heap/heap_view.c memcheck/heap/heap_view.h memcheck/heap/fail_alloc.c memcheck/heap/fail_alloc.h \
  memcheck/heap/heap_blocks.c memcheck/heap/heap_blocks.h memcheck/heap/heap_private.h memcheck/heap/heap_functions.c \
  memcheck/heap/heap_census.c memcheck/heap/heap_census.h memcheck/heap/heap_told_sizes.c memcheck/heap/heap_xtree.c \
  memcheck/heap/heap_xtree.h memcheck/heap/samples.c memcheck/heap/samples.h \
  memcheck/heap/peaks.c memcheck/heap/peaks.h memcheck/heap/named_heaps.c memcheck/heap/named_heaps.h
TOOL_GLUE += memcheck/leak/leak_check.c memcheck/leak/leak_check.h memcheck/leak/leak_block_list.c \
  memcheck/leak/leak_block_list.h memcheck/leak/leak_reader.c memcheck/leak/leak_reader.h memcheck/leak/roots.c \
  memcheck/leak/roots.h memcheck/leak/explain.c memcheck/leak/lost_counts.c memcheck/leak/lost_counts.h \
  memcheck/leak/explain.h memcheck/leak/owners.c memcheck/leak/owners.h
TOOL_GLUE += memcheck/requests/file_descriptors.c memcheck/requests/file_descriptors.h \
  memcheck/requests/file_descriptors.def memcheck/requests/requests.c memcheck/requests/requests.h \
  memcheck/requests/quick_requests.c memcheck/requests/quick_requests.h memcheck/requests/requests_memory.c \
  memcheck/requests/requests_memory.h memcheck/requests/syscalls.c memcheck/requests/syscalls.h \
  memcheck/requests/monitor.c memcheck/requests/monitor.h memcheck/requests/monitor_memory.c \
  memcheck/requests/monitor_leaks.c memcheck/requests/monitor_pointers.c memcheck/requests/monitor_snapshot.c
TOOL_GLUE += memcheck/snapshot/snapshots.c memcheck/snapshot/snapshots.h memcheck/snapshot/snapshot_file.c \
  memcheck/snapshot/snapshot_file.h memcheck/snapshot/snapshot_contents.c memcheck/snapshot/snapshot_contents.h \
  memcheck/snapshot/snapshot_peaks.c memcheck/snapshot/snapshot_peaks.h \
  memcheck/snapshot/snapshot_bytes.c memcheck/snapshot/snapshot_bytes.h \
  memcheck/snapshot/snapshot_threads.c memcheck/snapshot/snapshot_threads.h memcheck/snapshot/snapshot_triggers.c \
  memcheck/snapshot/snapshot_triggers.h
TOOL_GLUE += memcheck/stacks/live_threads.c memcheck/stacks/live_threads.h memcheck/stacks/thread_storage.c \
  memcheck/stacks/thread_storage.h memcheck/stacks/traces.c memcheck/stacks/traces.h memcheck/stacks/stack_answers.c \
  memcheck/stacks/stack_answers.h
TOOL_GLUE += memcheck/runtime/accesses.c memcheck/runtime/accesses.h memcheck/runtime/bulk_requests.c \
  memcheck/runtime/bulk_requests.h memcheck/runtime/rep_instructions.c memcheck/runtime/rep_instructions.h \
  memcheck/runtime/thread_stacks.c memcheck/runtime/thread_stacks.h memcheck/runtime/running_stacks.c \
  memcheck/runtime/running_stacks.h memcheck/runtime/language_memory.c memcheck/runtime/language_memory.h \
  memcheck/runtime/stubs.c memcheck/runtime/stubs.h memcheck/runtime/memory_states.c memcheck/runtime/memory_states.h \
  memcheck/runtime/checks.c memcheck/runtime/checks.h memcheck/runtime/checks_private.h \
  memcheck/runtime/checks_quick.c memcheck/runtime/checks_quick.h memcheck/runtime/checks_origin_cache.h \
  memcheck/runtime/checks_ignored.c memcheck/runtime/checks_origins.c memcheck/runtime/stack_origins.c \
  memcheck/runtime/stack_origins.h memcheck/runtime/stack_tags.c memcheck/runtime/stack_tags.h \
  memcheck/runtime/followed_pointers.c memcheck/runtime/followed_pointers.h memcheck/runtime/follow_places.c \
  memcheck/runtime/follow_freed.c memcheck/runtime/follow_counts.c memcheck/runtime/follow_counts.h \
  memcheck/runtime/follow_exits.c memcheck/runtime/follow_exits.h \
  memcheck/runtime/follow_freed.h memcheck/runtime/follow_places.h memcheck/runtime/try_fix.c \
  memcheck/runtime/try_fix.h memcheck/runtime/value_paths.c \
  memcheck/runtime/value_paths.h

UNIT_TESTS += tests/unit/memcheck/references_test
tests_unit_memcheck_references_test_SOURCES = tests/unit/memcheck/references_test.c tests/unit/unit.h \
  tests/support/env_host.c

UNIT_TESTS += tests/unit/memcheck/count_balance_test
tests_unit_memcheck_count_balance_test_SOURCES = tests/unit/memcheck/count_balance_test.c tests/unit/unit.h \
  tests/support/env_host.c

UNIT_TESTS += tests/unit/memcheck/counts_test
tests_unit_memcheck_counts_test_SOURCES = tests/unit/memcheck/counts_test.c tests/unit/unit.h tests/support/env_host.c

UNIT_TESTS += tests/unit/memcheck/exits_test
tests_unit_memcheck_exits_test_SOURCES = tests/unit/memcheck/exits_test.c tests/unit/unit.h tests/support/env_host.c

UNIT_TESTS += tests/unit/memcheck/moments_test
tests_unit_memcheck_moments_test_SOURCES = tests/unit/memcheck/moments_test.c tests/unit/unit.h \
  tests/support/env_host.c

UNIT_TESTS += tests/unit/memcheck/outlived_test
tests_unit_memcheck_outlived_test_SOURCES = tests/unit/memcheck/outlived_test.c tests/unit/unit.h \
  tests/support/env_host.c

UNIT_TESTS += tests/unit/memcheck/invariants_test
tests_unit_memcheck_invariants_test_SOURCES = tests/unit/memcheck/invariants_test.c tests/unit/memcheck/broken_slots.c \
  tests/unit/memcheck/broken_stacks.c tests/unit/memcheck/broken_private.h tests/unit/unit.h tests/support/env_host.c

UNIT_TESTS += tests/unit/memcheck/origins_test
tests_unit_memcheck_origins_test_SOURCES = tests/unit/memcheck/origins_test.c tests/unit/unit.h tests/support/env_host.c

UNIT_TESTS += tests/unit/memcheck/build_id_test
tests_unit_memcheck_build_id_test_SOURCES = tests/unit/memcheck/build_id_test.c tests/unit/unit.h \
  tests/support/elf_memory.c tests/support/elf_memory.h

UNIT_TESTS += tests/unit/memcheck/stack_switches_test
tests_unit_memcheck_stack_switches_test_SOURCES = tests/unit/memcheck/stack_switches_test.c tests/unit/unit.h \
  tests/support/env_host.c

UNIT_TESTS += tests/unit/memcheck/shadow_test
tests_unit_memcheck_shadow_test_SOURCES = tests/unit/memcheck/shadow_test.c tests/unit/unit.h tests/support/env_host.c

UNIT_TESTS += tests/unit/memcheck/undefined_registers_test
tests_unit_memcheck_undefined_registers_test_SOURCES = tests/unit/memcheck/undefined_registers_test.c tests/unit/unit.h
tests_unit_memcheck_undefined_registers_test_CPPFLAGS = $(ENGINE_TEST_CPPFLAGS)
tests_unit_memcheck_undefined_registers_test_LDADD = $(ENGINE_TEST_LDADD)

UNIT_TESTS += tests/unit/memcheck/direct_decode_test
tests_unit_memcheck_direct_decode_test_SOURCES = tests/unit/memcheck/direct_decode_test.c tests/unit/unit.h
tests_unit_memcheck_direct_decode_test_CPPFLAGS = $(ENGINE_TEST_CPPFLAGS)
tests_unit_memcheck_direct_decode_test_LDADD = $(ENGINE_TEST_LDADD)

UNIT_TESTS += tests/unit/memcheck/direct_emit_test tests/unit/memcheck/direct_plan_test
tests_unit_memcheck_direct_emit_test_SOURCES = tests/unit/memcheck/direct_emit_test.c tests/unit/unit.h
tests_unit_memcheck_direct_emit_test_CPPFLAGS = $(ENGINE_TEST_CPPFLAGS)
tests_unit_memcheck_direct_emit_test_LDADD = $(ENGINE_TEST_LDADD)

tests_unit_memcheck_direct_plan_test_SOURCES = tests/unit/memcheck/direct_plan_test.c tests/unit/unit.h
tests_unit_memcheck_direct_plan_test_CPPFLAGS = $(ENGINE_TEST_CPPFLAGS)
tests_unit_memcheck_direct_plan_test_LDADD = $(ENGINE_TEST_LDADD)

UNIT_TESTS += tests/unit/memcheck/direct_places_test
tests_unit_memcheck_direct_places_test_SOURCES = tests/unit/memcheck/direct_places_test.c tests/unit/unit.h
tests_unit_memcheck_direct_places_test_CPPFLAGS = $(ENGINE_TEST_CPPFLAGS)
tests_unit_memcheck_direct_places_test_LDADD = $(ENGINE_TEST_LDADD)

UNIT_TESTS += tests/unit/memcheck/failing_instructions_test
tests_unit_memcheck_failing_instructions_test_SOURCES = tests/unit/memcheck/failing_instructions_test.c \
  tests/unit/unit.h
tests_unit_memcheck_failing_instructions_test_CPPFLAGS = $(ENGINE_TEST_CPPFLAGS)
tests_unit_memcheck_failing_instructions_test_LDADD = $(ENGINE_TEST_LDADD)

UNIT_TESTS += tests/unit/memcheck/definedness_test
tests_unit_memcheck_definedness_test_SOURCES = tests/unit/memcheck/definedness_test.c tests/unit/unit.h
tests_unit_memcheck_definedness_test_CPPFLAGS = $(ENGINE_TEST_CPPFLAGS)
tests_unit_memcheck_definedness_test_LDADD = $(ENGINE_TEST_LDADD)

UNIT_TESTS += tests/unit/memcheck/flags_test
tests_unit_memcheck_flags_test_SOURCES = tests/unit/memcheck/flags_test.c tests/unit/unit.h
tests_unit_memcheck_flags_test_CPPFLAGS = $(ENGINE_TEST_CPPFLAGS)
tests_unit_memcheck_flags_test_LDADD = $(ENGINE_TEST_LDADD)

UNIT_TESTS += tests/unit/memcheck/engine_test
tests_unit_memcheck_engine_test_SOURCES = tests/unit/memcheck/engine_test.c tests/unit/unit.h tests/support/env_host.c \
  tests/oracle/vex.c tests/oracle/vex.h
tests_unit_memcheck_engine_test_CPPFLAGS = $(ENGINE_TEST_CPPFLAGS)
tests_unit_memcheck_engine_test_LDADD = $(ENGINE_TEST_LDADD)

UNIT_TESTS += tests/unit/memcheck/stack_moves_test
tests_unit_memcheck_stack_moves_test_SOURCES = tests/unit/memcheck/stack_moves_test.c tests/unit/unit.h \
  tests/oracle/vex.c tests/oracle/vex.h
tests_unit_memcheck_stack_moves_test_CPPFLAGS = $(ENGINE_TEST_CPPFLAGS)
tests_unit_memcheck_stack_moves_test_LDADD = $(ENGINE_TEST_LDADD)
