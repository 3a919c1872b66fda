# symbols/: addresses to names.
libseep_a_SOURCES += symbols/symbols.c symbols/symbols.h symbols/module_answers.c symbols/module_answers.h \
  symbols/answer_cache.c symbols/answer_cache.h symbols/demangle.c symbols/library_version.c symbols/library_version.h \
  symbols/mark_set.c symbols/mark_set.h symbols/module_state.h symbols/module_cache.c symbols/module_cache.h \
  symbols/module_file.c symbols/module_file.h symbols/module_files.c symbols/module_files.h symbols/module_marks.c \
  symbols/name_sources.h symbols/module_reader.c \
  symbols/module_reader.h symbols/module_reader_private.h symbols/module_locals.c symbols/module_calls.c \
  symbols/module_targets.c symbols/module_variables.c symbols/source_lines.c symbols/source_lines.h symbols/worker.c \
  symbols/worker.h symbols/worker_serve.c
libseep_a_SOURCES += symbols/dwarf/dwarf_die.c symbols/dwarf/dwarf_die.h symbols/dwarf/dwarf_file.c \
  symbols/dwarf/dwarf_file.h symbols/dwarf/dwarf_functions.c symbols/dwarf/dwarf_functions.h \
  symbols/dwarf/dwarf_index.c symbols/dwarf/dwarf_index.h symbols/dwarf/dwarf_instances.c \
  symbols/dwarf/dwarf_instances.h symbols/dwarf/dwarf_line_program.c symbols/dwarf/dwarf_line_program.h \
  symbols/dwarf/dwarf_lines.c symbols/dwarf/dwarf_lines.h symbols/dwarf/dwarf_locations.c \
  symbols/dwarf/dwarf_locations.h symbols/dwarf/dwarf_paths.c symbols/dwarf/dwarf_paths.h \
  symbols/dwarf/dwarf_members.c symbols/dwarf/dwarf_members.h symbols/dwarf/dwarf_type_graph.c \
  symbols/dwarf/dwarf_type_graph.h symbols/dwarf/type_items.h symbols/dwarf/dwarf_types.c \
  symbols/dwarf/dwarf_types.h symbols/dwarf/dwarf_library.c symbols/dwarf/dwarf_library.h \
  symbols/dwarf/dwarf_package.c symbols/dwarf/dwarf_package.h symbols/dwarf/dwarf_split.c \
  symbols/dwarf/dwarf_split.h symbols/dwarf/dwarf_split_image.c symbols/dwarf/dwarf_split_image.h \
  symbols/dwarf/dwarf_scopes.c symbols/dwarf/dwarf_scopes.h symbols/dwarf/dwarf_signature.c \
  symbols/dwarf/dwarf_signature.h \
  symbols/dwarf/dwarf_variables.c symbols/dwarf/dwarf_variables.h
libseep_a_SOURCES += symbols/elf/address_ranges.c symbols/elf/address_ranges.h symbols/elf/bytes.c symbols/elf/bytes.h \
  symbols/elf/call_sites.c symbols/elf/call_sites.h \
  symbols/elf/code_id.c symbols/elf/code_id.h symbols/elf/debug_files.c symbols/elf/debug_files.h \
  symbols/elf/debuginfod.c symbols/elf/debuginfod.h \
  symbols/elf/elf_file.c symbols/elf/elf_file.h symbols/elf/elf_made.c symbols/elf/elf_made.h symbols/elf/zstd.c symbols/elf/zstd.h symbols/elf/file_state.c symbols/elf/file_state.h \
  symbols/elf/mini_debug.c symbols/elf/mini_debug.h symbols/elf/short_jumps.c symbols/elf/short_jumps.h symbols/elf/symtab.c symbols/elf/symtab.h symbols/elf/warn.h \
  symbols/elf/value_clobbers.c symbols/elf/value_execute.c symbols/elf/value_flow.c symbols/elf/value_flow.h symbols/elf/value_flow_private.h \
  symbols/elf/value_state.c symbols/elf/value_state.h

UNIT_TESTS += tests/unit/symbols/symbols_names_test tests/unit/symbols/symbols_resolve_test \
  tests/unit/symbols/symbols_files_test tests/unit/symbols/symbols_hostile_test tests/unit/symbols/symbols_data_test \
  tests/unit/symbols/symbols_marks_test tests/unit/symbols/symbols_calls_test tests/unit/symbols/symbols_kept_test \
  tests/unit/symbols/symbols_variables_test tests/unit/symbols/symbols_qualified_test \
  tests/unit/symbols/symbols_split_test tests/unit/symbols/symbols_damage_test
SYMBOLS_SUPPORT = tests/support/symbols_fixture.c tests/support/symbols_fixture.h tests/unit/unit.h
SYMBOLS_IMAGE = tests/support/elf_image.c tests/support/elf_image.h

tests_unit_symbols_symbols_names_test_SOURCES = tests/unit/symbols/symbols_names_test.c tests/unit/unit.h

tests_unit_symbols_symbols_resolve_test_SOURCES = tests/unit/symbols/symbols_resolve_test.c $(SYMBOLS_SUPPORT)

tests_unit_symbols_symbols_files_test_SOURCES = tests/unit/symbols/symbols_files_test.c $(SYMBOLS_SUPPORT)

tests_unit_symbols_symbols_kept_test_SOURCES = tests/unit/symbols/symbols_kept_test.c $(SYMBOLS_SUPPORT)

tests_unit_symbols_symbols_variables_test_SOURCES = tests/unit/symbols/symbols_variables_test.c $(SYMBOLS_SUPPORT) \
  $(SYMBOLS_IMAGE)

tests_unit_symbols_symbols_damage_test_SOURCES = tests/unit/symbols/symbols_damage_test.c $(SYMBOLS_SUPPORT)

tests_unit_symbols_symbols_split_test_SOURCES = tests/unit/symbols/symbols_split_test.c $(SYMBOLS_SUPPORT)

tests_unit_symbols_symbols_qualified_test_SOURCES = tests/unit/symbols/symbols_qualified_test.c $(SYMBOLS_SUPPORT) \
  $(SYMBOLS_IMAGE)

tests_unit_symbols_symbols_data_test_SOURCES = tests/unit/symbols/symbols_data_test.c $(SYMBOLS_SUPPORT)

tests_unit_symbols_symbols_marks_test_SOURCES = tests/unit/symbols/symbols_marks_test.c $(SYMBOLS_SUPPORT)

tests_unit_symbols_symbols_calls_test_SOURCES = tests/unit/symbols/symbols_calls_test.c $(SYMBOLS_SUPPORT)

tests_unit_symbols_symbols_hostile_test_SOURCES = tests/unit/symbols/symbols_hostile_test.c $(SYMBOLS_SUPPORT) \
  $(SYMBOLS_IMAGE)

# Each format of debug information, beside other tools; tests/symbols/formats --long asks about every address.
check_PROGRAMS += tests/symbols/name_addresses
tests_symbols_name_addresses_SOURCES = tests/symbols/name_addresses.c
dist_check_SCRIPTS += tests/symbols/formats tests/symbols/servers
TESTS += tests/symbols/formats tests/symbols/servers

# How to run one:
#   tests/fuzz/fuzz_dwarf_seeds SEEDS && mkdir CORPUS
#   tests/fuzz/fuzz_dwarf -max_total_time=600 CORPUS SEEDS/dwarf
FUZZ_TARGETS += tests/fuzz/fuzz_elf tests/fuzz/fuzz_dwarf tests/fuzz/fuzz_split tests/fuzz/fuzz_calls
EXTRA_DIST += tests/fuzz/fuzz_elf.c tests/fuzz/fuzz_dwarf.c tests/fuzz/fuzz_split.c tests/fuzz/fuzz_calls.c tests/fuzz/fuzz_dwarf_seeds
fuzz_symbols_sources = $(srcdir)/symbols/*.c $(srcdir)/symbols/*/*.c $(srcdir)/record/file_sum.c \
  $(srcdir)/base/freestanding/mix.c $(srcdir)/base/error.c $(srcdir)/base/own_folder.c $(srcdir)/base/zencode.c \
  $(srcdir)/tests/support/elf_image.c
tests/fuzz/fuzz_elf: tests/fuzz/fuzz_elf.c tests/support/elf_image.c libseep.a
	$(FUZZ_LINK) -I$(srcdir)/tests -o $@ $(srcdir)/tests/fuzz/fuzz_elf.c $(fuzz_symbols_sources) $(HOST_LIBS)
tests/fuzz/fuzz_dwarf: tests/fuzz/fuzz_dwarf.c tests/support/elf_image.c libseep.a
	$(FUZZ_LINK) -I$(srcdir)/tests -o $@ $(srcdir)/tests/fuzz/fuzz_dwarf.c $(fuzz_symbols_sources) $(HOST_LIBS)
tests/fuzz/fuzz_split: tests/fuzz/fuzz_split.c tests/support/elf_image.c libseep.a
	$(FUZZ_LINK) -I$(srcdir)/tests -o $@ $(srcdir)/tests/fuzz/fuzz_split.c $(fuzz_symbols_sources) $(HOST_LIBS)
tests/fuzz/fuzz_calls: tests/fuzz/fuzz_calls.c tests/support/elf_image.c libseep.a
	$(FUZZ_LINK) -I$(srcdir)/tests -o $@ $(srcdir)/tests/fuzz/fuzz_calls.c $(fuzz_symbols_sources) $(HOST_LIBS)
