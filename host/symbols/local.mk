# host/symbols/: addresses to names.
libseep_a_SOURCES += host/symbols/symbols.c host/symbols/symbols.h host/symbols/module_answers.c \
  host/symbols/module_answers.h host/symbols/answer_cache.c host/symbols/answer_cache.h host/symbols/demangle.c \
  host/symbols/library_version.c host/symbols/library_version.h \
  host/symbols/module_state.h host/symbols/module_cache.c host/symbols/module_cache.h host/symbols/module_file.c \
  host/symbols/module_file.h host/symbols/module_files.c host/symbols/module_files.h host/symbols/module_marks.c \
  host/symbols/name_sources.h host/symbols/module_reader.c host/symbols/module_reader.h \
  host/symbols/module_reader_private.h host/symbols/module_locals.c host/symbols/module_calls.c \
  host/symbols/module_pointed_types.c host/symbols/module_variables.c host/symbols/source_lines.c \
  host/symbols/source_lines.h host/symbols/worker.c host/symbols/worker.h host/symbols/worker_serve.c \
  host/symbols/worker_deaths.c host/symbols/worker_deaths.h
libseep_a_SOURCES += host/symbols/dwarf/dwarf_die.c host/symbols/dwarf/dwarf_die.h host/symbols/dwarf/dwarf_file.c \
  host/symbols/dwarf/dwarf_file.h host/symbols/dwarf/dwarf_functions.c host/symbols/dwarf/dwarf_functions.h \
  host/symbols/dwarf/dwarf_index.c host/symbols/dwarf/dwarf_index.h host/symbols/dwarf/dwarf_instances.c \
  host/symbols/dwarf/dwarf_instances.h host/symbols/dwarf/dwarf_line_program.c host/symbols/dwarf/dwarf_line_program.h \
  host/symbols/dwarf/dwarf_lines.c host/symbols/dwarf/dwarf_lines.h host/symbols/dwarf/dwarf_locations.c \
  host/symbols/dwarf/dwarf_locations.h host/symbols/dwarf/dwarf_paths.c host/symbols/dwarf/dwarf_paths.h \
  host/symbols/dwarf/dwarf_members.c host/symbols/dwarf/dwarf_members.h host/symbols/dwarf/dwarf_type_graph.c \
  host/symbols/dwarf/dwarf_type_graph.h host/symbols/dwarf/type_items.h host/symbols/dwarf/dwarf_types.c \
  host/symbols/dwarf/dwarf_types.h host/symbols/dwarf/dwarf_library.c host/symbols/dwarf/dwarf_library.h \
  host/symbols/dwarf/dwarf_package.c host/symbols/dwarf/dwarf_package.h host/symbols/dwarf/dwarf_split.c \
  host/symbols/dwarf/dwarf_split.h host/symbols/dwarf/dwarf_split_image.c host/symbols/dwarf/dwarf_split_image.h \
  host/symbols/dwarf/dwarf_scopes.c host/symbols/dwarf/dwarf_scopes.h host/symbols/dwarf/dwarf_signature.c \
  host/symbols/dwarf/dwarf_signature.h \
  host/symbols/dwarf/dwarf_variables.c host/symbols/dwarf/dwarf_variables.h
libseep_a_SOURCES += host/symbols/elf/address_ranges.c host/symbols/elf/address_ranges.h host/symbols/elf/bytes.c \
  host/symbols/elf/bytes.h host/symbols/elf/call_sites.c host/symbols/elf/call_sites.h host/symbols/elf/code_id.c \
  host/symbols/elf/code_id.h host/symbols/elf/debug_files.c host/symbols/elf/debug_files.h \
  host/symbols/elf/debuginfod.c host/symbols/elf/debuginfod.h host/symbols/elf/decoder_library.c \
  host/symbols/elf/decoder_library.def host/symbols/elf/decoder_library.h \
  host/symbols/elf/elf_file.c host/symbols/elf/elf_file.h \
  host/symbols/elf/elf_made.c host/symbols/elf/elf_made.h host/symbols/elf/zstd.c host/symbols/elf/zstd.h \
  host/symbols/elf/file_state.c host/symbols/elf/file_state.h host/symbols/elf/mini_debug.c \
  host/symbols/elf/mini_debug.h host/symbols/elf/short_jumps.c host/symbols/elf/short_jumps.h \
  host/symbols/elf/symtab.c host/symbols/elf/symtab.h host/symbols/elf/warn.h host/symbols/elf/value_clobbers.c \
  host/symbols/elf/value_execute.c host/symbols/elf/handed_on_blocks.c host/symbols/elf/handed_on_blocks.h \
  host/symbols/elf/handed_on_blocks_private.h host/symbols/elf/value_state.c host/symbols/elf/value_state.h

UNIT_TESTS += tests/unit/host/symbols/symbols_names_test tests/unit/host/symbols/symbols_resolve_test \
  tests/unit/host/symbols/symbols_files_test tests/unit/host/symbols/symbols_hostile_test \
  tests/unit/host/symbols/symbols_data_test tests/unit/host/symbols/symbols_marks_test \
  tests/unit/host/symbols/symbols_calls_test tests/unit/host/symbols/symbols_kept_test \
  tests/unit/host/symbols/symbols_variables_test tests/unit/host/symbols/symbols_qualified_test \
  tests/unit/host/symbols/symbols_split_test tests/unit/host/symbols/symbols_damage_test \
  tests/unit/host/symbols/symbols_sizes_test
SYMBOLS_SUPPORT = tests/support/symbols_fixture.c tests/support/symbols_fixture.h tests/unit/unit.h
SYMBOLS_IMAGE = tests/support/elf_image.c tests/support/elf_image.h

tests_unit_host_symbols_symbols_names_test_SOURCES = tests/unit/host/symbols/symbols_names_test.c tests/unit/unit.h

tests_unit_host_symbols_symbols_resolve_test_SOURCES = tests/unit/host/symbols/symbols_resolve_test.c $(SYMBOLS_SUPPORT)

tests_unit_host_symbols_symbols_files_test_SOURCES = tests/unit/host/symbols/symbols_files_test.c $(SYMBOLS_SUPPORT)

tests_unit_host_symbols_symbols_kept_test_SOURCES = tests/unit/host/symbols/symbols_kept_test.c $(SYMBOLS_SUPPORT)

tests_unit_host_symbols_symbols_variables_test_SOURCES = tests/unit/host/symbols/symbols_variables_test.c \
  $(SYMBOLS_SUPPORT) $(SYMBOLS_IMAGE)

tests_unit_host_symbols_symbols_damage_test_SOURCES = tests/unit/host/symbols/symbols_damage_test.c $(SYMBOLS_SUPPORT)

tests_unit_host_symbols_symbols_split_test_SOURCES = tests/unit/host/symbols/symbols_split_test.c $(SYMBOLS_SUPPORT)

tests_unit_host_symbols_symbols_qualified_test_SOURCES = tests/unit/host/symbols/symbols_qualified_test.c \
  $(SYMBOLS_SUPPORT) $(SYMBOLS_IMAGE)

tests_unit_host_symbols_symbols_data_test_SOURCES = tests/unit/host/symbols/symbols_data_test.c $(SYMBOLS_SUPPORT)

tests_unit_host_symbols_symbols_marks_test_SOURCES = tests/unit/host/symbols/symbols_marks_test.c $(SYMBOLS_SUPPORT)

tests_unit_host_symbols_symbols_calls_test_SOURCES = tests/unit/host/symbols/symbols_calls_test.c $(SYMBOLS_SUPPORT)

tests_unit_host_symbols_symbols_sizes_test_SOURCES = tests/unit/host/symbols/symbols_sizes_test.c \
  $(SYMBOLS_SUPPORT) $(SYMBOLS_IMAGE)

tests_unit_host_symbols_symbols_hostile_test_SOURCES = tests/unit/host/symbols/symbols_hostile_test.c \
  $(SYMBOLS_SUPPORT) $(SYMBOLS_IMAGE)

# Each format of debug information, beside other tools; tests/symbols/formats --long asks about every address.
check_PROGRAMS += tests/symbols/name_addresses
tests_symbols_name_addresses_SOURCES = tests/symbols/name_addresses.c
dist_check_SCRIPTS += tests/symbols/formats tests/symbols/servers
TESTS += tests/symbols/formats tests/symbols/servers

# How to run one:
#   tests/fuzz/fuzz_dwarf_seeds SEEDS && mkdir CORPUS
#   tests/sanitizers/build/tests/fuzz/fuzz_dwarf -max_total_time=600 CORPUS SEEDS/dwarf
FUZZ_TARGETS += tests/fuzz/fuzz_elf tests/fuzz/fuzz_dwarf tests/fuzz/fuzz_split tests/fuzz/fuzz_calls
EXTRA_DIST += tests/fuzz/fuzz_dwarf_seeds
