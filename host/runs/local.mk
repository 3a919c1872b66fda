# host/runs/: run directories, and runs read again.
libseep_a_SOURCES += host/runs/command.c host/runs/command.h host/runs/repeated_records.c \
  host/runs/repeated_records.h host/runs/run_parts.c host/runs/run_parts.h host/runs/run_reader.c \
  host/runs/run_reader.h \
  host/runs/report.c host/runs/report.h host/runs/run_dir.c host/runs/run_dir.h host/runs/report_session.c \
  host/runs/report_session.h
