# symbols/: addresses to names.
libseep_a_SOURCES += symbols/symbols.c symbols/symbols.h symbols/answers.c symbols/answers.h symbols/bytes.c \
  symbols/bytes.h symbols/cache.c symbols/cache.h symbols/debug_files.c symbols/debug_files.h symbols/demangle.c \
  symbols/dwarf_file.c symbols/dwarf_file.h symbols/dwarf_functions.c symbols/dwarf_functions.h symbols/dwarf_index.c \
  symbols/dwarf_index.h symbols/dwarf_lines.c symbols/dwarf_lines.h symbols/dwarf_ranges.c symbols/dwarf_ranges.h \
  symbols/elf_file.c symbols/elf_file.h symbols/grow.h symbols/module_reader.c symbols/module_reader.h symbols/probe.c \
  symbols/probe.h symbols/symtab.c symbols/symtab.h symbols/warn.h symbols/worker.c symbols/worker.h \
  symbols/worker_serve.c symbols/zencode.c symbols/zencode.h

UNIT_TESTS += tests/unit/symbols_names_test tests/unit/symbols_resolve_test
tests_unit_symbols_names_test_SOURCES = tests/unit/symbols_names_test.c tests/unit/unit.h
tests_unit_symbols_names_test_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_symbols_names_test_CFLAGS = $(UNIT_CFLAGS)
tests_unit_symbols_names_test_LDFLAGS = $(HOST_LINKFLAGS)
tests_unit_symbols_names_test_LDADD = $(UNIT_LDADD)
tests_unit_symbols_resolve_test_SOURCES = tests/unit/symbols_resolve_test.c tests/unit/symbols_support.c \
  tests/unit/symbols_support.h tests/unit/unit.h
tests_unit_symbols_resolve_test_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_symbols_resolve_test_CFLAGS = $(UNIT_CFLAGS)
tests_unit_symbols_resolve_test_LDFLAGS = $(HOST_LINKFLAGS)
tests_unit_symbols_resolve_test_LDADD = $(UNIT_LDADD)
