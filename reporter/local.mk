# reporter/: the process beside the program that takes its frames and prints the report.
libseep_a_SOURCES += reporter/outputs.c reporter/outputs.h reporter/process_state.c reporter/process_state.h \
  reporter/reporter.c reporter/reporter.h reporter/server.c reporter/server.h reporter/server_socket.c

UNIT_TESTS += tests/unit/reporter/outputs_test
tests_unit_reporter_outputs_test_SOURCES = tests/unit/reporter/outputs_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/reporter/server_test
tests_unit_reporter_server_test_SOURCES = tests/unit/reporter/server_test.c tests/unit/unit.h
