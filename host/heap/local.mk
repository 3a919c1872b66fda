# host/heap/: snapshots of heaps, who retains what, growth, exports; `seep heap`.

# Pure: a snapshot's file and its graph.
HEAP_PURE_SOURCES = host/heap/graph/class_pointers.c host/heap/graph/class_pointers.h host/heap/graph/dominators.c \
  host/heap/graph/graph.c host/heap/graph/graph.h host/heap/graph/graph_edges.h host/heap/graph/graph_parts.h \
  host/heap/graph/graph_search.c host/heap/graph/graph_walk.c host/heap/graph/label_sets.c \
  host/heap/graph/label_sets.h host/heap/graph/large_pages.h host/heap/graph/paths.c host/heap/graph/retained_below.c \
  host/heap/graph/retained_sets.c host/heap/graph/snapshot.c host/heap/graph/snapshot.h \
  host/heap/graph/snapshot_frames.c host/heap/graph/snapshot_frames.h
libseep_a_SOURCES += $(HEAP_PURE_SOURCES)

# What roots are called.
libseep_a_SOURCES += host/heap/names/root_names.c host/heap/names/root_names.h host/heap/names/root_names_globals.c \
  host/heap/names/root_names_private.h host/heap/names/root_names_stacks.c

# One process's heap, and its sites.
libseep_a_SOURCES += host/heap/model/heap.c host/heap/model/heap.h host/heap/model/heap_list.c \
  host/heap/model/heap_list.h host/heap/model/contents.c host/heap/model/contents.h host/heap/model/process_choice.c \
  host/heap/model/process_choice.h host/heap/model/site_names.c host/heap/model/site_names.h \
  host/heap/model/site_table.c host/heap/model/site_table.h host/heap/model/type_paths.c host/heap/model/type_paths.h \
  host/heap/model/member_path.c host/heap/model/member_path.h

# What other programs' viewers read.
libseep_a_SOURCES += host/heap/exports/export.c host/heap/exports/export.h host/heap/exports/export_callgrind.c \
  host/heap/exports/export_dhat.c host/heap/exports/export_dot.c host/heap/exports/export_folded.c \
  host/heap/exports/export_gml.c host/heap/exports/export_massif.c host/heap/exports/export_pprof.c \
  host/heap/exports/export_speedscope.c host/heap/exports/exports.def host/heap/exports/profile.c \
  host/heap/exports/profile.h host/heap/exports/surroundings.c host/heap/exports/surroundings.h \
  host/heap/exports/protobuf_wire.c host/heap/exports/protobuf_wire.h host/heap/exports/xtree_files.c \
  host/heap/exports/xtree_files.h host/heap/exports/xtree_formats.h

# `seep heap`: its questions, and how answers are shown.
libseep_a_SOURCES += host/heap/questions/ask.c host/heap/questions/ask.h host/heap/questions/ask_census.c \
  host/heap/questions/ask_diff.c host/heap/questions/ask_export.c host/heap/questions/ask_growth.c \
  host/heap/questions/ask_overview.c host/heap/questions/ask_points.c host/heap/questions/ask_retained.c \
  host/heap/questions/ask_why.c host/heap/questions/census.c host/heap/questions/census.h \
  host/heap/questions/census_range.c host/heap/questions/command_heap.c \
  host/heap/questions/heap_diff.c host/heap/questions/heap_diff.h host/heap/questions/holders.c \
  host/heap/questions/holders.h host/heap/questions/ask_show.c host/heap/questions/block_view.c \
  host/heap/questions/block_view.h host/heap/questions/path_view.c host/heap/questions/stored_view.c \
  host/heap/questions/path_view.h host/heap/questions/stored_view.h host/heap/questions/questions.def \
  host/heap/questions/selection.c host/heap/questions/selection.h host/heap/questions/sparkline.c \
  host/heap/questions/sparkline.h host/heap/questions/view.c host/heap/questions/view.h \
  host/heap/questions/view_private.h host/heap/questions/view_table.c

# `seep top`: the heap of a program that runs.
libseep_a_SOURCES += host/heap/top/live_places.c host/heap/top/live_places.h host/heap/top/live_record.c \
  host/heap/top/live_record.h host/heap/top/top_screen.c host/heap/top/top_screen.h host/heap/top/full_screen.c \
  host/heap/top/full_screen.h

# The view of the HTML page.
libseep_a_SOURCES += host/heap/page/heap_page.c host/heap/page/heap_page.h host/heap/page/heap_page_data.c \
  host/heap/page/heap_page_data.h host/heap/page/heap_page_links.c host/heap/page/heap_page_paths.c \
  host/heap/page/heap_page_runs.c host/heap/page/heap_page_series.c host/heap/page/heap_page_tree.c

# `seep pack`.
libseep_a_SOURCES += host/heap/command_pack.c host/heap/pack_names.c host/heap/pack_names.h

SNAPSHOT_TEST_SOURCES = \
  tests/support/record_builder.c tests/support/record_builder.h \
  tests/support/snapshot_builder.c tests/support/snapshot_builder.h tests/unit/unit.h

UNIT_TESTS += tests/unit/host/heap/heap_snapshot_test
tests_unit_host_heap_heap_snapshot_test_SOURCES = tests/unit/host/heap/heap_snapshot_test.c $(SNAPSHOT_TEST_SOURCES) \
  $(TEMPORARY_FILE_SOURCES)

UNIT_TESTS += tests/unit/host/heap/heap_open_test
tests_unit_host_heap_heap_open_test_SOURCES = tests/unit/host/heap/heap_open_test.c $(SNAPSHOT_TEST_SOURCES)

# make heap-oracle: many more random heaps.
UNIT_TESTS += tests/unit/host/heap/heap_graph_test
HEAP_ORACLE_GRAPHS = 200000
tests_unit_host_heap_heap_graph_test_SOURCES = tests/unit/host/heap/heap_graph_test.c tests/support/heap_oracle.c \
  tests/support/heap_oracle.h $(SNAPSHOT_TEST_SOURCES) $(TEMPORARY_FILE_SOURCES)

heap-oracle: tests/unit/host/heap/heap_graph_test$(EXEEXT)
	tests/unit/host/heap/heap_graph_test $(HEAP_ORACLE_GRAPHS)
.PHONY: heap-oracle

UNIT_TESTS += tests/unit/host/heap/heap_census_test
tests_unit_host_heap_heap_census_test_SOURCES = tests/unit/host/heap/heap_census_test.c tests/support/heap_oracle.c \
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

# How to run both: tests/fuzz/fuzz_heap_seeds SEEDS && mkdir CORPUS &&
#   tests/sanitizers/build/tests/fuzz/fuzz_heap CORPUS SEEDS
FUZZ_TARGETS += tests/fuzz/fuzz_heap
EXTRA_DIST += tests/fuzz/fuzz_heap_seeds

# How to run it: tests/fuzz/fuzz_heap_seeds --exports SEEDS && mkdir CORPUS &&
#   tests/sanitizers/build/tests/fuzz/fuzz_export CORPUS SEEDS
FUZZ_TARGETS += tests/fuzz/fuzz_export

UNIT_TESTS += tests/unit/host/heap/heap_names_test
tests_unit_host_heap_heap_names_test_SOURCES = tests/unit/host/heap/heap_names_test.c \
  tests/support/record_builder.c tests/support/record_builder.h $(SYMBOLS_SUPPORT)

HEAP_FIXTURE_SOURCES = tests/support/heap_fixture.c tests/support/heap_fixture.h \
  tests/support/fake_symbols.c tests/support/fake_symbols.h \
  tests/support/record_builder.c tests/support/record_builder.h

UNIT_TESTS += tests/unit/host/heap/heap_export_test
tests_unit_host_heap_heap_export_test_SOURCES = tests/unit/host/heap/heap_export_test.c tests/support/pprof_reader.c \
  tests/support/pprof_reader.h tests/unit/unit.h $(HEAP_FIXTURE_SOURCES)

UNIT_TESTS += tests/unit/host/heap/heap_xtree_test
tests_unit_host_heap_heap_xtree_test_SOURCES = tests/unit/host/heap/heap_xtree_test.c tests/support/temporary_file.c \
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
HEAP_PAGE_HTML = host/heap/page/html/heap.html
HEAP_PAGE_STYLE = host/heap/page/html/heap.css
HEAP_PAGE_SCRIPT = host/heap/page/html/model.js host/heap/page/html/chart.js host/heap/page/html/flame.js \
  host/heap/page/html/sites.js \
  host/heap/page/html/map.js host/heap/page/html/why.js host/heap/page/html/view.js
host/heap/page_parts.inc: $(HEAP_PAGE_HTML) $(HEAP_PAGE_STYLE) $(HEAP_PAGE_SCRIPT) host/reports/page/html/embed.awk
	$(PAGE_EMBED) name=heap_html $(srcdir)/$(HEAP_PAGE_HTML) name=heap_css $(srcdir)/$(HEAP_PAGE_STYLE) \
	  name=heap_js $(HEAP_PAGE_SCRIPT:%=$(srcdir)/%) > $@.tmp && mv $@.tmp $@
host/heap/page/libseep_a-heap_page.$(OBJEXT): host/heap/page_parts.inc
EXTRA_DIST += $(HEAP_PAGE_HTML) $(HEAP_PAGE_STYLE) $(HEAP_PAGE_SCRIPT)
CLEANFILES += host/heap/page_parts.inc

HEAP_SPECIMEN_SOURCES = tests/heap/heap_specimens.c tests/heap/heap_specimens.h \
  tests/formats/specimens.c tests/formats/specimens.h

UNIT_TESTS += tests/unit/host/heap/heap_page_test
tests_unit_host_heap_heap_page_test_SOURCES = tests/unit/host/heap/heap_page_test.c $(HEAP_SPECIMEN_SOURCES) \
  tests/unit/unit.h

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

UNIT_TESTS += tests/unit/host/heap/heap_ask_test
tests_unit_host_heap_heap_ask_test_SOURCES = tests/unit/host/heap/heap_ask_test.c tests/unit/unit.h \
  $(HEAP_FIXTURE_SOURCES)

# What docs/heap-story.md tells, and its pictures.
dist_check_SCRIPTS += tests/heap/story
TESTS += tests/heap/story

UNIT_TESTS += tests/unit/host/heap/heap_type_paths_test
tests_unit_host_heap_heap_type_paths_test_SOURCES = tests/unit/host/heap/heap_type_paths_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/host/heap/live_places_test
tests_unit_host_heap_live_places_test_SOURCES = tests/unit/host/heap/live_places_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/host/heap/heap_sparkline_test
tests_unit_host_heap_heap_sparkline_test_SOURCES = tests/unit/host/heap/heap_sparkline_test.c tests/unit/unit.h
