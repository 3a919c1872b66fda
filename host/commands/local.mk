# host/commands/: the commands that read runs.
libseep_a_SOURCES += host/commands/command_diff.c host/commands/command_dump.c host/commands/command_gate.c \
  host/commands/command_list.c \
  host/commands/command_report.c host/commands/command_suppress.c host/commands/alloc_places.c \
  host/commands/alloc_places.h host/commands/failed_allocations.c host/commands/failed_allocations.h \
  host/commands/explain_findings.c \
  host/commands/explain_findings.h host/commands/explained_findings.c \
  host/commands/explained_findings.h host/commands/open_page.c host/commands/open_page.h \
  host/commands/wanted_formats.c host/commands/wanted_formats.h
