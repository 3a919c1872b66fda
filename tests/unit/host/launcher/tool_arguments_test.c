/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tool's arguments, and that a traced child's launcher gets back from them what the first one knew. */
#include "config.h"
#include <string.h>

#include "host/launcher/prepare/tool_arguments.h"
#include "tests/unit/unit.h"

static char *program[] = {(char *)"./prog", (char *)"-x", (char *)"--", NULL};
static struct options *options;

static void setup(void)
{
  ck_no_error(options_create(false, &options));
}

static void teardown(void)
{
  options_destroy(options);
}

static void set(const char *argument)
{
  ck_no_error(options_set(options, argument, "test"));
}

static char **arguments_with(int channel)
{
  struct launch launch = {.options = options,
                          .directory = "/here",
                          .socket_name = "name",
                          .channel = channel,
                          .run_directory = "/runs/1",
                          .program = program,
                          .handed = {.restrictions = "17", .folder = "18", .descriptors = "5,7"}};
  char **arguments;
  tool_arguments_make(&launch, &arguments);
  return arguments;
}

static int position(char **arguments, const char *argument)
{
  for (int i = 0; arguments[i]; i++)
    if (strcmp(arguments[i], argument) == 0)
      return i;
  return -1;
}

/* Where the options end: at the second --tool=seep. */
static int end_mark(char **arguments)
{
  return 2 + position(arguments + 2, "--tool=seep");
}

static void has(char **arguments, const char *argument)
{
  ck_assert_msg(position(arguments, argument) >= 0, "%s is missing", argument);
}

static void lacks_prefix(char **arguments, const char *prefix)
{
  for (; *arguments; arguments++)
    ck_assert_msg(strncmp(*arguments, prefix, strlen(prefix)) != 0, "%s is there", *arguments);
}

START_TEST(every_value_of_a_list_reaches_the_tool)
{
  set("--snapshot=exit");
  set("--snapshot=10s");
  char **arguments = arguments_with(5);
  has(arguments, "--snapshot=exit");
  has(arguments, "--snapshot=10s");
  tool_arguments_release(arguments);
}
END_TEST

START_TEST(the_frame_of_the_arguments)
{
  char **arguments = arguments_with(5);
  ck_assert_str_eq(arguments[0], "./prog");
  ck_assert_str_eq(arguments[1], "--tool=seep");
  ck_assert_str_eq(arguments[2], "--command-line-only=yes");
  ck_assert_str_eq(arguments[3], "-q");
  has(arguments, "--seep-socket=name");
  has(arguments, "--seep-channel=5");
  has(arguments, "--seep-run=/runs/1");
  has(arguments, "--seep-restrictions=17");
  has(arguments, "--seep-folder=18");
  has(arguments, "--seep-descriptors=5,7");
  int mark = end_mark(arguments);
  ck_assert_int_gt(mark, 4);
  ck_assert_str_eq(arguments[mark + 1], "--");
  ck_assert_str_eq(arguments[mark + 2], "./prog");
  ck_assert_str_eq(arguments[mark + 3], "-x");
  ck_assert_str_eq(arguments[mark + 4], "--");
  ck_assert_ptr_null(arguments[mark + 5]);
  tool_arguments_release(arguments);
}
END_TEST

START_TEST(the_core_gets_what_was_given)
{
  set("--trace-children=yes");
  set("--num-callers=30");
  set("-d");
  set("-d");
  set("--debug-dump=syms");
  set("--debug-dump=line");
  char **arguments = arguments_with(5);
  has(arguments, "--trace-children=yes");
  has(arguments, "--num-callers=30");
  has(arguments, "--debug-dump=syms");
  has(arguments, "--debug-dump=line");
  has(arguments, "--sigill-diagnostics=yes");
  int first = position(arguments, "-d");
  ck_assert_str_eq(arguments[first + 1], "-d");
  lacks_prefix(arguments, "--vgdb");
  lacks_prefix(arguments, "--debug-log");
  tool_arguments_release(arguments);
}
END_TEST

START_TEST(the_tool_gets_all_of_its_own)
{
  char **arguments = arguments_with(5);
  has(arguments, "--leak-check=full");
  has(arguments, "--freelist-vol=20000000");
  has(arguments, "--track-origins=yes");
  lacks_prefix(arguments, "--malloc-fill");
  lacks_prefix(arguments, "--log");
  lacks_prefix(arguments, "--show-leak-kinds");
  tool_arguments_release(arguments);
}
END_TEST

START_TEST(the_hosts_are_wrapped)
{
  set("--log-file=x.%p");
  set("--suppressions=/abs.supp");
  set("--suppressions=rel.supp");
  set("--show-reachable=no");
  set("-q");
  char **arguments = arguments_with(5);
  has(arguments, "--seep-host=--log-file=/here/x.%p");
  has(arguments, "--seep-host=--suppressions=/abs.supp");
  has(arguments, "--seep-host=--suppressions=/here/rel.supp");
  has(arguments, "--seep-host=--show-leak-kinds=definite,possible");
  has(arguments, "--quiet=yes");
  has(arguments, "--sigill-diagnostics=no");
  lacks_prefix(arguments, "--seep-host=--show-reachable");
  lacks_prefix(arguments, "--seep-host=--personality");
  tool_arguments_release(arguments);
}
END_TEST

START_TEST(without_standard_error)
{
  struct launch launch = {.options = options, .directory = "/here", .channel = 5, .is_mute = true, .program = program};
  char **arguments;
  tool_arguments_make(&launch, &arguments);
  has(arguments, "--log-fd=-1");
  struct inherited_arguments inherited;
  ck_no_error(tool_arguments_take_inherited(arguments, options, &inherited));
  ck_assert_str_eq(options_text(options, OPTION_log_fd), "2");
  ck_assert_msg(strcmp(inherited.program[0], program[0]) == 0, "\"--\" is there, as suites give it, and is no program");
  tool_arguments_release(arguments);
}
END_TEST

START_TEST(without_reporter_and_record)
{
  struct launch launch = {.options = options, .directory = "/here", .channel = -1, .program = program};
  char **arguments;
  tool_arguments_make(&launch, &arguments);
  lacks_prefix(arguments, "--seep-socket");
  lacks_prefix(arguments, "--seep-channel");
  lacks_prefix(arguments, "--seep-run");
  tool_arguments_release(arguments);
}
END_TEST

/* What the core makes of the arguments for a traced child: no --, the child's program at the end. */
static void as_the_core_passes_on(char **arguments)
{
  int dashes = end_mark(arguments) + 1;
  free(arguments[dashes]);
  for (int i = dashes; arguments[i]; i++)
    arguments[i] = arguments[i + 1];
}

START_TEST(a_traced_child_has_it_all_back)
{
  options_destroy(options);
  ck_no_error(options_create(true, &options));
  static const char *const given[] = {"--num-callers=7", "-d", "-v", "-v", "--log-file=/x", "--show-reachable=yes",
                                      "--suppressions=/s", "--malloc-fill=7f", "--error-exitcode=9"};
  for (size_t i = 0; i < sizeof given / sizeof *given; i++)
    set(given[i]);
  char **arguments = arguments_with(5);
  as_the_core_passes_on(arguments);
  ck_assert(tool_arguments_are_inherited(arguments));

  struct options *child;
  struct inherited_arguments inherited;
  ck_no_error(options_create(false, &child));
  ck_no_error(tool_arguments_take_inherited(arguments, child, &inherited));
  ck_assert_str_eq(inherited.socket_name, "name");
  ck_assert_str_eq(inherited.run_directory, "/runs/1");
  ck_assert_str_eq(inherited.program[0], "./prog");
  ck_assert_str_eq(inherited.program[1], "-x");
  for (enum option_id id = 0; id < OPTION_COUNT; id++)
    if (id != OPTION_sigill_diagnostics && id != OPTION_show_reachable)
      ck_assert_pstr_eq(options_text(child, id), options_text(options, id));
  tool_arguments_release(arguments);
  options_destroy(child);
}
END_TEST

START_TEST(ordinary_command_lines_are_not_inherited)
{
  char *plain[] = {(char *)"seep", (char *)"--tool=seep", (char *)"--tool=seep", (char *)"ls", NULL};
  char *nothing[] = {(char *)"seep", NULL};
  ck_assert(!tool_arguments_are_inherited(plain));
  ck_assert(!tool_arguments_are_inherited(nothing));
  char *cut[] = {(char *)"seep", (char *)"--tool=seep", (char *)"--command-line-only=yes", (char *)"-q",
                 (char *)"--aspace-minaddr=" CORE_LOAD_ADDRESS, (char *)"--tool=seep", NULL};
  struct inherited_arguments inherited;
  ck_assert(tool_arguments_are_inherited(cut));
  ck_error_says(tool_arguments_take_inherited(cut, options, &inherited), "no program");
}
END_TEST

static Suite *launch_suite(void)
{
  Suite *suite = suite_create("launch");
  TCase *tests = tcase_create("launch");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, the_frame_of_the_arguments);
  tcase_add_test(tests, every_value_of_a_list_reaches_the_tool);
  tcase_add_test(tests, the_core_gets_what_was_given);
  tcase_add_test(tests, the_tool_gets_all_of_its_own);
  tcase_add_test(tests, the_hosts_are_wrapped);
  tcase_add_test(tests, without_standard_error);
  tcase_add_test(tests, without_reporter_and_record);
  tcase_add_test(tests, a_traced_child_has_it_all_back);
  tcase_add_test(tests, ordinary_command_lines_are_not_inherited);
  suite_add_tcase(suite, tests);
  return suite;
}

int main(void)
{
  return unit_run(launch_suite());
}
