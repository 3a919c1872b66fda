# host/verdicts/: gate, suppressions, explanations.
libseep_a_SOURCES += host/verdicts/explain/program_images.c host/verdicts/explain/program_images.h \
  host/verdicts/explain/kept_blocks.c \
  host/verdicts/explain/kept_blocks.h host/verdicts/explain/outcome.c host/verdicts/explain/outcome.h \
  host/verdicts/explain/programs.c host/verdicts/explain/programs.h host/verdicts/explain/rerun.c \
  host/verdicts/explain/rerun.h host/verdicts/explain/tries.c host/verdicts/explain/tries.h \
  host/verdicts/explain/tries_words.c host/verdicts/explain/wanted_findings.c host/verdicts/explain/wanted_findings.h
libseep_a_SOURCES += host/verdicts/gate/baseline.c host/verdicts/gate/baseline.h host/verdicts/gate/baseline_convert.c \
  host/verdicts/gate/baseline_read.c host/verdicts/gate/baseline_write.c host/verdicts/gate/diff.c \
  host/verdicts/gate/diff.h host/verdicts/gate/diff_json.c host/verdicts/gate/gate.c host/verdicts/gate/gate.h \
  host/verdicts/gate/gate_baseline.c host/verdicts/gate/gate_json.c host/verdicts/gate/gate_totals.c \
  host/verdicts/gate/gate_incomplete.c host/verdicts/gate/gate_text.c host/verdicts/gate/limits.c \
  host/verdicts/gate/limits.def host/verdicts/gate/limits.h host/verdicts/gate/suite_nothing_checked.c \
  host/verdicts/gate/suite_nothing_checked.h host/verdicts/gate/suite_remedies.def host/verdicts/gate/suite_summary.c \
  host/verdicts/gate/suite_summary.h host/verdicts/gate/suite_changes.c host/verdicts/gate/suite_changes.h
libseep_a_SOURCES += host/verdicts/suppress/suppress.h host/verdicts/suppress/suppress_audit.c \
  host/verdicts/suppress/suppress_audit_text.c host/verdicts/suppress/suppress_convert.c \
  host/verdicts/suppress/suppress_mend.c host/verdicts/suppress/suppress_set.c host/verdicts/suppress/suppress_write.c
