# shared/record/: the frame format. Encoding is shared with the guest side.
GUEST_SOURCES += shared/record/record.h shared/record/frame_kinds.def shared/record/error_kinds.def \
  shared/record/told_sizes.h shared/record/record_watch.h \
  shared/record/encode.c shared/record/crc32.c shared/record/file_sum.c shared/record/file_sum.h
libseep_a_SOURCES += shared/base/mix.c shared/base/mix.h
libseep_a_SOURCES += host/record/record_file.c host/record/record_file.h host/record/frame_reader.c \
  host/record/frame_reader.h \
  host/record/reporter_fault.h host/record/dump.c host/record/dump.h shared/record/encode.c \
  shared/record/crc32.c shared/record/file_sum.c shared/record/file_sum.h

UNIT_TESTS += tests/unit/shared/record/record_test
tests_unit_shared_record_record_test_SOURCES = tests/unit/shared/record/record_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/shared/record/file_sum_test
tests_unit_shared_record_file_sum_test_SOURCES = tests/unit/shared/record/file_sum_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/host/record/record_file_test
TEMPORARY_FILE_SOURCES = tests/support/temporary_file.c tests/support/temporary_file.h
tests_unit_host_record_record_file_test_SOURCES = tests/unit/host/record/record_file_test.c \
  tests/support/record_builder.c tests/support/record_builder.h $(TEMPORARY_FILE_SOURCES) tests/unit/unit.h

FUZZ_TARGETS += tests/fuzz/fuzz_record
