# host/reports/: reports: text, screen, XML, formats of merged findings, the HTML page.
libseep_a_SOURCES += host/reports/formats/format_github.c host/reports/formats/format_gitlab.c \
  host/reports/formats/format_gnu.c host/reports/formats/format_json.c host/reports/formats/format_junit.c \
  host/reports/formats/format_markdown.c host/reports/formats/format_people.c host/reports/formats/format_sarif.c \
  host/reports/formats/format_text.c \
  host/reports/formats/format_parts.c host/reports/formats/suppress_items.c host/reports/formats/suppress_items.h \
  host/reports/formats/format_parts.h host/reports/formats/formats.c host/reports/formats/formats.def \
  host/reports/formats/formats.h host/reports/formats/json_explanations.c host/reports/formats/json_counts.c \
  host/reports/formats/json_counts.h host/reports/formats/json_model.c \
  host/reports/formats/json_model.h host/reports/formats/people_lost.c host/reports/formats/people_lost.h \
  host/reports/formats/people_spans.c host/reports/formats/people_spans.h
libseep_a_SOURCES += host/reports/screen/drawing.c host/reports/screen/drawing.h host/reports/screen/excerpt.c \
  host/reports/screen/excerpt.h host/reports/screen/marked_part.c host/reports/screen/marked_part.h \
  host/reports/screen/place_span.c host/reports/screen/place_span.h \
  host/reports/screen/screen.c host/reports/screen/screen.h host/reports/screen/screen_error.c \
  host/reports/screen/screen_cost.c \
  host/reports/screen/screen_error.h host/reports/screen/screen_leaks.c \
  host/reports/screen/screen_lost.c host/reports/screen/screen_lost.h \
  host/reports/screen/screen_summary.c host/reports/screen/span_callers.c \
  host/reports/screen/span_callers.h host/reports/screen/span_label.c host/reports/screen/span_label.h \
  host/reports/screen/verdict.c host/reports/screen/verdict.h
libseep_a_SOURCES += host/reports/text/suppression_prompt.c host/reports/text/suppression_prompt.h \
  host/reports/text/text.c host/reports/text/text.h host/reports/text/text_digest.c host/reports/text/text_error.c \
  host/reports/text/text_growth.c host/reports/text/text_snapshot.c host/reports/text/text_leak.c \
  host/reports/text/text_lines.c host/reports/text/text_stack.c
libseep_a_SOURCES += host/reports/xml/xml_documents.c host/reports/xml/xml_documents.h host/reports/xml/xml.c \
  host/reports/xml/xml.h host/reports/xml/xml_begin.c host/reports/xml/xml_end.c host/reports/xml/xml_error.c \
  host/reports/xml/xml_fragment.c host/reports/xml/xml_fragment.h host/reports/xml/xml_signal.c \
  host/reports/xml/xml_stack.c host/reports/xml/xml_suppression.c host/reports/xml/xml_text.c

# The HTML page: its frame and what views share, then the view of the findings, both as constants of C.
libseep_a_SOURCES += host/reports/page/format_html.c host/reports/page/page.c host/reports/page/page.h \
  host/reports/page/page_frames.c host/reports/page/page_frames.h host/reports/page/page_runs.c \
  host/reports/page/page_runs.h host/reports/page/page_sources.c host/reports/page/page_sources.h
PAGE_EMBED = $(AM_V_GEN)$(MKDIR_P) $(@D) && LC_ALL=C $(AWK) -f $(srcdir)/host/reports/page/html/embed.awk
PAGE_HTML = host/reports/page/html/page.html
PAGE_STYLE = host/reports/page/html/page.css
PAGE_SCRIPT = host/reports/page/html/elements.js host/reports/page/html/quantities.js host/reports/page/html/names.js \
  host/reports/page/html/frames.js host/reports/page/html/rows.js host/reports/page/html/tables.js \
  host/reports/page/html/boxes.js host/reports/page/html/flame.js host/reports/page/html/views.js
host/reports/page_parts.inc: $(PAGE_HTML) $(PAGE_STYLE) $(PAGE_SCRIPT) host/reports/page/html/embed.awk
	$(PAGE_EMBED) name=page_html $(srcdir)/$(PAGE_HTML) name=page_css $(srcdir)/$(PAGE_STYLE) \
	  name=page_js $(PAGE_SCRIPT:%=$(srcdir)/%) > $@.tmp && mv $@.tmp $@
FINDINGS_HTML = host/reports/page/findings/findings.html
FINDINGS_STYLE = host/reports/page/findings/findings.css
FINDINGS_SCRIPT = host/reports/page/findings/model.js host/reports/page/findings/head.js \
  host/reports/page/findings/filters.js host/reports/page/findings/counts.js \
  host/reports/page/findings/spans.js host/reports/page/findings/rows.js \
  host/reports/page/findings/flame.js host/reports/page/findings/view.js
host/reports/findings_parts.inc: $(FINDINGS_HTML) $(FINDINGS_STYLE) $(FINDINGS_SCRIPT) host/reports/page/html/embed.awk
	$(PAGE_EMBED) name=findings_html $(srcdir)/$(FINDINGS_HTML) name=findings_css $(srcdir)/$(FINDINGS_STYLE) \
	  name=findings_js $(FINDINGS_SCRIPT:%=$(srcdir)/%) > $@.tmp && mv $@.tmp $@
host/reports/page/libseep_a-page.$(OBJEXT): host/reports/page_parts.inc
host/reports/page/libseep_a-format_html.$(OBJEXT): host/reports/findings_parts.inc
PAGE_PARTS = host/reports/page_parts.inc host/reports/findings_parts.inc
EXTRA_DIST += host/reports/page/html/embed.awk $(PAGE_HTML) $(PAGE_STYLE) $(PAGE_SCRIPT) $(FINDINGS_HTML) \
  $(FINDINGS_STYLE) $(FINDINGS_SCRIPT)
CLEANFILES += $(PAGE_PARTS)

# Reports that tests compare with.
EXTRA_DIST += \
  tests/reports/accesses.txt \
  tests/reports/all-kinds.txt \
  tests/reports/all-lists.txt \
  tests/reports/cut-in-check.txt \
  tests/reports/cut.txt \
  tests/reports/deltas.txt \
  tests/reports/digest.txt \
  tests/reports/error-kinds.txt \
  tests/reports/few-callers.txt \
  tests/reports/full.txt \
  tests/reports/growth-gathered.txt \
  tests/reports/growth-screen.txt \
  tests/reports/growth.txt \
  tests/reports/heuristics.txt \
  tests/reports/inherited-counted.txt \
  tests/reports/inherited.txt \
  tests/reports/inlined.txt \
  tests/reports/lists.txt \
  tests/reports/lost.txt \
  tests/reports/lost-many-ways.txt \
  tests/reports/lost-many-ways-screen.txt \
  tests/reports/lost-screen.txt \
  tests/reports/markers.txt \
  tests/reports/messages.txt \
  tests/reports/snapshots.txt \
  tests/reports/no-leak-check.txt \
  tests/reports/nothing-lost.txt \
  tests/reports/parameters.txt \
  tests/reports/places.txt \
  tests/reports/quiet.txt \
  tests/reports/summary.txt \
  tests/reports/threads.txt \
  tests/reports/time-stamps.txt \
  tests/reports/values.txt

# What the tests of reports stand on: streams built frame by frame, and symbols from a table.
REPORT_TEST_SOURCES = \
  tests/support/command_run.c tests/support/command_run.h \
  tests/support/fake_symbols.c tests/support/fake_symbols.h \
  tests/support/record_builder.c tests/support/record_builder.h \
  tests/support/report_run.c tests/support/report_run.h \
  tests/unit/unit.h
LOST_TEST_SOURCES = $(REPORT_TEST_SOURCES) tests/support/lost_stream.c tests/support/lost_stream.h

UNIT_TESTS += tests/unit/host/reports/report_run_dir_test
tests_unit_host_reports_report_run_dir_test_SOURCES = tests/unit/host/reports/report_run_dir_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/host/reports/exec_log_test
tests_unit_host_reports_exec_log_test_SOURCES = tests/unit/host/reports/exec_log_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/host/reports/suite_facts_test
tests_unit_host_reports_suite_facts_test_SOURCES = tests/unit/host/reports/suite_facts_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/host/reports/report_model_test
tests_unit_host_reports_report_model_test_SOURCES = tests/unit/host/reports/report_model_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/host/reports/report_cycles_test
tests_unit_host_reports_report_cycles_test_SOURCES = tests/unit/host/reports/report_cycles_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/host/reports/lost_counts_test
tests_unit_host_reports_lost_counts_test_SOURCES = tests/unit/host/reports/lost_counts_test.c $(LOST_TEST_SOURCES)

UNIT_TESTS += tests/unit/host/reports/lost_blocks_test
tests_unit_host_reports_lost_blocks_test_SOURCES = tests/unit/host/reports/lost_blocks_test.c $(LOST_TEST_SOURCES)

UNIT_TESTS += tests/unit/host/reports/error_trails_test
tests_unit_host_reports_error_trails_test_SOURCES = tests/unit/host/reports/error_trails_test.c $(LOST_TEST_SOURCES)

UNIT_TESTS += tests/unit/host/reports/lost_words_test
tests_unit_host_reports_lost_words_test_SOURCES = tests/unit/host/reports/lost_words_test.c $(LOST_TEST_SOURCES)

UNIT_TESTS += tests/unit/host/reports/lost_reports_test
tests_unit_host_reports_lost_reports_test_SOURCES = tests/unit/host/reports/lost_reports_test.c $(LOST_TEST_SOURCES)

UNIT_TESTS += tests/unit/host/reports/explained_blocks_test
tests_unit_host_reports_explained_blocks_test_SOURCES = tests/unit/host/reports/explained_blocks_test.c \
  $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/host/reports/explain_test
tests_unit_host_reports_explain_test_SOURCES = tests/unit/host/reports/explain_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/host/reports/report_monitor_test
tests_unit_host_reports_report_monitor_test_SOURCES = tests/unit/host/reports/report_monitor_test.c \
  $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/host/reports/report_text_test
tests_unit_host_reports_report_text_test_SOURCES = tests/unit/host/reports/report_text_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/host/reports/findings_test
tests_unit_host_reports_findings_test_SOURCES = tests/unit/host/reports/findings_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/host/reports/report_documents_test
tests_unit_host_reports_report_documents_test_SOURCES = tests/unit/host/reports/report_documents_test.c \
  tests/unit/unit.h

UNIT_TESTS += tests/unit/host/reports/report_xml_test
tests_unit_host_reports_report_xml_test_SOURCES = tests/unit/host/reports/report_xml_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/host/reports/growth_test
tests_unit_host_reports_growth_test_SOURCES = tests/unit/host/reports/growth_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/host/reports/gaps_test
tests_unit_host_reports_gaps_test_SOURCES = tests/unit/host/reports/gaps_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/host/reports/gate_test
tests_unit_host_reports_gate_test_SOURCES = tests/unit/host/reports/gate_test.c $(REPORT_TEST_SOURCES)

# The records of a large suite, for `make bench`.
check_PROGRAMS += tests/bench/merge_records
tests_bench_merge_records_SOURCES = tests/bench/merge_records.c \
  tests/support/record_builder.c tests/support/record_builder.h

UNIT_TESTS += tests/unit/host/reports/baseline_test
tests_unit_host_reports_baseline_test_SOURCES = tests/unit/host/reports/baseline_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/host/reports/formats_test
tests_unit_host_reports_formats_test_SOURCES = tests/unit/host/reports/formats_test.c tests/formats/specimens.c \
  tests/formats/specimens.h tests/unit/unit.h

UNIT_TESTS += tests/unit/host/reports/shown_frames_test
tests_unit_host_reports_shown_frames_test_SOURCES = tests/unit/host/reports/shown_frames_test.c tests/unit/unit.h
UNIT_TESTS += tests/unit/host/reports/screen_test
tests_unit_host_reports_screen_test_SOURCES = tests/unit/host/reports/screen_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/host/reports/page_sources_test
tests_unit_host_reports_page_sources_test_SOURCES = tests/unit/host/reports/page_sources_test.c tests/unit/unit.h

# Files of all formats against their schemas.
check_PROGRAMS += tests/formats/write_specimens
tests_formats_write_specimens_SOURCES = tests/formats/write_specimens.c tests/formats/specimens.c \
  tests/formats/specimens.h
dist_check_SCRIPTS += tests/formats/run tests/formats/fetch-sarif-schema
TESTS += tests/formats/run
dist_check_SCRIPTS += tests/formats/names
TESTS += tests/formats/names

# The same findings, titles and totals in all outputs, of records of some guest programs; tests/formats/same --long
# has all.
dist_check_SCRIPTS += tests/formats/same
TESTS += tests/formats/same
EXTRA_DIST += tests/formats/junit.xsd tests/formats/names.c tests/formats/wrong.cpp tests/support/plain.py

# The page in a browser.
dist_check_SCRIPTS += tests/formats/page tests/formats/fetch-axe
TESTS += tests/formats/page
EXTRA_DIST += tests/support/browser.py
clean-local: clean-formats
clean-formats:
	rm -rf tests/formats/work tests/formats/same-work tests/formats/names-work tests/formats/page-work \
	  tests/formats/sarif-2.1.0.json tests/formats/axe.min.js
.PHONY: clean-formats

# How to run it: tests/fuzz/fuzz_report_seeds SEEDS && mkdir CORPUS &&
#   tests/sanitizers/build/tests/fuzz/fuzz_report CORPUS SEEDS
FUZZ_TARGETS += tests/fuzz/fuzz_report
EXTRA_DIST += tests/fuzz/fuzz_report_seeds

FUZZ_TARGETS += tests/fuzz/fuzz_formats tests/fuzz/fuzz_exec_log

# First inputs: what `seep gate --update-baseline` writes, also two of them with a NUL byte between.
FUZZ_TARGETS += tests/fuzz/fuzz_baseline
