# report/: where runs are kept, the model of a run, its writers, the commands that read runs.
libseep_a_SOURCES += \
  report/baseline.c report/baseline.h report/baseline_convert.c report/baseline_read.c report/baseline_write.c \
  report/brief.c report/brief.h \
  report/growth.c report/growth.h report/growth_class.c report/growth_fit.c report/growth_rule.c \
  report/growth_places.c report/growth_places.h \
  report/command.c report/command.h \
  report/command_diff.c report/command_dump.c report/command_gate.c report/command_report.c report/command_suppress.c report/commands.h \
  report/context.c report/context.h \
  report/findings_contexts.c report/findings_contexts.h \
  report/diff.c report/diff.h report/diff_json.c \
  report/documents.c report/documents.h \
  report/errors.c \
  report/process_suppressions.c \
  report/exec_log.c report/exec_log.h \
  report/findings.c report/findings.h report/findings_private.h \
  report/findings_builder.c report/findings_frames.c report/findings_frames.h report/findings_identities.c report/findings_sightings.c report/findings_suite.c report/findings_variants.c \
  report/format_github.c report/format_gitlab.c report/format_html.c report/format_json.c report/format_junit.c \
  report/format_markdown.c report/format_sarif.c report/format_text.c \
  report/format_parts.c report/format_parts.h \
  report/formats.c report/formats.def report/formats.h \
  report/gaps.c report/gaps.def report/gaps.h report/gaps_allowed.c \
  report/gate.c report/gate.h report/gate_baseline.c report/gate_json.c report/gate_runs.c report/gate_text.c \
  report/heading.c report/heading.h \
  report/html_data.c report/html_data.h report/html_frames.c report/html_frames.h report/html_section.h \
  report/html_sources.c report/html_table.c \
  report/heap_sight.c report/heap_sight.h \
  report/identify.c report/identify.h report/identity.c report/identity.h \
  report/json_model.c report/json_model.h report/json_text.c report/json_text.h \
  report/kinds.c report/kinds.def report/kinds.h \
  report/leaks.c report/leak_cycles.c \
  report/limits.c report/limits.def report/limits.h \
  report/line_stream.c report/line_stream.h \
  report/load.c report/load.h \
  report/match.c report/match.h \
  report/model.c report/model.h \
  report/module_map.c report/module_map.h \
  report/module_table.c report/module_table.h \
  report/names.c report/names.h \
  report/native.c report/native.h \
  report/notes.c report/notes.h \
  report/numbers.c report/numbers.h \
  report/output_name.c report/output_name.h \
  report/output_place.c report/output_place.h \
  report/ownership.c report/ownership.h report/place.c report/place.h \
  report/report.c report/report.h \
  report/run_dir.c report/run_dir.h \
  report/sentences.c report/sentences.h report/ask.c report/ask.h \
  report/session.c report/session.h \
  report/settings.c report/settings.h \
  report/sites.c report/sites.h report/alloc_places.c report/alloc_places.h \
  report/stack_table.c report/stack_table.h \
  report/storms.c report/storms.h \
  report/suite_facts.c report/suite_facts.h \
  report/suite_nothing.c report/suite_nothing.h report/suite_remedies.def \
  report/suite_summary.c report/suite_summary.h \
  report/suppress.h report/suppress_audit.c report/suppress_convert.c report/suppress_items.c report/suppress_mend.c \
  report/suppress_set.c \
  report/suppress_write.c \
  report/tally.c report/tally.h report/tally_pairs.c \
  report/text.c report/text.h \
  report/text_digest.c report/text_error.c report/text_growth.c report/text_snapshot.c \
  report/text_leak.c report/text_lines.c report/text_stack.c \
  report/uses.c \
  report/variables.c report/variables.h \
  report/writer.h \
  report/signals.def \
  report/xml.c report/xml.h report/xml_begin.c report/xml_end.c report/xml_error.c \
  report/xml_fragment.c report/xml_fragment.h \
  report/xml_signal.c report/xml_stack.c report/xml_suppression.c report/xml_text.c \
  report/xtree.c report/xtree.h

# The parts of the HTML page, as C strings.
HTML_PARTS = report/html_page.inc report/html_findings.inc report/html_style.inc report/html_script.inc \
  report/html_start.inc
HTML_CODE = report/html/data.js report/html/filters.js report/html/rows.js report/html/flame.js report/html/page.js \
  report/html/views.js
EXTRA_DIST += report/html/embed.awk report/html/page.html report/html/findings.html report/html/page.css \
  report/html/start.js $(HTML_CODE)
CLEANFILES += $(HTML_PARTS)
HTML_EMBED = $(AM_V_GEN)$(MKDIR_P) report && LC_ALL=C $(AWK) -f $(srcdir)/report/html/embed.awk
report/html_page.inc: report/html/page.html report/html/embed.awk
	$(HTML_EMBED) $(srcdir)/report/html/page.html > $@.tmp && mv $@.tmp $@
report/html_findings.inc: report/html/findings.html report/html/embed.awk
	$(HTML_EMBED) $(srcdir)/report/html/findings.html > $@.tmp && mv $@.tmp $@
report/html_start.inc: report/html/start.js report/html/embed.awk
	$(HTML_EMBED) $(srcdir)/report/html/start.js > $@.tmp && mv $@.tmp $@
report/html_style.inc: report/html/page.css report/html/embed.awk
	$(HTML_EMBED) $(srcdir)/report/html/page.css > $@.tmp && mv $@.tmp $@
report/html_script.inc: $(HTML_CODE) report/html/embed.awk
	$(HTML_EMBED) $(HTML_CODE:%=$(srcdir)/%) > $@.tmp && mv $@.tmp $@
report/libseep_a-format_html.$(OBJEXT): $(HTML_PARTS)

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
  tests/reports/growth.txt \
  tests/reports/heuristics.txt \
  tests/reports/inherited-counted.txt \
  tests/reports/inherited.txt \
  tests/reports/inlined.txt \
  tests/reports/lists.txt \
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

UNIT_TESTS += tests/unit/report_run_dir_test
tests_unit_report_run_dir_test_SOURCES = tests/unit/report_run_dir_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/exec_log_test
tests_unit_exec_log_test_SOURCES = tests/unit/exec_log_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/suite_facts_test
tests_unit_suite_facts_test_SOURCES = tests/unit/suite_facts_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/report_model_test
tests_unit_report_model_test_SOURCES = tests/unit/report_model_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/report_cycles_test
tests_unit_report_cycles_test_SOURCES = tests/unit/report_cycles_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/report_monitor_test
tests_unit_report_monitor_test_SOURCES = tests/unit/report_monitor_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/report_text_test
tests_unit_report_text_test_SOURCES = tests/unit/report_text_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/findings_test
tests_unit_findings_test_SOURCES = tests/unit/findings_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/report_documents_test
tests_unit_report_documents_test_SOURCES = tests/unit/report_documents_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/report_xml_test
tests_unit_report_xml_test_SOURCES = tests/unit/report_xml_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/growth_test
tests_unit_growth_test_SOURCES = tests/unit/growth_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/gaps_test
tests_unit_gaps_test_SOURCES = tests/unit/gaps_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/gate_test
tests_unit_gate_test_SOURCES = tests/unit/gate_test.c $(REPORT_TEST_SOURCES)

# The records of a large suite, for `make bench`.
check_PROGRAMS += tests/bench/merge_records
tests_bench_merge_records_SOURCES = tests/bench/merge_records.c \
  tests/support/record_builder.c tests/support/record_builder.h

UNIT_TESTS += tests/unit/baseline_test
tests_unit_baseline_test_SOURCES = tests/unit/baseline_test.c $(REPORT_TEST_SOURCES)

UNIT_TESTS += tests/unit/formats_test
tests_unit_formats_test_SOURCES = tests/unit/formats_test.c tests/formats/specimens.c tests/formats/specimens.h \
  tests/unit/unit.h

UNIT_TESTS += tests/unit/html_sources_test
tests_unit_html_sources_test_SOURCES = tests/unit/html_sources_test.c tests/unit/unit.h

# Files of all formats against their schemas.
check_PROGRAMS += tests/formats/write_specimens
tests_formats_write_specimens_SOURCES = tests/formats/write_specimens.c tests/formats/specimens.c \
  tests/formats/specimens.h
dist_check_SCRIPTS += tests/formats/run tests/formats/fetch-sarif-schema
TESTS += tests/formats/run
EXTRA_DIST += tests/formats/junit.xsd

# The page in a browser.
dist_check_SCRIPTS += tests/formats/page
TESTS += tests/formats/page
EXTRA_DIST += tests/support/browser.py
clean-local: clean-formats
clean-formats:
	rm -rf tests/formats/work tests/formats/page-work tests/formats/sarif-2.1.0.json
.PHONY: clean-formats

# What a report is made from, without the symbols: fake_symbols.c stands in for those.
fuzz_report_modules = $(srcdir)/tests/support/fake_symbols.c $(srcdir)/report/*.c $(srcdir)/report/*/*.c $(srcdir)/suppressions/*.c $(srcdir)/suppressions/*/*.c \
  $(srcdir)/record/*.c $(srcdir)/symbols/mark_set.c $(srcdir)/base/freestanding/mix.c $(srcdir)/base/*.c

# How to run it: tests/fuzz/fuzz_report_seeds SEEDS && mkdir CORPUS && tests/fuzz/fuzz_report CORPUS SEEDS
FUZZ_TARGETS += tests/fuzz/fuzz_report
EXTRA_DIST += tests/fuzz/fuzz_report.c tests/fuzz/fuzz_report_seeds tests/fuzz/frame_input.c tests/fuzz/frame_input.h
fuzz_report_sources = $(srcdir)/tests/fuzz/fuzz_report.c $(srcdir)/tests/fuzz/frame_input.c \
  $(fuzz_report_modules)
tests/fuzz/fuzz_report: tests/fuzz/fuzz_report.c libseep.a $(HTML_PARTS)
	$(FUZZ_LINK) -I$(srcdir)/tests -o $@ $(fuzz_report_sources) $(HOST_LIBS)

FUZZ_TARGETS += tests/fuzz/fuzz_formats
EXTRA_DIST += tests/fuzz/fuzz_formats.c
fuzz_formats_sources = $(srcdir)/tests/fuzz/fuzz_formats.c $(fuzz_report_modules)
tests/fuzz/fuzz_formats: tests/fuzz/fuzz_formats.c libseep.a
	$(FUZZ_LINK) -I$(srcdir)/tests -o $@ $(fuzz_formats_sources) $(HOST_LIBS)

FUZZ_TARGETS += tests/fuzz/fuzz_exec_log
EXTRA_DIST += tests/fuzz/fuzz_exec_log.c
fuzz_exec_log_sources = $(srcdir)/tests/fuzz/fuzz_exec_log.c \
  $(srcdir)/report/exec_log.c $(srcdir)/report/suite_facts.c $(srcdir)/base/*.c
tests/fuzz/fuzz_exec_log: tests/fuzz/fuzz_exec_log.c libseep.a
	$(FUZZ_LINK) -o $@ $(fuzz_exec_log_sources) $(HOST_LIBS)

# First inputs: what `seep gate --update-baseline` writes, also two of them with a NUL byte between.
FUZZ_TARGETS += tests/fuzz/fuzz_baseline
EXTRA_DIST += tests/fuzz/fuzz_baseline.c
fuzz_baseline_sources = $(srcdir)/tests/fuzz/fuzz_baseline.c $(fuzz_report_modules)
tests/fuzz/fuzz_baseline: tests/fuzz/fuzz_baseline.c libseep.a $(HTML_PARTS)
	$(FUZZ_LINK) -I$(srcdir)/tests -o $@ $(fuzz_baseline_sources) $(HOST_LIBS)
