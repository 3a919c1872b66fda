# host/cost/: what code costs: `seep cost`, comparing runs, formats.
libseep_a_SOURCES += host/cost/command_cost.c host/cost/cost_diff.c host/cost/cost_diff.h \
  host/cost/cost_format_cachegrind.c host/cost/cost_format_json.c host/cost/cost_formats.c \
  host/cost/cost_formats.def host/cost/cost_formats.h host/cost/cost_table.c host/cost/cost_table.h
