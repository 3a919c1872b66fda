# host/output/: where output goes.
libseep_a_SOURCES += host/output/json_text.c host/output/json_text.h host/output/line_stream.c \
  host/output/line_stream.h host/output/output_name.c host/output/output_name.h host/output/output_sink.c \
  host/output/output_sink.h
