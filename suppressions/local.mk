# suppressions/: entries read, matched and written.
libseep_a_SOURCES += suppressions/suppressions.h suppressions/entry.h suppressions/suppression_kinds.def \
  suppressions/set.c suppressions/file_text.h suppressions/file_text.c suppressions/parse.h suppressions/parse.c \
  suppressions/load.c suppressions/glob.h suppressions/glob.c suppressions/normalize.h suppressions/normalize.c \
  suppressions/patterns.h suppressions/patterns.c suppressions/match.c suppressions/defaults.c \
  suppressions/extension_lines.h suppressions/extension_lines.def suppressions/extension_lines.c \
  suppressions/allocators.def suppressions/library_name.h suppressions/library_name.c suppressions/rewrite.h \
  suppressions/rewrite.c
libseep_a_SOURCES += suppressions/generate/convert.def suppressions/generate/convert.h suppressions/generate/convert.c
libseep_a_SOURCES += suppressions/unmet_limits.c
libseep_a_SOURCES += suppressions/generate/generate.c suppressions/generate/frame_lines.h \
  suppressions/generate/frame_lines.c suppressions/frame_role.h suppressions/frame_role.c \
  suppressions/generate/entry_text.h suppressions/generate/entry_text.c suppressions/generate/cover.h \
  suppressions/generate/cover.c suppressions/generate/mutants.h suppressions/generate/mutants.c
pkgdata_DATA += suppressions/default.supp
EXTRA_DIST += suppressions/default.supp

# In case Valgrind is removed.
pkgdata_DATA += suppressions/valgrind.supp
CLEANFILES += suppressions/valgrind.supp
suppressions/valgrind.supp: $(VALGRIND_LIBEXEC)/default.supp
	$(AM_V_GEN)$(MKDIR_P) suppressions && $(INSTALL_DATA) $< $@

# Sets for `include <name>`, and programs that need them.
setsdir = $(pkgdatadir)/sets
dist_sets_DATA = suppressions/sets/glib.supp suppressions/sets/glibc.supp suppressions/sets/openssl.supp \
  suppressions/sets/perl.supp suppressions/sets/python.supp suppressions/sets/qt.supp suppressions/sets/rust-std.supp

# The build tree has them where Seep finds them without being installed.
noinst_DATA += share/seep/built
CLEANFILES += share/seep/built share/seep/default.supp share/seep/sets/*.supp
share/seep/built: suppressions/default.supp $(dist_sets_DATA)
	$(AM_V_GEN)$(MKDIR_P) share/seep/sets && $(INSTALL_DATA) $(srcdir)/suppressions/default.supp share/seep && \
	  $(INSTALL_DATA) $(srcdir)/suppressions/sets/*.supp share/seep/sets && touch $@

dist_check_SCRIPTS += tests/sets/run
TESTS += tests/sets/run
EXTRA_DIST += tests/sets/glib.c tests/sets/glibc.c tests/sets/openssl.c tests/sets/qt.cpp tests/sets/rust_std.rs

UNIT_TESTS += tests/unit/suppressions/suppressions_parse_test
tests_unit_suppressions_suppressions_parse_test_SOURCES = tests/unit/suppressions/suppressions_parse_test.c \
  tests/unit/unit.h
tests_unit_suppressions_suppressions_parse_test_CPPFLAGS = $(UNIT_CPPFLAGS) -DSOURCE_DIR='"$(abs_top_srcdir)"'

UNIT_TESTS += tests/unit/suppressions/suppressions_match_test
tests_unit_suppressions_suppressions_match_test_SOURCES = tests/unit/suppressions/suppressions_match_test.c \
  tests/unit/unit.h tests/support/suppressions_oracle.c tests/support/suppressions_oracle.h

UNIT_TESTS += tests/unit/suppressions/suppressions_generate_test
tests_unit_suppressions_suppressions_generate_test_SOURCES = tests/unit/suppressions/suppressions_generate_test.c \
  tests/unit/unit.h
tests_unit_suppressions_suppressions_generate_test_CPPFLAGS = $(UNIT_CPPFLAGS) \
  -DLEAKY_PROGRAM='"$(abs_top_builddir)/tests/support/leaky_program"'
EXTRA_tests_unit_suppressions_suppressions_generate_test_DEPENDENCIES = tests/support/leaky_program

UNIT_TESTS += tests/unit/suppressions/suppressions_memory_test
tests_unit_suppressions_suppressions_memory_test_SOURCES = tests/unit/suppressions/suppressions_memory_test.c \
  tests/unit/unit.h
tests_unit_suppressions_suppressions_memory_test_LDFLAGS = $(HOST_LINKFLAGS) -Wl,--wrap=malloc -Wl,--wrap=calloc \
  -Wl,--wrap=realloc -Wl,--wrap=reallocarray -Wl,--wrap=strdup -Wl,--wrap=strndup -Wl,--wrap=asprintf

# A guest for Valgrind, so without sanitizers and optimization.
check_PROGRAMS += tests/support/leaky_program
tests_support_leaky_program_SOURCES = tests/support/leaky_program.c
tests_support_leaky_program_CFLAGS = -g -O0
tests_support_leaky_program_LDFLAGS =
tests_support_leaky_program_LDADD =

# Made by `make check` so that it always builds, run by hand or by `make bench`.
check_PROGRAMS += tests/bench/suppressions_bench
tests_bench_suppressions_bench_SOURCES = tests/bench/suppressions_bench.c \
  tests/support/suppressions_oracle.c tests/support/suppressions_oracle.h
tests_bench_suppressions_bench_LDADD = libseep.a $(HOST_LIBS)

FUZZ_TARGETS += tests/fuzz/fuzz_suppressions

UNIT_TESTS += tests/unit/suppressions/suppressions_extension_lines_test
tests_unit_suppressions_suppressions_extension_lines_test_SOURCES = \
  tests/unit/suppressions/suppressions_extension_lines_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/suppressions/suppressions_cover_test
tests_unit_suppressions_suppressions_cover_test_SOURCES = tests/unit/suppressions/suppressions_cover_test.c \
  tests/unit/unit.h

UNIT_TESTS += tests/unit/suppressions/suppressions_rewrite_test
tests_unit_suppressions_suppressions_rewrite_test_SOURCES = tests/unit/suppressions/suppressions_rewrite_test.c \
  tests/unit/unit.h

UNIT_TESTS += tests/unit/suppressions/suppressions_convert_test
tests_unit_suppressions_suppressions_convert_test_SOURCES = tests/unit/suppressions/suppressions_convert_test.c \
  tests/unit/unit.h

FUZZ_TARGETS += tests/fuzz/fuzz_suppression_tools
