# heap/: snapshots of heaps, who retains what, growth, exports; `seep heap`.

# Pure: a snapshot's file and its graph.
HEAP_PURE_SOURCES = heap/graph/class_pointers.c heap/graph/class_pointers.h heap/graph/dominators.c \
  heap/graph/graph.c heap/graph/graph.h heap/graph/graph_edges.h heap/graph/graph_parts.h heap/graph/graph_search.c \
  heap/graph/graph_walk.c heap/graph/label_sets.c heap/graph/label_sets.h heap/graph/large_pages.h \
  heap/graph/paths.c heap/graph/retained_below.c heap/graph/retained_sets.c heap/graph/snapshot.c \
  heap/graph/snapshot.h heap/graph/snapshot_frames.c heap/graph/snapshot_frames.h
libseep_a_SOURCES += $(HEAP_PURE_SOURCES)

# What roots are called.
libseep_a_SOURCES += heap/names/root_names.c heap/names/root_names.h heap/names/root_names_globals.c \
  heap/names/root_names_private.h heap/names/root_names_stacks.c

# One process's heap, and its sites.
libseep_a_SOURCES += heap/model/heap.c heap/model/heap.h heap/model/heap_list.c heap/model/heap_list.h \
  heap/model/contents.c heap/model/contents.h \
  heap/model/process_choice.c heap/model/process_choice.h heap/model/site_names.c heap/model/site_names.h \
  heap/model/site_table.c heap/model/site_table.h heap/model/type_paths.c heap/model/type_paths.h \
  heap/model/member_path.c heap/model/member_path.h

# What other programs' viewers read.
libseep_a_SOURCES += heap/exports/export.c heap/exports/export.h heap/exports/export_callgrind.c \
  heap/exports/export_dhat.c heap/exports/export_dot.c heap/exports/export_folded.c heap/exports/export_gml.c \
  heap/exports/export_massif.c heap/exports/export_pprof.c heap/exports/export_speedscope.c heap/exports/exports.def \
  heap/exports/profile.c heap/exports/profile.h heap/exports/surroundings.c heap/exports/surroundings.h \
  heap/exports/wire.c heap/exports/wire.h heap/exports/xtree_callgrind.c heap/exports/xtree_files.c \
  heap/exports/xtree_files.h heap/exports/xtree_formats.h heap/exports/xtree_massif.c

# `seep heap`: its questions, and how answers are shown.
libseep_a_SOURCES += heap/questions/ask.c heap/questions/ask.h heap/questions/ask_census.c heap/questions/ask_diff.c \
  heap/questions/ask_export.c heap/questions/ask_growth.c heap/questions/ask_overview.c heap/questions/ask_points.c \
  heap/questions/ask_retained.c heap/questions/ask_why.c heap/questions/census.c heap/questions/census.h \
  heap/questions/census_range.c heap/questions/command_heap.c heap/questions/commands.h heap/questions/heap_diff.c \
  heap/questions/heap_diff.h heap/questions/holders.c heap/questions/holders.h heap/questions/ask_show.c heap/questions/block_view.c heap/questions/block_view.h \
  heap/questions/path_view.c heap/questions/stored_view.c \
  heap/questions/path_view.h heap/questions/stored_view.h heap/questions/questions.def heap/questions/selection.c heap/questions/selection.h \
  heap/questions/sparkline.c heap/questions/sparkline.h heap/questions/view.c heap/questions/view.h \
  heap/questions/view_private.h heap/questions/view_table.c

# The view of the HTML page.
libseep_a_SOURCES += heap/page/heap_page.c heap/page/heap_page.h heap/page/heap_page_data.c \
  heap/page/heap_page_data.h heap/page/heap_page_links.c heap/page/heap_page_paths.c heap/page/heap_page_runs.c \
  heap/page/heap_page_series.c heap/page/heap_page_tree.c

# `seep pack`.
libseep_a_SOURCES += heap/command_pack.c heap/pack_names.c heap/pack_names.h

SNAPSHOT_TEST_SOURCES = \
  tests/support/record_builder.c tests/support/record_builder.h \
  tests/support/snapshot_builder.c tests/support/snapshot_builder.h tests/unit/unit.h

UNIT_TESTS += tests/unit/heap/heap_snapshot_test
tests_unit_heap_heap_snapshot_test_SOURCES = tests/unit/heap/heap_snapshot_test.c $(SNAPSHOT_TEST_SOURCES) \
  $(TEMPORARY_FILE_SOURCES)

UNIT_TESTS += tests/unit/heap/heap_open_test
tests_unit_heap_heap_open_test_SOURCES = tests/unit/heap/heap_open_test.c $(SNAPSHOT_TEST_SOURCES)

# make heap-oracle: many more random heaps.
UNIT_TESTS += tests/unit/heap/heap_graph_test
HEAP_ORACLE_GRAPHS = 200000
tests_unit_heap_heap_graph_test_SOURCES = tests/unit/heap/heap_graph_test.c tests/support/heap_oracle.c \
  tests/support/heap_oracle.h $(SNAPSHOT_TEST_SOURCES) $(TEMPORARY_FILE_SOURCES)

heap-oracle: tests/unit/heap/heap_graph_test$(EXEEXT)
	tests/unit/heap/heap_graph_test $(HEAP_ORACLE_GRAPHS)
.PHONY: heap-oracle

UNIT_TESTS += tests/unit/heap/heap_census_test
tests_unit_heap_heap_census_test_SOURCES = tests/unit/heap/heap_census_test.c tests/support/heap_oracle.c \
  tests/support/heap_oracle.h $(SNAPSHOT_TEST_SOURCES) $(TEMPORARY_FILE_SOURCES)

# make heap-bench: reading and analysing large snapshots.
EXTRA_PROGRAMS += tests/bench/heap_bench
CLEANFILES += tests/bench/heap_bench
tests_bench_heap_bench_SOURCES = tests/bench/heap_bench.c $(SNAPSHOT_TEST_SOURCES)
tests_bench_heap_bench_LDADD = libseep.a $(HOST_LIBS)

heap-bench: tests/bench/heap_bench$(EXEEXT)
	tests/bench/heap_bench
.PHONY: heap-bench

FUZZ_TARGETS += tests/fuzz/fuzz_snapshot
EXTRA_DIST += tests/fuzz/fuzz_snapshot.c tests/fuzz/snapshot_input.c tests/fuzz/snapshot_input.h
fuzz_snapshot_sources = $(srcdir)/tests/fuzz/fuzz_snapshot.c $(srcdir)/tests/fuzz/snapshot_input.c \
  $(srcdir)/heap/graph/snapshot*.c $(srcdir)/heap/graph/graph*.c $(srcdir)/heap/graph/dominators.c \
  $(srcdir)/heap/graph/paths.c $(srcdir)/heap/graph/retained*.c $(srcdir)/heap/graph/label_sets.c $(srcdir)/record/*.c \
  $(srcdir)/base/error.c
tests/fuzz/fuzz_snapshot: tests/fuzz/fuzz_snapshot.c libseep.a
	$(FUZZ_LINK) -I$(srcdir)/tests -o $@ $(fuzz_snapshot_sources) libseep.a $(HOST_LIBS)

# How to run both: tests/fuzz/fuzz_heap_seeds SEEDS && mkdir CORPUS && tests/fuzz/fuzz_heap CORPUS SEEDS
FUZZ_TARGETS += tests/fuzz/fuzz_heap
EXTRA_DIST += tests/fuzz/fuzz_heap.c tests/fuzz/fuzz_heap_seeds
fuzz_heap_sources = $(srcdir)/tests/fuzz/fuzz_heap.c $(srcdir)/tests/fuzz/snapshot_input.c \
  $(srcdir)/heap/*.c $(srcdir)/heap/*/*.c $(fuzz_report_modules)
tests/fuzz/fuzz_heap: tests/fuzz/fuzz_heap.c libseep.a heap/page_parts.inc $(PAGE_PARTS)
	$(FUZZ_LINK) -I$(srcdir)/tests -o $@ $(fuzz_heap_sources) $(HOST_LIBS)

# How to run it: tests/fuzz/fuzz_heap_seeds --exports SEEDS && mkdir CORPUS && tests/fuzz/fuzz_export CORPUS SEEDS
FUZZ_TARGETS += tests/fuzz/fuzz_export
EXTRA_DIST += tests/fuzz/fuzz_export.c
fuzz_export_sources = $(srcdir)/tests/fuzz/fuzz_export.c $(srcdir)/tests/fuzz/snapshot_input.c \
  $(srcdir)/tests/fuzz/frame_input.c $(srcdir)/tests/support/pprof_reader.c \
  $(srcdir)/heap/*.c $(srcdir)/heap/*/*.c $(fuzz_report_modules)
tests/fuzz/fuzz_export: tests/fuzz/fuzz_export.c libseep.a heap/page_parts.inc $(PAGE_PARTS)
	$(FUZZ_LINK) -I$(srcdir)/tests -o $@ $(fuzz_export_sources) $(HOST_LIBS)

UNIT_TESTS += tests/unit/heap/heap_names_test
tests_unit_heap_heap_names_test_SOURCES = tests/unit/heap/heap_names_test.c \
  tests/support/record_builder.c tests/support/record_builder.h $(SYMBOLS_SUPPORT)

HEAP_FIXTURE_SOURCES = tests/support/heap_fixture.c tests/support/heap_fixture.h \
  tests/support/fake_symbols.c tests/support/fake_symbols.h \
  tests/support/record_builder.c tests/support/record_builder.h

UNIT_TESTS += tests/unit/heap/heap_export_test
tests_unit_heap_heap_export_test_SOURCES = tests/unit/heap/heap_export_test.c tests/support/pprof_reader.c \
  tests/support/pprof_reader.h tests/unit/unit.h $(HEAP_FIXTURE_SOURCES)

UNIT_TESTS += tests/unit/heap/heap_xtree_test
tests_unit_heap_heap_xtree_test_SOURCES = tests/unit/heap/heap_xtree_test.c tests/support/temporary_file.c \
  tests/support/temporary_file.h $(REPORT_TEST_SOURCES)

# Their files in the real viewers.
check_PROGRAMS += tests/heap/write_exports
tests_heap_write_exports_SOURCES = tests/heap/write_exports.c $(HEAP_FIXTURE_SOURCES)
dist_check_SCRIPTS += tests/heap/exports tests/heap/fetch-viewers
TESTS += tests/heap/exports

# Reads and writes of blocks, beside DHAT.
dist_check_SCRIPTS += tests/heap/access tests/heap/snapshot_writer
TESTS += tests/heap/access tests/heap/snapshot_writer

# Exports of a run beside the files of Massif and DHAT.
dist_check_SCRIPTS += tests/heap/exports_beside
TESTS += tests/heap/exports_beside
EXTRA_DIST += tests/heap/profiled.c
clean-local: clean-heap
clean-heap:
	rm -rf tests/heap/exports-work tests/heap/access-work tests/heap/exports_beside-work tests/heap/package
.PHONY: clean-heap

# The heap's view of the HTML page, as constants of C.
HEAP_PAGE_HTML = heap/page/html/heap.html
HEAP_PAGE_STYLE = heap/page/html/heap.css
HEAP_PAGE_SCRIPT = heap/page/html/model.js heap/page/html/chart.js heap/page/html/sites.js heap/page/html/map.js \
  heap/page/html/why.js heap/page/html/view.js
heap/page_parts.inc: $(HEAP_PAGE_HTML) $(HEAP_PAGE_STYLE) $(HEAP_PAGE_SCRIPT) report/page/html/embed.awk
	$(PAGE_EMBED) name=heap_html $(srcdir)/$(HEAP_PAGE_HTML) name=heap_css $(srcdir)/$(HEAP_PAGE_STYLE) \
	  name=heap_js $(HEAP_PAGE_SCRIPT:%=$(srcdir)/%) > $@.tmp && mv $@.tmp $@
heap/page/libseep_a-heap_page.$(OBJEXT): heap/page_parts.inc
EXTRA_DIST += $(HEAP_PAGE_HTML) $(HEAP_PAGE_STYLE) $(HEAP_PAGE_SCRIPT)
CLEANFILES += heap/page_parts.inc

HEAP_SPECIMEN_SOURCES = tests/heap/heap_specimens.c tests/heap/heap_specimens.h \
  tests/formats/specimens.c tests/formats/specimens.h

UNIT_TESTS += tests/unit/heap/heap_page_test
tests_unit_heap_heap_page_test_SOURCES = tests/unit/heap/heap_page_test.c $(HEAP_SPECIMEN_SOURCES) tests/unit/unit.h

check_PROGRAMS += tests/heap/write_heap_page
tests_heap_write_heap_page_SOURCES = tests/heap/write_heap_page.c $(HEAP_SPECIMEN_SOURCES)
dist_check_SCRIPTS += tests/heap/page tests/heap/screenshots
TESTS += tests/heap/page
clean-local: clean-heap-page
clean-heap-page:
	rm -rf tests/heap/page-work
.PHONY: clean-heap-page

# Questions, and what roots are called, on real programs.
dist_check_SCRIPTS += tests/heap/ask tests/heap/names
TESTS += tests/heap/ask tests/heap/names

UNIT_TESTS += tests/unit/heap/heap_ask_test
tests_unit_heap_heap_ask_test_SOURCES = tests/unit/heap/heap_ask_test.c tests/unit/unit.h $(HEAP_FIXTURE_SOURCES)

# What docs/heap-story.md tells, and its pictures.
dist_check_SCRIPTS += tests/heap/story
TESTS += tests/heap/story

UNIT_TESTS += tests/unit/heap/heap_type_paths_test
tests_unit_heap_heap_type_paths_test_SOURCES = tests/unit/heap/heap_type_paths_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/heap/heap_sparkline_test
tests_unit_heap_heap_sparkline_test_SOURCES = tests/unit/heap/heap_sparkline_test.c tests/unit/unit.h
