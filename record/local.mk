# record/: the frame format. Encoding is shared with the guest side.
GUEST_SOURCES += record/record.h record/kinds.def record/errors.def record/encode.c record/crc32.c
libseep_a_SOURCES += record/reader.c record/reader.h record/encode.c record/crc32.c
