# host/base/: what every host module stands on.
libseep_a_SOURCES += host/base/error.c host/base/error.h host/base/options.c host/base/options.h \
  shared/base/options.def shared/base/dynamic_options.def host/base/refusals.def host/base/short_help.def \
  host/base/commands.h host/base/order.h host/base/subcommands.def \
  shared/base/snapshot_signals.def host/base/options_check.c host/base/options_check.h host/base/options_help.c \
  host/base/day_text.h \
  host/base/fnv.h host/base/foreign_file.c host/base/foreign_file.h host/base/grow.h host/base/hash_table.h \
  host/base/installed.c host/base/installed.h host/base/join_path.h host/base/last_component.h \
  host/base/memory.c host/base/memory.h \
  host/base/nearest.c host/base/nearest.h host/base/normalise_path.c host/base/normalise_path.h \
  host/base/own_folder.c host/base/own_folder.h host/base/print.c host/base/print.h host/base/process_status.c \
  host/base/process_status.h host/base/read_up_to.h \
  host/base/replace_file.c host/base/replace_file.h host/base/ci_commands.c host/base/ci_commands.h \
  host/base/plain_stream.c host/base/plain_stream.h host/base/plain_text.c host/base/plain_text.h \
  shared/base/unsafe_characters.def host/base/terminal.c host/base/terminal.h host/base/text_after.h \
  host/base/text_pool.c host/base/text_pool.h host/base/text_table.c host/base/text_table.h host/base/utf8.c \
  host/base/utf8.h host/base/wrapped_line.c host/base/wrapped_line.h host/base/write_all.h host/base/zencode.c \
  host/base/zencode.h
libseep_a_SOURCES += shared/base/program_name.h
GUEST_SOURCES += shared/base/direct_machine.c shared/base/direct_machine.h
GUEST_SOURCES += shared/base/call_filter.c shared/base/call_filter.h
TOOL_GLUE += shared/base/second_process.c shared/base/second_process.h
TOOL_GLUE += shared/base/restrictions.c shared/base/restrictions.h
libseep_a_SOURCES += shared/base/call_filter.c shared/base/call_filter.h
libseep_a_SOURCES += shared/base/restrictions.c shared/base/restrictions.h
libseep_a_SOURCES += shared/base/direct_machine.c shared/base/direct_machine.h
GUEST_SOURCES += shared/base/generated_code_name.h
libseep_a_SOURCES += shared/base/generated_code_name.h

UNIT_TESTS += tests/unit/host/base/error_test
tests_unit_host_base_error_test_SOURCES = tests/unit/host/base/error_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/host/base/memory_test
tests_unit_host_base_memory_test_SOURCES = tests/unit/host/base/memory_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/host/base/call_filter_test
tests_unit_host_base_call_filter_test_SOURCES = tests/unit/host/base/call_filter_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/host/base/options_test
tests_unit_host_base_options_test_SOURCES = tests/unit/host/base/options_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/host/base/terminal_test
tests_unit_host_base_terminal_test_SOURCES = tests/unit/host/base/terminal_test.c tests/unit/unit.h
UNIT_TESTS += tests/unit/host/base/replace_file_test
tests_unit_host_base_replace_file_test_SOURCES = tests/unit/host/base/replace_file_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/host/base/wrapped_line_test
tests_unit_host_base_wrapped_line_test_SOURCES = tests/unit/host/base/wrapped_line_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/host/base/plain_text_test
tests_unit_host_base_plain_text_test_SOURCES = tests/unit/host/base/plain_text_test.c tests/unit/unit.h
