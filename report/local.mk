# report/: where runs are kept, the model of a run, its writers, the commands that read runs.
libseep_a_SOURCES += \
  report/commands.h \
  report/report.h \
  report/run_dir.c report/run_dir.h \
  report/session.h

UNIT_TESTS += tests/unit/report_run_dir_test
tests_unit_report_run_dir_test_SOURCES = tests/unit/report_run_dir_test.c tests/unit/unit.h
tests_unit_report_run_dir_test_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_report_run_dir_test_CFLAGS = $(UNIT_CFLAGS)
tests_unit_report_run_dir_test_LDFLAGS = $(HOST_LINKFLAGS)
tests_unit_report_run_dir_test_LDADD = $(UNIT_LDADD)
