/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options: what is accepted, what it comes to, what the messages say, and that Valgrind's options are all known. */
#include "config.h" // VALGRIND_VERSION

#include <string.h>

#include "host/base/options.h"
#include "tests/unit/unit.h"

static struct options *make(bool memcheck)
{
  struct options *options;
  ck_no_error(options_create(memcheck, &options));
  return options;
}

/* Sets one option on a fresh set with Seep's defaults. */
static struct options *with(const char *argument)
{
  struct options *options = make(false);
  ck_no_error(options_set(options, argument, "test"));
  return options;
}

static void refuses(const char *argument, const char *part)
{
  struct options *options = make(false);
  ck_error_says(options_set(options, argument, "test"), part);
  options_destroy(options);
}

static void sets(const char *argument, enum option_id id, const char *text)
{
  struct options *options = with(argument);
  ck_assert_pstr_eq(options_text(options, id), text);
  ck_assert(options_given(options, id));
  options_destroy(options);
}

START_TEST(defaults_of_both_personalities)
{
  struct options *seep = make(false), *memcheck = make(true);
  ck_assert_str_eq(options_text(seep, OPTION_leak_check), "full");
  ck_assert_str_eq(options_text(memcheck, OPTION_leak_check), "summary");
  ck_assert(options_flag(seep, OPTION_track_origins));
  ck_assert(!options_flag(memcheck, OPTION_track_origins));
  ck_assert(!options_given(seep, OPTION_leak_check));
  ck_assert_str_eq(options_text(memcheck, OPTION_leak_check_heuristics),
                   "stdstring,length64,newarray,multipleinheritance");
  ck_assert_ptr_null(options_text(seep, OPTION_log_file));
  options_destroy(seep);
  options_destroy(memcheck);
}
END_TEST

START_TEST(all_heuristics_are_memchecks_with_its_personality)
{
  static const char *const memchecks = "stdstring,length64,newarray,multipleinheritance";
  static const char *const all = "stdstring,length64,newarray,multipleinheritance,refcount,list";
  struct options *seep = make(false), *memcheck = make(true);
  ck_assert_str_eq(options_text(seep, OPTION_leak_check_heuristics), all);
  ck_no_error(options_set(memcheck, "--leak-check-heuristics=all", "test"));
  ck_assert_str_eq(options_text(memcheck, OPTION_leak_check_heuristics), memchecks);
  ck_no_error(options_set(memcheck, "--leak-check-heuristics=newarray,refcount", "test"));
  ck_assert_str_eq(options_text(memcheck, OPTION_leak_check_heuristics), "newarray,refcount");
  options_destroy(seep);
  options_destroy(memcheck);
}
END_TEST

START_TEST(the_personality_can_be_changed)
{
  struct options *options = with("--track-origins=yes");
  ck_no_error(options_set(options, "--personality=memcheck", "test"));
  ck_assert_str_eq(options_text(options, OPTION_leak_check), "summary");
  ck_assert(options_flag(options, OPTION_track_origins));
  ck_no_error(options_set(options, "--personality=seep", "test"));
  ck_assert_str_eq(options_text(options, OPTION_leak_check), "full");
  options_destroy(options);
}
END_TEST

/* --personality relies on it: where defaults differ, both are there. */
START_TEST(differing_defaults_are_both_set)
{
  for (enum option_id id = 0; id < OPTION_COUNT; id++)
    ck_assert_msg(!options_entry(id)->seep_default == !options_entry(id)->memcheck_default, "--%s",
                  options_entry(id)->name);
}
END_TEST

START_TEST(types)
{
  sets("--num-callers=500", OPTION_num_callers, "500");
  sets("--freelist-vol=0x100", OPTION_freelist_vol, "256");
  sets("--malloc-fill=AB", OPTION_malloc_fill, "0xab");
  sets("--free-fill=0x00", OPTION_free_fill, "0x0");
  sets("--log-fd=-1", OPTION_log_fd, "-1");
  sets("--trace-children=yes", OPTION_trace_children, "yes");
  sets("--show-leak-kinds=reachable,definite", OPTION_show_leak_kinds, "definite,reachable");
  sets("--show-leak-kinds=none", OPTION_show_leak_kinds, "none");
  sets("--digest", OPTION_digest, "yes");
  sets("--ignore-ranges=0x1000-0x2000,0xa-0xB", OPTION_ignore_ranges, "0x1000-0x2000,0xa-0xB");
  sets("--error-exitcode=256", OPTION_error_exitcode, "256");
  sets("--vgdb-stop-at=exit,abexit", OPTION_vgdb_stop_at, "exit,abexit");
  sets("--scheduling-quantum=7", OPTION_scheduling_quantum, "7");
  sets("--max-guard-pages=3", OPTION_max_guard_pages, "3");
  sets("--ignore-range-below-sp=8192-8189", OPTION_ignore_range_below_sp, "8192-8189");
}
END_TEST

START_TEST(snapshots_are_asked_for_in_several_ways)
{
  struct options *options = with("--snapshot=exit");
  ck_no_error(options_set(options, "--snapshot=peak", "test"));
  ck_no_error(options_set(options, "--snapshot=SIGUSR2", "test"));
  ck_no_error(options_set(options, "--snapshot=10s", "test"));
  ck_no_error(options_set(options, "--snapshot=100000a", "test"));
  ck_no_error(options_set(options, "--snapshot=50M", "test"));
  ck_assert_uint_eq(options_count(options, OPTION_snapshot), 6);
  options_destroy(options);
}
END_TEST

START_TEST(what_is_explained)
{
  static const char *const lists[] = {"all", "87ae", "parse", "a.c:120,ns::f,*", "x:0x", "a.c:010", "allocate"};
  static const char *const no_lists[] = {"", ",", "parse,", ",parse", "a,,b", "all,parse", "parse,all", "a.c:0", ":7"};
  char argument[64];
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    snprintf(argument, sizeof argument, "--explain=%s", lists[i]);
    sets(argument, OPTION_explain, lists[i]);
  }
  for (size_t i = 0; i < sizeof no_lists / sizeof *no_lists; i++) {
    snprintf(argument, sizeof argument, "--explain=%s", no_lists[i]);
    refuses(argument, "expected all, or values, or findings");
  }
}
END_TEST

/* What would only come out when the reporter has started would end that. */
START_TEST(patterns_and_pairs_are_read_at_once)
{
  sets("--own=fun=parse_*", OPTION_own, "fun=parse_*");
  refuses("--own=parse", "expected src=GLOB, obj=GLOB or fun=GLOB");
  refuses("--own=src=", "expected src=GLOB, obj=GLOB or fun=GLOB");
  sets("--path-map=/a=/b", OPTION_path_map, "/a=/b");
  sets("--path-map=/a=", OPTION_path_map, "/a=");
  refuses("--path-map=/a", "expected OLD=NEW");
  refuses("--path-map==/b", "expected OLD=NEW");
  sets("--fail-alloc=10", OPTION_fail_alloc, "10");
  refuses("--fail-alloc=0", "allocations count from 1");
}
END_TEST

START_TEST(what_is_explained_is_found_by_the_leak_check)
{
  struct options *options = make(true);
  ck_no_error(options_set(options, "--explain=all", "test"));
  ck_no_error(options_finish(options));
  ck_assert_str_eq(options_text(options, OPTION_leak_check), "full");
  ck_no_error(options_set(options, "--leak-check=summary", "test"));
  ck_error_says(options_finish(options), "--explain needs a full leak check");
  ck_no_error(options_set(options, "--leak-check=full", "test"));
  ck_no_error(options_set(options, "--keep-stacktraces=free", "test"));
  ck_error_says(options_finish(options), "--explain needs the stacks of allocations");
  options_destroy(options);
}
END_TEST

START_TEST(accessors)
{
  struct options *options = with("--leak-resolution=med");
  ck_assert_uint_eq(options_choice(options, OPTION_leak_resolution), 1);
  ck_assert_uint_eq(options_set_bits(options, OPTION_show_leak_kinds), 1 | 4);
  ck_assert_int_eq(options_number(options, OPTION_vgdb_poll), 5000);
  ck_assert_int_eq(options_number(options, OPTION_malloc_fill), 0);
  ck_no_error(options_set(options, "--malloc-fill=ff", "test"));
  ck_assert_int_eq(options_number(options, OPTION_malloc_fill), 255);
  ck_no_error(options_set(options, "--suppressions=a", "test"));
  ck_no_error(options_set(options, "--suppressions=b", "test"));
  ck_assert_uint_eq(options_count(options, OPTION_suppressions), 2);
  ck_assert_str_eq(options_at(options, OPTION_suppressions, 0), "a");
  ck_assert_str_eq(options_text(options, OPTION_suppressions), "b");
  options_destroy(options);
}
END_TEST

START_TEST(bad_values_say_what_was_expected)
{
  refuses("--num-callers=0", "test: --num-callers=0: expected a number from 1 to 500");
  refuses("--num-callers=12x", "expected a number");
  refuses("--num-callers=", "expected a number");
  refuses("--num-callers= 5", "expected a number");
  refuses("--freelist-vol=99999999999999999999", "expected a number");
  refuses("--malloc-fill=100", "0x0 to 0xff");
  refuses("--trace-children", "expected --trace-children=yes|no");
  refuses("--trace-children=maybe", "expected yes or no");
  refuses("--leak-check=some", "no|summary|full");
  refuses("--show-leak-kinds=definite,,possible", "unknown word \"\"");
  refuses("--alignment=48", "power of two");
  refuses("--ignore-ranges=0x2000-0x1000", "ends before it starts");
  refuses("--ignore-ranges=0x1000", "expected address ranges");
  refuses("--ignore-ranges=0x0-0xffffffffff", "larger than 64 MiB");
  refuses("--ignore-range-below-sp=1-2", "larger one");
  refuses("--trace-flags=1010", "eight digits");
  static const char *const no_snapshots[] = {"--snapshot=",    "--snapshot=10",   "--snapshot=0s",
                                             "--snapshot=s",   "--snapshot=10ss", "--snapshot=1234567890s",
                                             "--snapshot=10m", "--snapshot=usr1"};
  for (size_t i = 0; i < sizeof no_snapshots / sizeof *no_snapshots; i++)
    refuses(no_snapshots[i], "expected exit, peak, the name of a signal");
  refuses("--snapshot=SIGKILL", "SIGUSR1 and SIGUSR2 are there");
  refuses("--log-file=", "expected a value");
  refuses("--require-text-symbol=foo", "expected :SONAME:SYMBOL");
}
END_TEST

START_TEST(unknown_options_get_a_suggestion)
{
  refuses("--leak-chek=full", "unknown option --leak-chek=full; did you mean --leak-check?");
  refuses("--suppression=x", "did you mean --suppressions?");
  refuses("-x", "unknown option -x");
  refuses("--zzzzzzzzzz", "seep --help-all lists all options");
  refuses("--", "unknown option");
}
END_TEST

START_TEST(tools_and_prefixes)
{
  sets("--memcheck:leak-check=no", OPTION_leak_check, "no");
  sets("--seep:leak-check=yes", OPTION_leak_check, "full");
  sets("--tool=memcheck", OPTION_tool, "memcheck");
  refuses("--tool=helgrind", "has no tool \"helgrind\"");
  struct options *options = with("--massif:depth=3");
  ck_assert(!options_given(options, OPTION_leak_check));
  options_destroy(options);
}
END_TEST

START_TEST(what_is_not_there_is_refused)
{
  sets("--xml=no", OPTION_xml, "no");
  sets("--vgdb-stop-at=exit", OPTION_vgdb_stop_at, "exit");
}
END_TEST

START_TEST(short_forms_count)
{
  struct options *options = make(false);
  const char *arguments[] = {"-v", "-v", "--verbose", "-q", "-d", "-d", "-s"};
  for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++)
    ck_no_error(options_set(options, arguments[i], "test"));
  ck_assert_int_eq(options_number(options, OPTION_verbose), 2);
  ck_assert(!options_flag(options, OPTION_quiet));
  ck_assert_int_eq(options_number(options, OPTION_debug_log), 2);
  ck_assert_str_eq(options_text(options, OPTION_show_error_list), "yes");
  options_destroy(options);
}
END_TEST

START_TEST(quiet_and_verbose_take_back_each_other)
{
  struct options *options = with("-q");
  ck_assert(options_flag(options, OPTION_quiet));
  ck_no_error(options_set(options, "-v", "test"));
  ck_assert(!options_flag(options, OPTION_quiet));
  ck_assert_int_eq(options_number(options, OPTION_verbose), 0);
  options_destroy(options);
}
END_TEST

START_TEST(old_ways_to_choose_leaks)
{
  sets("--show-reachable=yes", OPTION_show_reachable, "yes");
  struct options *options = with("--show-reachable=yes");
  ck_assert_uint_eq(options_set_bits(options, OPTION_show_leak_kinds), 15);
  ck_assert(options_given(options, OPTION_show_leak_kinds));
  ck_no_error(options_set(options, "--show-reachable=no", "test"));
  ck_no_error(options_set(options, "--show-possibly-lost=no", "test"));
  ck_assert_str_eq(options_text(options, OPTION_show_leak_kinds), "definite,indirect");
  ck_no_error(options_set(options, "--show-possibly-lost=yes", "test"));
  ck_assert_str_eq(options_text(options, OPTION_show_leak_kinds), "definite,indirect,possible");
  options_destroy(options);
}
END_TEST

START_TEST(the_last_log_wins)
{
  struct options *options = with("--log-file=x");
  ck_assert_ptr_null(options_text(options, OPTION_log_fd));
  ck_no_error(options_set(options, "--log-fd=9", "test"));
  ck_assert_ptr_null(options_text(options, OPTION_log_file));
  ck_assert_int_eq(options_number(options, OPTION_log_fd), 9);
  options_destroy(options);
}
END_TEST

START_TEST(options_that_depend_on_each_other)
{
  struct options *options = with("--exit-on-first-error=yes");
  ck_error_says(options_finish(options), "--error-exitcode");
  ck_no_error(options_set(options, "--error-exitcode=3", "test"));
  ck_no_error(options_finish(options));
  ck_no_error(options_set(options, "--undef-value-errors=no", "test"));
  ck_no_error(options_finish(options));
  ck_assert(!options_flag(options, OPTION_track_origins));
  ck_no_error(options_set(options, "--track-origins=yes", "test"));
  ck_error_says(options_finish(options), "no effect");
  options_destroy(options);
}
END_TEST

START_TEST(copies_and_arguments)
{
  struct options *options = with("--suppressions=x.supp"), *copy;
  ck_no_error(options_set(options, "-v", "test"));
  options_copy(options, &copy);
  options_destroy(options);
  ck_assert_uint_eq(options_count(copy, OPTION_suppressions), 1);
  char *argument = options_argument(copy, OPTION_suppressions, 0);
  ck_assert_str_eq(argument, "--suppressions=x.supp");
  free(argument);
  argument = options_argument(copy, OPTION_verbose, 0);
  ck_assert_str_eq(argument, "--verbose=1");
  ck_no_error(options_set(copy, argument, "test"));
  ck_assert_int_eq(options_number(copy, OPTION_verbose), 1);
  free(argument);
  ck_assert_ptr_null(options_argument(copy, OPTION_suppressions, 1));
  options_destroy(copy);
}
END_TEST

START_TEST(name_and_value_may_be_apart)
{
  struct options *options = make(false);
  ck_no_error(options_set_value(options, OPTION_suite_test, "-x --leak-check=no", "test"));
  ck_assert_str_eq(options_text(options, OPTION_suite_test), "-x --leak-check=no");
  ck_assert(options_given(options, OPTION_suite_test));
  ck_error_says(options_set_value(options, OPTION_num_callers, "many", "test"),
                "test: --num-callers=many: expected a number");
  options_destroy(options);
}
END_TEST

START_TEST(values_among_arguments)
{
  char *arguments[] = {"-q", "--suite-test-not=x", "--suite-test=one", "--suite-test=a=b", "--suite-test", NULL};
  ck_assert_str_eq(options_value_among(arguments, OPTION_suite_test), "a=b");
  ck_assert_ptr_null(options_value_among(arguments, OPTION_suite_exec));
  ck_assert_ptr_null(options_value_among(NULL, OPTION_suite_exec));
}
END_TEST

START_TEST(help_fits_the_screen)
{
  struct options *options = make(false);
  char *text = NULL;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  options_help_short(stream, options);
  options_help(stream, options, true);
  options_help_dynamic(stream);
  fclose(stream);
  ck_assert_ptr_nonnull(strstr(text, "--leak-check="));
  ck_assert_ptr_nonnull(strstr(text, "--vex-guest-chase="));
  for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
    ck_assert_msg(strlen(line) <= 80, "%s", line);
  free(text);
  options_destroy(options);
}
END_TEST

/* Fails unless the name in "--name=..." is in the table. */
static void check_is_known(const char *name)
{
  size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");
  for (enum option_id id = 0; id < OPTION_COUNT; id++)
    if (strlen(options_entry(id)->name) == length && strncmp(options_entry(id)->name, name, length) == 0)
      return;
  ck_abort_msg("--%.*s is not in the table", (int)length, name);
}

/* The options at the start of lines. */
START_TEST(every_option_of_the_installed_valgrind_is_known)
{
  FILE *valgrind = popen("valgrind --help-debug 2>/dev/null", "r");
  ck_assert_ptr_nonnull(valgrind);
  char line[512];
  unsigned seen = 0;
  while (fgets(line, sizeof line, valgrind)) {
    const char *name = line + strspn(line, " ");
    if (name - line > 8 || strncmp(name, "--", 2) != 0)
      continue;
    seen++;
    check_is_known(name + 2);
  }
  ck_assert_int_eq(pclose(valgrind), 0);
  ck_assert_uint_gt(seen, 90);
}
END_TEST

static Suite *options_suite(void)
{
  Suite *suite = suite_create("options");
  TCase *tests = tcase_create("options");
  tcase_add_test(tests, defaults_of_both_personalities);
  tcase_add_test(tests, all_heuristics_are_memchecks_with_its_personality);
  tcase_add_test(tests, the_personality_can_be_changed);
  tcase_add_test(tests, differing_defaults_are_both_set);
  tcase_add_test(tests, types);
  tcase_add_test(tests, snapshots_are_asked_for_in_several_ways);
  tcase_add_test(tests, patterns_and_pairs_are_read_at_once);
  tcase_add_test(tests, what_is_explained);
  tcase_add_test(tests, what_is_explained_is_found_by_the_leak_check);
  tcase_add_test(tests, accessors);
  tcase_add_test(tests, bad_values_say_what_was_expected);
  tcase_add_test(tests, unknown_options_get_a_suggestion);
  tcase_add_test(tests, tools_and_prefixes);
  tcase_add_test(tests, what_is_not_there_is_refused);
  tcase_add_test(tests, short_forms_count);
  tcase_add_test(tests, quiet_and_verbose_take_back_each_other);
  tcase_add_test(tests, old_ways_to_choose_leaks);
  tcase_add_test(tests, the_last_log_wins);
  tcase_add_test(tests, options_that_depend_on_each_other);
  tcase_add_test(tests, copies_and_arguments);
  tcase_add_test(tests, name_and_value_may_be_apart);
  tcase_add_test(tests, values_among_arguments);
  tcase_add_test(tests, help_fits_the_screen);
  tcase_add_test(tests, every_option_of_the_installed_valgrind_is_known);
  suite_add_tcase(suite, tests);
  return suite;
}

int main(void)
{
  return unit_run(options_suite());
}
