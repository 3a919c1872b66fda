# host/reporter/: the process beside the program that takes its frames and prints the report.
libseep_a_SOURCES += host/reporter/outputs.c host/reporter/outputs.h host/reporter/process_state.c \
  host/reporter/process_state.h host/reporter/reporter.c host/reporter/reporter.h host/reporter/server.c \
  host/reporter/server.h host/reporter/server_socket.c

UNIT_TESTS += tests/unit/host/reporter/outputs_test
tests_unit_host_reporter_outputs_test_SOURCES = tests/unit/host/reporter/outputs_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/host/reporter/server_test
tests_unit_host_reporter_server_test_SOURCES = tests/unit/host/reporter/server_test.c tests/unit/unit.h
