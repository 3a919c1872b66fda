# base/: what every host module stands on.
libseep_a_SOURCES += base/error.c base/error.h base/options.c base/options.h base/options.def base/dynamic_options.def \
  base/refusals.def base/short_help.def base/snapshot_signals.def base/options_check.c base/options_check.h base/options_help.c base/fnv.h \
  base/foreign_file.c base/foreign_file.h base/grow.h base/installed.c base/installed.h base/join_path.h base/normalise_path.c base/normalise_path.h base/own_folder.c base/own_folder.h base/print.c base/print.h base/read_up_to.h base/replace_file.c \
  base/replace_file.h base/job_commands.c base/job_commands.h base/plain_stream.c base/plain_stream.h \
  base/plain_text.c base/plain_text.h base/freestanding/unsafe_characters.def base/terminal.c base/terminal.h \
  base/text_after.h base/text_table.c base/text_table.h \
  base/utf8.c base/utf8.h base/write_all.h base/zencode.c base/zencode.h
libseep_a_SOURCES += base/freestanding/program_name.h
GUEST_SOURCES += base/freestanding/direct_machine.c base/freestanding/direct_machine.h
GUEST_SOURCES += base/freestanding/call_filter.c base/freestanding/call_filter.h
TOOL_GLUE += base/freestanding/restrictions.c base/freestanding/restrictions.h
libseep_a_SOURCES += base/freestanding/call_filter.c base/freestanding/call_filter.h
libseep_a_SOURCES += base/freestanding/restrictions.c base/freestanding/restrictions.h
libseep_a_SOURCES += base/freestanding/direct_machine.c base/freestanding/direct_machine.h
GUEST_SOURCES += base/freestanding/generated_code_name.h
libseep_a_SOURCES += base/freestanding/generated_code_name.h

UNIT_TESTS += tests/unit/base/error_test
tests_unit_base_error_test_SOURCES = tests/unit/base/error_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/base/call_filter_test
tests_unit_base_call_filter_test_SOURCES = tests/unit/base/call_filter_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/base/options_test
tests_unit_base_options_test_SOURCES = tests/unit/base/options_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/base/terminal_test
tests_unit_base_terminal_test_SOURCES = tests/unit/base/terminal_test.c tests/unit/unit.h
UNIT_TESTS += tests/unit/base/replace_file_test
tests_unit_base_replace_file_test_SOURCES = tests/unit/base/replace_file_test.c tests/unit/unit.h

UNIT_TESTS += tests/unit/base/plain_text_test
tests_unit_base_plain_text_test_SOURCES = tests/unit/base/plain_text_test.c tests/unit/unit.h
