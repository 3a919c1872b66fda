# record/: the frame format. Encoding is shared with the guest side.
GUEST_SOURCES += record/record.h record/frame_kinds.def record/error_kinds.def record/encode.c record/crc32.c \
  record/file_sum.c record/file_sum.h
libseep_a_SOURCES += base/freestanding/mix.c base/freestanding/mix.h
libseep_a_SOURCES += record/file.c record/file.h record/reader.c record/reader.h record/dump.c record/dump.h \
  record/encode.c record/crc32.c record/file_sum.c record/file_sum.h

UNIT_TESTS += tests/unit/record/record_test
tests_unit_record_record_test_SOURCES = tests/unit/record/record_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/record/file_sum_test
tests_unit_record_file_sum_test_SOURCES = tests/unit/record/file_sum_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/record/record_file_test
TEMPORARY_FILE_SOURCES = tests/support/temporary_file.c tests/support/temporary_file.h
tests_unit_record_record_file_test_SOURCES = tests/unit/record/record_file_test.c tests/support/record_builder.c \
  tests/support/record_builder.h $(TEMPORARY_FILE_SOURCES) tests/unit/unit.h

FUZZ_TARGETS += tests/fuzz/fuzz_record
EXTRA_DIST += tests/fuzz/fuzz_record.c
fuzz_record_sources = $(srcdir)/tests/fuzz/fuzz_record.c $(srcdir)/record/*.c $(srcdir)/base/freestanding/mix.c \
  $(srcdir)/base/error.c
tests/fuzz/fuzz_record: tests/fuzz/fuzz_record.c libseep.a
	$(FUZZ_LINK) -o $@ $(fuzz_record_sources) $(HOST_LIBS)
