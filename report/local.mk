# report/: where runs are kept, the model of a run, its writers, the commands that read runs.
libseep_a_SOURCES += report/commands/command_diff.c report/commands/command_dump.c report/commands/command_gate.c \
  report/commands/command_report.c report/commands/command_suppress.c report/commands/alloc_places.c \
  report/commands/alloc_places.h report/commands/failures.c report/commands/failures.h report/commands/command_explain.c report/commands/command_explain.h \
  report/commands/wanted_formats.c report/commands/wanted_formats.h
libseep_a_SOURCES += report/explain/images.c report/explain/images.h report/explain/kept.c report/explain/kept.h \
  report/explain/outcome.c report/explain/outcome.h \
  report/explain/programs.c report/explain/programs.h report/explain/rerun.c report/explain/rerun.h \
  report/explain/wanted.c report/explain/wanted.h
libseep_a_SOURCES += report/findings/finding_lines.c report/findings/finding_lines.h \
  report/findings/findings_contexts.c report/findings/findings_contexts.h report/findings/exec_log.c \
  report/findings/exec_log.h report/findings/findings.c report/findings/findings.h report/findings/findings_private.h \
  report/findings/findings_builder.c report/findings/findings_doubts.c report/findings/findings_explanations.c report/findings/findings_frames.c report/findings/findings_frames.h \
  report/findings/findings_identities.c report/findings/findings_owners.c report/findings/findings_processes.c \
  report/findings/findings_sightings.c report/findings/findings_suite.c report/findings/findings_tests.c \
  report/findings/findings_variants.c report/findings/gaps.c report/findings/gaps.def report/findings/gaps.h \
  report/findings/gaps_allowed.c report/findings/finding_kinds.c report/findings/finding_kinds.def \
  report/findings/finding_kinds.h report/findings/native_statuses.c report/findings/native_statuses.h \
  report/findings/suite_facts.c report/findings/suite_facts.h report/findings/attempts.c report/findings/attempts.h \
  report/findings/counted_attempts.c report/findings/gaps_shards.c report/findings/counted_findings.c \
  report/findings/counted_findings.h report/findings/finding_pairs.c
libseep_a_SOURCES += report/formats/format_github.c report/formats/format_gitlab.c report/formats/format_gnu.c \
  report/formats/format_json.c report/formats/format_junit.c report/formats/format_markdown.c \
  report/formats/format_sarif.c report/formats/format_text.c report/formats/format_parts.c report/formats/suppress_items.c report/formats/suppress_items.h \
  report/formats/format_parts.h report/formats/formats.c report/formats/formats.def report/formats/formats.h \
  report/formats/json_explanations.c report/formats/json_model.c report/formats/json_model.h
libseep_a_SOURCES += report/frames/identity.c report/frames/identity.h report/frames/module_table.c \
  report/frames/module_table.h report/frames/frame_names.c report/frames/frame_names.h report/frames/ownership.c \
  report/frames/ownership.h report/frames/place.c report/frames/place.h report/frames/settings.c \
  report/frames/settings.h report/frames/short_name.c report/frames/short_name.h report/frames/source_text.c report/frames/source_text.h \
  report/frames/stack_table.c report/frames/stack_table.h
libseep_a_SOURCES += report/gate/baseline.c report/gate/baseline.h report/gate/baseline_convert.c \
  report/gate/baseline_read.c report/gate/baseline_write.c report/gate/diff.c report/gate/diff.h \
  report/gate/diff_json.c report/gate/gate.c report/gate/gate.h report/gate/gate_baseline.c report/gate/gate_json.c report/gate/gate_totals.c \
  report/gate/gate_runs.c report/gate/gate_text.c report/gate/limits.c report/gate/limits.def report/gate/limits.h \
  report/gate/suite_nothing_checked.c report/gate/suite_nothing_checked.h report/gate/suite_remedies.def \
  report/gate/suite_summary.c report/gate/suite_summary.h
libseep_a_SOURCES += report/model/doubts.c report/model/doubts.h report/model/growth.c report/model/growth.h report/model/growth_class.c report/model/growth_fit.c \
  report/model/growth_findings.c report/model/program_facts.c report/model/program_facts.h \
  report/model/error_contexts.c report/model/process_suppressions.c report/model/heap_sight.c \
  report/model/heap_sight.h report/model/identify.c report/model/identify.h report/model/loss_records.c \
  report/model/leak_cycles.c report/model/leak_kinds.c report/model/leak_kinds.def \
  report/model/leak_kinds.h report/model/lost_blocks.c report/model/lost_blocks.h report/model/lost_events.c \
  report/model/lost_events.h report/model/trails.c report/model/trails.h report/model/suppression_match.c report/model/suppression_match.h report/model/model.c \
  report/model/model.h report/model/module_map.c report/model/module_map.h report/model/leak_places.c \
  report/model/leak_places.h report/model/leak_parts.c report/model/leak_parts.h \
  report/model/leaks.c report/model/leaks.h report/model/followed.c report/model/followed.h report/model/asked.c report/model/asked.h report/model/error_storms.c \
  report/model/error_storms.h report/model/suppression_uses.c \
  report/model/variables.c report/model/variables.h report/model/writer.h report/model/test_cases.c report/model/test_cases.h report/model/xtree.c report/model/xtree.h
libseep_a_SOURCES += report/output/json_text.c report/output/json_text.h report/output/line_stream.c \
  report/output/line_stream.h report/output/output_name.c report/output/output_name.h report/output/output_sink.c \
  report/output/output_sink.h
libseep_a_SOURCES += report/runs/command.c report/runs/command.h report/runs/commands.h report/runs/repeated.c report/runs/repeated.h report/runs/run_parts.c report/runs/run_parts.h report/runs/run_reader.c \
  report/runs/run_reader.h report/runs/report.c report/runs/report.h report/runs/run_dir.c report/runs/run_dir.h \
  report/runs/report_session.c report/runs/report_session.h
libseep_a_SOURCES += report/screen/drawing.c report/screen/drawing.h report/screen/excerpt.c report/screen/excerpt.h \
  report/screen/place_span.c report/screen/place_span.h report/screen/screen.c report/screen/screen.h \
  report/screen/screen_error.c report/screen/screen_error.h report/screen/screen_leaks.c \
  report/screen/screen_lost.c report/screen/screen_lost.h report/screen/screen_summary.c
libseep_a_SOURCES += report/suppress/suppress.h report/suppress/suppress_audit.c \
  report/suppress/suppress_audit_text.c report/suppress/suppress_convert.c \
  report/suppress/suppress_mend.c report/suppress/suppress_set.c report/suppress/suppress_write.c
libseep_a_SOURCES += report/text/suppression_prompt.c report/text/suppression_prompt.h report/text/text.c \
  report/text/text.h report/text/text_digest.c report/text/text_error.c report/text/text_growth.c \
  report/text/text_snapshot.c report/text/text_leak.c report/text/text_lines.c report/text/text_stack.c
libseep_a_SOURCES += report/words/growth_places.c report/words/growth_places.h report/words/heading.c \
  report/words/heading.h report/words/loss_title.c report/words/loss_title.h report/words/lost_words.c \
  report/words/lost_words.h report/words/lost_names.c report/words/doubt_words.c report/words/doubt_words.h report/words/lost_notes.c report/words/lost_notes.h \
  report/words/lost_places.c report/words/lost_places.h report/words/lost_suggestions.c report/words/error_notes.c \
  report/words/error_notes.h report/words/error_names.def report/words/test_words.c report/words/test_words.h \
  report/words/error_titles.c report/words/error_titles.h report/words/numbers.c report/words/numbers.h \
  report/words/sentences.c report/words/sentences.h report/words/signal_name.c report/words/signal_name.h \
  report/words/signals.def
libseep_a_SOURCES += report/xml/xml_documents.c report/xml/xml_documents.h report/xml/xml.c report/xml/xml.h \
  report/xml/xml_begin.c report/xml/xml_end.c report/xml/xml_error.c report/xml/xml_fragment.c \
  report/xml/xml_fragment.h report/xml/xml_signal.c report/xml/xml_stack.c report/xml/xml_suppression.c \
  report/xml/xml_text.c

# The HTML page: its frame and what views share, then the view of the findings, both as constants of C.
libseep_a_SOURCES += report/page/format_html.c report/page/page.c report/page/page.h report/page/page_frames.c \
  report/page/page_frames.h report/page/page_runs.c report/page/page_runs.h report/page/page_sources.c \
  report/page/page_sources.h
PAGE_EMBED = $(AM_V_GEN)$(MKDIR_P) $(@D) && LC_ALL=C $(AWK) -f $(srcdir)/report/page/html/embed.awk
PAGE_HTML = report/page/html/page.html
PAGE_STYLE = report/page/html/page.css
PAGE_SCRIPT = report/page/html/elements.js report/page/html/quantities.js report/page/html/names.js \
  report/page/html/frames.js \
  report/page/html/rows.js report/page/html/tables.js report/page/html/boxes.js report/page/html/views.js
report/page_parts.inc: $(PAGE_HTML) $(PAGE_STYLE) $(PAGE_SCRIPT) report/page/html/embed.awk
	$(PAGE_EMBED) name=page_html $(srcdir)/$(PAGE_HTML) name=page_css $(srcdir)/$(PAGE_STYLE) \
	  name=page_js $(PAGE_SCRIPT:%=$(srcdir)/%) > $@.tmp && mv $@.tmp $@
FINDINGS_HTML = report/page/findings/findings.html
FINDINGS_STYLE = report/page/findings/findings.css
FINDINGS_SCRIPT = report/page/findings/model.js report/page/findings/head.js report/page/findings/filters.js \
  report/page/findings/rows.js report/page/findings/flame.js report/page/findings/view.js
report/findings_parts.inc: $(FINDINGS_HTML) $(FINDINGS_STYLE) $(FINDINGS_SCRIPT) report/page/html/embed.awk
	$(PAGE_EMBED) name=findings_html $(srcdir)/$(FINDINGS_HTML) name=findings_css $(srcdir)/$(FINDINGS_STYLE) \
	  name=findings_js $(FINDINGS_SCRIPT:%=$(srcdir)/%) > $@.tmp && mv $@.tmp $@
report/page/libseep_a-page.$(OBJEXT): report/page_parts.inc
report/page/libseep_a-format_html.$(OBJEXT): report/findings_parts.inc
PAGE_PARTS = report/page_parts.inc report/findings_parts.inc
EXTRA_DIST += report/page/html/embed.awk $(PAGE_HTML) $(PAGE_STYLE) $(PAGE_SCRIPT) $(FINDINGS_HTML) $(FINDINGS_STYLE) \
  $(FINDINGS_SCRIPT)
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

UNIT_TESTS += tests/unit/report/report_run_dir_test
tests_unit_report_report_run_dir_test_SOURCES = tests/unit/report/report_run_dir_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/report/exec_log_test
tests_unit_report_exec_log_test_SOURCES = tests/unit/report/exec_log_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/report/suite_facts_test
tests_unit_report_suite_facts_test_SOURCES = tests/unit/report/suite_facts_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/report/report_model_test
tests_unit_report_report_model_test_SOURCES = tests/unit/report/report_model_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/report/report_cycles_test
tests_unit_report_report_cycles_test_SOURCES = tests/unit/report/report_cycles_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/report/lost_blocks_test
tests_unit_report_lost_blocks_test_SOURCES = tests/unit/report/lost_blocks_test.c $(LOST_TEST_SOURCES)

UNIT_TESTS += tests/unit/report/trails_test
tests_unit_report_trails_test_SOURCES = tests/unit/report/trails_test.c $(LOST_TEST_SOURCES)

UNIT_TESTS += tests/unit/report/lost_words_test
tests_unit_report_lost_words_test_SOURCES = tests/unit/report/lost_words_test.c $(LOST_TEST_SOURCES)

UNIT_TESTS += tests/unit/report/lost_reports_test
tests_unit_report_lost_reports_test_SOURCES = tests/unit/report/lost_reports_test.c $(LOST_TEST_SOURCES)

UNIT_TESTS += tests/unit/report/followed_test
tests_unit_report_followed_test_SOURCES = tests/unit/report/followed_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/report/explain_test
tests_unit_report_explain_test_SOURCES = tests/unit/report/explain_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/report/report_monitor_test
tests_unit_report_report_monitor_test_SOURCES = tests/unit/report/report_monitor_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/report/report_text_test
tests_unit_report_report_text_test_SOURCES = tests/unit/report/report_text_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/report/findings_test
tests_unit_report_findings_test_SOURCES = tests/unit/report/findings_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/report/report_documents_test
tests_unit_report_report_documents_test_SOURCES = tests/unit/report/report_documents_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/report/report_xml_test
tests_unit_report_report_xml_test_SOURCES = tests/unit/report/report_xml_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/report/growth_test
tests_unit_report_growth_test_SOURCES = tests/unit/report/growth_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/report/gaps_test
tests_unit_report_gaps_test_SOURCES = tests/unit/report/gaps_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/report/gate_test
tests_unit_report_gate_test_SOURCES = tests/unit/report/gate_test.c $(REPORT_TEST_SOURCES)

# The records of a large suite, for `make bench`.
check_PROGRAMS += tests/bench/merge_records
tests_bench_merge_records_SOURCES = tests/bench/merge_records.c \
  tests/support/record_builder.c tests/support/record_builder.h

UNIT_TESTS += tests/unit/report/baseline_test
tests_unit_report_baseline_test_SOURCES = tests/unit/report/baseline_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/report/formats_test
tests_unit_report_formats_test_SOURCES = tests/unit/report/formats_test.c tests/formats/specimens.c \
  tests/formats/specimens.h tests/unit/unit.h

UNIT_TESTS += tests/unit/report/screen_test
tests_unit_report_screen_test_SOURCES = tests/unit/report/screen_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/report/page_sources_test
tests_unit_report_page_sources_test_SOURCES = tests/unit/report/page_sources_test.c tests/unit/unit.h

# Files of all formats against their schemas.
check_PROGRAMS += tests/formats/write_specimens
tests_formats_write_specimens_SOURCES = tests/formats/write_specimens.c tests/formats/specimens.c \
  tests/formats/specimens.h
dist_check_SCRIPTS += tests/formats/run tests/formats/fetch-sarif-schema
TESTS += tests/formats/run
dist_check_SCRIPTS += tests/formats/names
TESTS += tests/formats/names

# The same findings, titles and totals in all outputs, of records of some guest programs; tests/formats/same --long has all.
dist_check_SCRIPTS += tests/formats/same
TESTS += tests/formats/same
EXTRA_DIST += tests/formats/junit.xsd tests/formats/names.c tests/formats/wrong.cpp tests/support/plain.py

# The page in a browser.
dist_check_SCRIPTS += tests/formats/page tests/formats/fetch-axe
TESTS += tests/formats/page
EXTRA_DIST += tests/support/browser.py
clean-local: clean-formats
clean-formats:
	rm -rf tests/formats/work tests/formats/same-work tests/formats/names-work tests/formats/page-work tests/formats/sarif-2.1.0.json tests/formats/axe.min.js
.PHONY: clean-formats

# What a report is made from, without the symbols: fake_symbols.c stands in for those.
fuzz_report_modules = $(srcdir)/tests/support/fake_symbols.c $(srcdir)/report/*/*.c \
  $(srcdir)/suppressions/*.c $(srcdir)/suppressions/*/*.c $(srcdir)/record/*.c $(srcdir)/symbols/mark_set.c \
  $(srcdir)/base/freestanding/mix.c $(srcdir)/base/*.c

# How to run it: tests/fuzz/fuzz_report_seeds SEEDS && mkdir CORPUS && tests/fuzz/fuzz_report CORPUS SEEDS
FUZZ_TARGETS += tests/fuzz/fuzz_report
EXTRA_DIST += tests/fuzz/fuzz_report.c tests/fuzz/fuzz_report_seeds tests/fuzz/frame_input.c tests/fuzz/frame_input.h
fuzz_report_sources = $(srcdir)/tests/fuzz/fuzz_report.c $(srcdir)/tests/fuzz/frame_input.c \
  $(fuzz_report_modules)
tests/fuzz/fuzz_report: tests/fuzz/fuzz_report.c libseep.a $(PAGE_PARTS)
	$(FUZZ_LINK) -I$(srcdir)/tests -o $@ $(fuzz_report_sources) $(HOST_LIBS)

FUZZ_TARGETS += tests/fuzz/fuzz_formats
EXTRA_DIST += tests/fuzz/fuzz_formats.c
fuzz_formats_sources = $(srcdir)/tests/fuzz/fuzz_formats.c $(fuzz_report_modules)
tests/fuzz/fuzz_formats: tests/fuzz/fuzz_formats.c libseep.a
	$(FUZZ_LINK) -I$(srcdir)/tests -o $@ $(fuzz_formats_sources) $(HOST_LIBS)

FUZZ_TARGETS += tests/fuzz/fuzz_exec_log
EXTRA_DIST += tests/fuzz/fuzz_exec_log.c
fuzz_exec_log_sources = $(srcdir)/tests/fuzz/fuzz_exec_log.c \
  $(srcdir)/report/findings/exec_log.c $(srcdir)/report/findings/suite_facts.c \
  $(srcdir)/report/output/json_text.c $(srcdir)/base/*.c
tests/fuzz/fuzz_exec_log: tests/fuzz/fuzz_exec_log.c libseep.a
	$(FUZZ_LINK) -o $@ $(fuzz_exec_log_sources) $(HOST_LIBS)

# First inputs: what `seep gate --update-baseline` writes, also two of them with a NUL byte between.
FUZZ_TARGETS += tests/fuzz/fuzz_baseline
EXTRA_DIST += tests/fuzz/fuzz_baseline.c
fuzz_baseline_sources = $(srcdir)/tests/fuzz/fuzz_baseline.c $(fuzz_report_modules)
tests/fuzz/fuzz_baseline: tests/fuzz/fuzz_baseline.c libseep.a $(PAGE_PARTS)
	$(FUZZ_LINK) -I$(srcdir)/tests -o $@ $(fuzz_baseline_sources) $(HOST_LIBS)
