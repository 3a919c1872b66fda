# symbols/: addresses to names.
libseep_a_SOURCES += symbols/symbols.c symbols/symbols.h symbols/answers.c symbols/answers.h symbols/bytes.c \
  symbols/bytes.h symbols/cache.c symbols/cache.h symbols/call_sites.c symbols/call_sites.h \
  symbols/code_id.c symbols/code_id.h symbols/debug_files.c \
  symbols/debug_files.h symbols/demangle.c \
  symbols/dwarf_abbreviations.c symbols/dwarf_abbreviations.h symbols/dwarf_file.c symbols/dwarf_file.h \
  symbols/dwarf_functions.c symbols/dwarf_functions.h symbols/dwarf_index.c symbols/dwarf_index.h \
  symbols/dwarf_instances.c symbols/dwarf_instances.h \
  symbols/dwarf_line_program.c symbols/dwarf_line_program.h symbols/dwarf_lines.c symbols/dwarf_lines.h \
  symbols/dwarf_locations.c symbols/dwarf_locations.h symbols/dwarf_paths.c symbols/dwarf_paths.h \
  symbols/dwarf_ranges.c symbols/dwarf_ranges.h symbols/dwarf_signatures.c symbols/dwarf_signatures.h symbols/dwarf_types.c \
  symbols/dwarf_types.h \
  symbols/dwarf_variables.c symbols/dwarf_variables.h symbols/elf_file.c symbols/elf_file.h \
  symbols/library_version.c symbols/library_version.h \
  symbols/mark_set.c symbols/mark_set.h symbols/module.h symbols/module_cache.c symbols/module_cache.h \
  symbols/module_files.c symbols/module_files.h symbols/module_marks.c symbols/name_sources.h \
  symbols/module_reader.c symbols/module_reader.h symbols/module_reader_private.h symbols/module_locals.c \
  symbols/module_calls.c \
  symbols/module_targets.c symbols/module_variables.c \
  symbols/probe.c symbols/probe.h symbols/sources.c symbols/sources.h symbols/symtab.c symbols/symtab.h \
  symbols/value_flow.c symbols/value_flow.h \
  symbols/warn.h symbols/worker.c symbols/worker.h symbols/worker_serve.c symbols/zencode.c symbols/zencode.h

UNIT_TESTS += tests/unit/symbols_names_test tests/unit/symbols_resolve_test tests/unit/symbols_files_test \
  tests/unit/symbols_hostile_test tests/unit/symbols_data_test tests/unit/symbols_marks_test \
  tests/unit/symbols_calls_test tests/unit/symbols_kept_test tests/unit/symbols_variables_test
SYMBOLS_SUPPORT = tests/unit/symbols_support.c tests/unit/symbols_support.h tests/unit/unit.h
SYMBOLS_IMAGE = tests/unit/symbols_elf_image.c tests/unit/symbols_elf_image.h

tests_unit_symbols_names_test_SOURCES = tests/unit/symbols_names_test.c tests/unit/unit.h

tests_unit_symbols_resolve_test_SOURCES = tests/unit/symbols_resolve_test.c $(SYMBOLS_SUPPORT)

tests_unit_symbols_files_test_SOURCES = tests/unit/symbols_files_test.c $(SYMBOLS_SUPPORT)

tests_unit_symbols_kept_test_SOURCES = tests/unit/symbols_kept_test.c $(SYMBOLS_SUPPORT)

tests_unit_symbols_variables_test_SOURCES = tests/unit/symbols_variables_test.c $(SYMBOLS_SUPPORT) $(SYMBOLS_IMAGE)

tests_unit_symbols_data_test_SOURCES = tests/unit/symbols_data_test.c $(SYMBOLS_SUPPORT)

tests_unit_symbols_marks_test_SOURCES = tests/unit/symbols_marks_test.c $(SYMBOLS_SUPPORT)

tests_unit_symbols_calls_test_SOURCES = tests/unit/symbols_calls_test.c $(SYMBOLS_SUPPORT)

tests_unit_symbols_hostile_test_SOURCES = tests/unit/symbols_hostile_test.c $(SYMBOLS_SUPPORT) $(SYMBOLS_IMAGE)

# How to run one:
#   tests/fuzz/fuzz_dwarf_seeds SEEDS && mkdir CORPUS
#   ASAN_OPTIONS=detect_leaks=0 tests/fuzz/fuzz_dwarf -max_total_time=600 CORPUS SEEDS/dwarf
# Leaks are not looked for, as libdwarf has some of its own on the way out of errors.
FUZZ_TARGETS += tests/fuzz/fuzz_elf tests/fuzz/fuzz_dwarf tests/fuzz/fuzz_calls
EXTRA_DIST += tests/fuzz/fuzz_elf.c tests/fuzz/fuzz_dwarf.c tests/fuzz/fuzz_calls.c tests/fuzz/fuzz_dwarf_seeds
fuzz_symbols_sources = $(srcdir)/symbols/*.c $(srcdir)/record/file_sum.c $(srcdir)/cache/mix.c $(srcdir)/base/error.c $(srcdir)/base/own_folder.c $(srcdir)/tests/unit/symbols_elf_image.c
tests/fuzz/fuzz_elf: tests/fuzz/fuzz_elf.c tests/unit/symbols_elf_image.c libseep.a
	$(FUZZ_LINK) -I$(srcdir)/tests -o $@ $(srcdir)/tests/fuzz/fuzz_elf.c $(fuzz_symbols_sources) $(HOST_LIBS)
tests/fuzz/fuzz_dwarf: tests/fuzz/fuzz_dwarf.c tests/unit/symbols_elf_image.c libseep.a
	$(FUZZ_LINK) -I$(srcdir)/tests -o $@ $(srcdir)/tests/fuzz/fuzz_dwarf.c $(fuzz_symbols_sources) $(HOST_LIBS)
tests/fuzz/fuzz_calls: tests/fuzz/fuzz_calls.c tests/unit/symbols_elf_image.c libseep.a
	$(FUZZ_LINK) -I$(srcdir)/tests -o $@ $(srcdir)/tests/fuzz/fuzz_calls.c $(fuzz_symbols_sources) $(HOST_LIBS)
