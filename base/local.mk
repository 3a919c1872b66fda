# base/: what every host module stands on.
libseep_a_SOURCES += base/error.c base/error.h

UNIT_TESTS += tests/unit/error_test
tests_unit_error_test_SOURCES = tests/unit/error_test.c tests/unit/unit.h
tests_unit_error_test_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_error_test_CFLAGS = $(UNIT_CFLAGS)
tests_unit_error_test_LDFLAGS = $(HOST_LINKFLAGS)
tests_unit_error_test_LDADD = $(UNIT_LDADD)
