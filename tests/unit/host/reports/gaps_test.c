/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where runs are not to be trusted: what fails the gate although nothing was found, and what lets it pass. */
#include "unit/unit.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "host/base/commands.h"
#include "support/command_run.h"

enum { CHILDREN = 200 };

/* A process of the run that lost nothing; what it does before its end stands in `told`. */
struct member {
  uint64_t pid, forked_from, generation, ppid, start_time_ns;
  uint64_t forks[CHILDREN + 1]; /* up to 0 */
  const char *execs;            /* it becomes that program; NULL: it ends */
  bool is_untraced, exec_fails;
  uint64_t signal;
  int64_t code;
  bool is_cut;
};

static void build_end(struct record_builder *stream, const struct member *member)
{
  build_heap(stream, (struct record_heap){.allocations = 3, .frees = 3});
  build_end_of_run(stream, (struct record_end_of_run){.reason = member->signal ? RECORD_END_SIGNAL : RECORD_END_EXIT,
                                                      .signal = member->signal, .elapsed_ns = 30000000000});
}

static void build_member(const char *path, struct member member)
{
  struct record_builder stream = {0};
  build_start(&stream, (struct record_start){
                         .pid = member.pid, .ppid = member.ppid, .generation = member.generation,
                         .forked_from = member.forked_from,
                         .start_time_ns = member.start_time_ns ? member.start_time_ns : member.pid,
                         .exe = build_string("/home/me/leak"), .argv = BUILD_STRINGS(build_string("./leak"))});
  for (const uint64_t *child = member.forks; *child; child++)
    build_fork(&stream, (struct record_fork){.child_pid = *child});
  if (member.execs)
    build_exec(&stream, (struct record_exec){.path = build_string(member.execs), .traced = !member.is_untraced});
  if (member.exec_fails)
    build_exec_failed(&stream, (struct record_exec_failed){.errno_value = 2});
  if (member.signal)
    build_fatal_signal(&stream, (struct record_fatal_signal){.tid = 1, .number = member.signal,
                                                             .code = (uint64_t)member.code});
  if (!member.is_cut && (!member.execs || member.exec_fails))
    build_end(&stream, &member);
  write_record(&stream, path);
}

#define GATE(...) command_run(command_gate, "run", "--errors=0", "--definitely-lost=0", ##__VA_ARGS__, NULL)

static void setup(void)
{
  command_run_setup();
  ck_assert_int_eq(mkdir("run", 0700), 0);
}

/* --- signals --- */

START_TEST(a_signal_is_no_end)
{
  build_member("run/p1.rec", (struct member){.pid = 1, .signal = SIGSEGV, .code = SEGV_MAPERR});
  build_member("run/p2.rec", (struct member){.pid = 2});
  ck_assert_int_eq(GATE(), COMMAND_OVER_LIMIT);
  command_says("killed by a signal: 1 of 2 processes (--allow=killed:SIGSEGV lets it pass)");
  command_says("process 1 (/home/me/leak): SIGSEGV\n");
  ck_assert_int_eq(GATE("--unfinished=9"), COMMAND_OVER_LIMIT);
  ck_assert_int_eq(GATE("--json"), COMMAND_OVER_LIMIT);
  command_says("\"code\": \"killed\"");
}
END_TEST

START_TEST(a_test_that_is_not_called_like_its_program_is_named)
{
  write_text("run/suite.json", "{\"format\": 1, \"command\": [\"make\", \"check\"], \"started_ns\": 5}");
  write_text("run/execs.jsonl", "{\"event\":\"image\",\"id\":\"1-a\",\"pid\":1,\"ppid\":0,\"time_ns\":1,\"exe\":\"/"
                                "home/me/leak\",\"directory\":\"/\","
                                "\"arguments\":[],\"test\":\"reads_all\",\"test_source\":\"meson\",\"checked\":true}\n"
                                "{\"event\":\"image\",\"id\":\"2-a\",\"pid\":2,\"ppid\":0,\"time_ns\":2,\"exe\":\"/"
                                "home/me/other\",\"directory\":\"/\","
                                "\"arguments\":[],\"test\":\"other\",\"test_source\":\"program\",\"checked\":true}\n");
  ck_assert_int_eq(GATE(), COMMAND_OVER_LIMIT);
  command_says("process 1 (/home/me/leak, in reads_all): ");
  command_says("process 2 (/home/me/other): ");
}
END_TEST

START_TEST(who_ends_servers_says_so)
{
  build_member("run/p1.rec", (struct member){.pid = 1, .signal = SIGTERM, .code = SI_USER});
  build_member("run/p2.rec", (struct member){.pid = 2, .signal = SIGABRT, .code = SI_TKILL});
  ck_assert_int_eq(GATE(), COMMAND_OVER_LIMIT);
  command_says("killed by a signal: 2 of 2 processes (--allow=killed lets them pass)");
  command_says("SIGTERM, sent to it after 30.0 s, as if it exceeded a time limit");
  ck_assert_int_eq(GATE("--allow=killed:SIGTERM"), COMMAND_OVER_LIMIT);
  command_says("killed by a signal: 1 of 2 processes (--allow=killed:SIGABRT lets it pass)");
  command_says_not("SIGTERM, sent");
  ck_assert_int_eq(GATE("--allow=killed:TERM,killed:ABRT"), COMMAND_OK);
  command_says("note: killed by a signal: 2 of 2 processes, as allowed");
  ck_assert_int_eq(GATE("--allow=killed:TERM", "--allow=killed:ABRT"), COMMAND_OK);
  ck_assert_int_eq(GATE("--allow=killed"), COMMAND_OK);
}
END_TEST

START_TEST(only_kinds_that_there_are_can_be_allowed)
{
  static const char *const bad[] = {"--allow=", "--allow=kill", "--allow=killed,", "--allow=,killed", "--allow=empty",
                                    "--allow=unreadable", "--allow=killedness", "--allow=:killed"};
  build_member("run/p1.rec", (struct member){.pid = 1});
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    ck_assert_int_eq(GATE(bad[i]), COMMAND_FAILED);
  ck_assert_int_eq(GATE("--allow=unfinished,killed:SIGTERM,not-searched,heap-not-seen,lost-process,unchecked"),
                   COMMAND_OK);
}
END_TEST

START_TEST(unfinished_ones_can_be_allowed_by_number_or_all)
{
  build_member("run/p1.rec", (struct member){.pid = 1, .is_cut = true});
  build_member("run/p2.rec", (struct member){.pid = 2});
  ck_assert_int_eq(GATE(), COMMAND_OVER_LIMIT);
  command_says("did not finish: 1 of 2 processes (--allow=unfinished lets it pass)");
  ck_assert_int_eq(GATE("--unfinished=1"), COMMAND_OK);
  ck_assert_int_eq(GATE("--allow=unfinished"), COMMAND_OK);
}
END_TEST

/* --- processes that are missing --- */

START_TEST(a_child_without_a_record_is_missed)
{
  build_member("run/p1.rec", (struct member){.pid = 1, .forks = {7}});
  ck_assert_int_eq(GATE(), COMMAND_OVER_LIMIT);
  command_says(
    "no record of a child process or of an executed program: 1 process (--allow=lost-process:fork lets it pass)");
  command_says("process 1 (/home/me/leak): its child process 7 left no record");
  ck_assert_int_eq(GATE("--allow=lost-process"), COMMAND_OK);
  build_member("run/p7.rec", (struct member){.pid = 7, .forked_from = 1, .generation = 1});
  ck_assert_int_eq(GATE(), COMMAND_OK);
  ck_assert_int_eq(command_run(command_gate, "run/p1.rec", NULL), COMMAND_OK);
}
END_TEST

START_TEST(each_child_has_a_record_of_its_own)
{
  build_member("run/p1.rec", (struct member){.pid = 1, .forks = {7, 7}});
  build_member("run/p7.rec", (struct member){.pid = 7, .forked_from = 1, .generation = 1});
  ck_assert_int_eq(GATE(), COMMAND_OVER_LIMIT);
  build_member("run/p7.1.rec", (struct member){.pid = 7, .forked_from = 1, .generation = 1, .start_time_ns = 9});
  ck_assert_int_eq(GATE(), COMMAND_OK);
}
END_TEST

START_TEST(a_pid_used_again_by_others_is_no_child)
{
  build_member("run/p1.rec", (struct member){.pid = 1, .forks = {7}});
  build_member("run/p7.rec", (struct member){.pid = 7});
  build_member("run/p7.1.rec", (struct member){.pid = 7, .forked_from = 6, .generation = 2});
  ck_assert_int_eq(GATE(), COMMAND_OVER_LIMIT);
}
END_TEST

START_TEST(the_parent_named_in_a_record_goes_first)
{
  build_member("run/p1.rec", (struct member){.pid = 1, .forks = {7}});
  build_member("run/p2.rec", (struct member){.pid = 2, .forks = {7}});
  build_member("run/p7.rec", (struct member){.pid = 7, .forked_from = 2, .generation = 1});
  ck_assert_int_eq(GATE(), COMMAND_OVER_LIMIT);
  command_says("process 1 (/home/me/leak): its child process 7");
  command_says_not("process 2 (");
}
END_TEST

START_TEST(a_parent_may_end_before_its_child_begins)
{
  build_member("run/p3.rec", (struct member){.pid = 3, .forks = {7}});
  build_member("run/p7.rec", (struct member){.pid = 7, .forked_from = 1, .generation = 1});
  ck_assert_int_eq(GATE(), COMMAND_OK);
}
END_TEST

START_TEST(a_pid_namespace_has_pids_of_its_own)
{
  build_member("run/p30.rec", (struct member){.pid = 30, .ppid = 20, .forks = {70}});
  build_member("run/p1.rec", (struct member){.pid = 1, .forked_from = 30, .generation = 1, .forks = {2}});
  build_member("run/p2.rec", (struct member){.pid = 2, .ppid = 1, .forked_from = 1, .generation = 2});
  ck_assert_int_eq(GATE(), COMMAND_OK);
  build_member("run/p31.rec", (struct member){.pid = 31, .ppid = 20, .forks = {71}});
  ck_assert_int_eq(GATE(), COMMAND_OVER_LIMIT);
}
END_TEST

START_TEST(two_hundred_children_are_counted)
{
  struct member parent = {.pid = 1};
  for (uint64_t i = 0; i < CHILDREN; i++) {
    char path[64];
    snprintf(path, sizeof path, "run/p%d.rec", (int)i + 1000);
    parent.forks[i] = i + 1000;
    if (i != 137)
      build_member(path, (struct member){.pid = i + 1000, .forked_from = 1, .generation = 1});
  }
  build_member("run/p1.rec", parent);
  ck_assert_int_eq(GATE(), COMMAND_OVER_LIMIT);
  command_says("no record of a child process or of an executed program: 1 process ");
  command_says("its child process 1137 left no record");
  build_member("run/p1137.rec", (struct member){.pid = 1137, .forked_from = 1, .generation = 1});
  ck_assert_int_eq(GATE(), COMMAND_OK);
}
END_TEST

START_TEST(what_a_process_becomes_is_missed_too)
{
  build_member("run/p1.rec", (struct member){.pid = 1});
  build_member("run/p7.rec", (struct member){.pid = 7, .execs = "/bin/other"});
  ck_assert_int_eq(GATE(), COMMAND_OVER_LIMIT);
  command_says("process 7 (/home/me/leak): it executed /bin/other, which left no record");
  command_says("--allow=lost-process:exec lets it pass");
  build_member("run/p7.1.rec", (struct member){.pid = 7, .start_time_ns = 9});
  ck_assert_int_eq(GATE(), COMMAND_OK);
}
END_TEST

START_TEST(what_is_not_to_be_checked_is_not_missed)
{
  build_member("run/p1.rec", (struct member){.pid = 1});
  build_member("run/p7.rec", (struct member){.pid = 7, .execs = "/bin/other", .is_untraced = true});
  build_member("run/p8.rec", (struct member){.pid = 8, .execs = "/bin/nothing", .exec_fails = true});
  ck_assert_int_eq(GATE(), COMMAND_OK);
  command_says("(2 processes)");
}
END_TEST

START_TEST(a_run_that_only_began_a_program_has_checked_nothing)
{
  build_member("run/p7.rec", (struct member){.pid = 7, .execs = "/bin/other", .is_untraced = true});
  ck_assert_int_eq(GATE(), COMMAND_OVER_LIMIT);
  command_says("no process was checked");
}
END_TEST

START_TEST(errors_before_an_exec_count)
{
  struct record_builder stream = {0};
  build_member("run/p1.rec", (struct member){.pid = 1});
  build_process_start(&stream, 7, NULL);
  build_error(&stream, (struct record_error){.id = 1, .kind = RECORD_ERROR_MEMPOOL, .stack_id = 1});
  build_exec(&stream, (struct record_exec){.path = build_string("/bin/other")});
  write_record(&stream, "run/p7.rec");
  ck_assert_int_eq(GATE(), COMMAND_OVER_LIMIT);
  command_says("1 error, at most 0 allowed");
  command_says("invalid memory pool: its address is not that of a pool");
}
END_TEST

/* --- heaps that were not seen --- */

static void build_viewed(const char *path, uint64_t view, const char *options)
{
  struct record_builder stream = {0};
  build_start(&stream, (struct record_start){
                         .pid = 1, .exe = build_string("/home/me/leak"), .argv = BUILD_STRINGS(build_string("./leak")),
                         .options = BUILD_STRINGS(build_string("--default-suppressions=no"), build_string(options))});
  build_heap(&stream, (struct record_heap){.live_blocks = 0});
  if (view > 0)
    build_heap_view(&stream, (struct record_heap_view){.view = RECORD_HEAP_SEEN});
  if (view > 0)
    build_heap_view(&stream, (struct record_heap_view){.view = view, .allocator = build_string("jemalloc"),
                                                       .module = build_string("/usr/lib/libjemalloc.so.2")});
  build_leak_begin(&stream, (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL, .reason = RECORD_LEAK_AT_EXIT,
                                                       .tid = 1});
  build_leak_end(&stream, (struct record_leak_end){.id = 1});
  build_end_of_run(&stream, (struct record_end_of_run){.reason = RECORD_END_EXIT});
  write_record(&stream, path);
}

static const char freed[] = "All heap blocks were freed -- no leaks are possible";
static const char unseen[] = "the heap of this program was not seen, so its leaks are not known:";

START_TEST(a_heap_that_was_not_seen_fails)
{
  build_viewed("run/p1.rec", RECORD_HEAP_FOREIGN_ALLOCATOR, "--quiet=no");
  ck_assert_int_eq(GATE(), COMMAND_OVER_LIMIT);
  command_says(
    "heap not visible, so leaks are unknown: 1 of 1 processes (--allow=heap-not-seen:allocator lets it pass)");
  command_says("it has an allocator that is not replaced: jemalloc in /usr/lib/libjemalloc.so.2 (");
  ck_assert_int_eq(GATE("--allow=heap-not-seen:static"), COMMAND_OVER_LIMIT);
  ck_assert_int_eq(GATE("--allow=heap-not-seen:allocator"), COMMAND_OK);
  static const char *const styles[] = {"--style=people", "--style=memcheck"};
  for (size_t i = 0; i < sizeof styles / sizeof *styles; i++) {
    ck_assert_int_eq(command_run(command_report, "run", styles[i], NULL), COMMAND_OK);
    command_says(unseen);
    command_says("jemalloc in /usr/lib/libjemalloc.so.2");
    command_says_not(freed);
    command_says_not("no leaks");
  }
}
END_TEST

START_TEST(memchecks_sentence_stays_for_its_readers)
{
  build_viewed("run/p1.rec", RECORD_HEAP_STATIC, "--personality=memcheck");
  ck_assert_int_eq(command_run(command_report, "run", NULL), COMMAND_OK);
  command_says(freed);
  command_says(unseen);
  ck_assert_int_eq(command_run(command_report, "run", "-q", NULL), COMMAND_OK);
  ck_assert_str_eq(command_output(), "");
}
END_TEST

START_TEST(a_quiet_run_warns_too)
{
  build_viewed("run/p1.rec", RECORD_HEAP_STATIC, "-q");
  ck_assert_int_eq(command_run(command_report, "run", NULL), COMMAND_OK);
  command_says(unseen);
  ck_assert_int_eq(command_run(command_report, "run", "--style=memcheck", NULL), COMMAND_OK);
  command_says(unseen);
}
END_TEST

START_TEST(views_of_the_future_are_not_trusted)
{
  build_viewed("run/p1.rec", 1337, "--quiet=no");
  ck_assert_int_eq(GATE(), COMMAND_OVER_LIMIT);
  command_says("that this version of Seep does not know");
}
END_TEST

START_TEST(a_heap_that_was_seen_passes_as_do_old_records)
{
  for (uint64_t view = 0; view <= RECORD_HEAP_SEEN; view++) {
    build_viewed("run/p1.rec", view, "--quiet=no");
    ck_assert_int_eq(GATE(), COMMAND_OK);
    ck_assert_int_eq(command_run(command_report, "run", NULL), COMMAND_OK);
    ck_assert_str_eq(command_output(), "seep: no errors, no leaks\n");
    ck_assert_int_eq(command_run(command_report, "run", "--style=memcheck", NULL), COMMAND_OK);
    command_says(freed);
    command_says_not("Warning");
  }
}
END_TEST

/* --- everywhere --- */

START_TEST(all_formats_tell_of_them)
{
  static const char *const formats[][2] = {
    {"--format=text", "process 1: killed by a signal: SIGABRT\n"},
    {"--format=junit", "<error message=\"process 1: killed by a signal: SIGABRT\" type=\"killed\"/>"},
    {"--format=junit", " failures=\"0\" errors=\"1\" "},
    {"--format=sarif", "\"descriptor\":{\"id\":\"killed\"}"},
    {"--format=sarif", "\"executionSuccessful\":false"},
    {"--format=github",
     "::error title=Not everything was checked::/home/me/leak: process 1: killed by a signal: SIGABRT"},
    {"--format=markdown", "killed by a signal&#58; SIGABRT"},
    {"--format=github-summary", "killed by a signal&#58; SIGABRT"},
    {"--format=html", "killed by a signal: SIGABRT"},
    {"--format=json", "\"kind\":\"killed\""},
  };
  build_member("run/p1.rec", (struct member){.pid = 1, .signal = SIGABRT, .code = SI_TKILL});
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    ck_assert_int_eq(command_run(command_report, formats[i][0], "run", NULL), COMMAND_OK);
    command_says(formats[i][1]);
  }
}
END_TEST

START_TEST(a_run_without_a_process_is_an_error_in_junit)
{
  build_member("run/p7.rec", (struct member){.pid = 7, .execs = "/bin/other", .is_untraced = true});
  ck_assert_int_eq(command_run(command_report, "--format=junit", "run", NULL), COMMAND_OK);
  command_says("classname=\"seep.run\"");
  command_says("type=\"empty\"");
}
END_TEST

START_TEST(a_program_goes_by_the_name_it_was_executed_by)
{
  struct record_builder stream = {0};
  build_start(&stream, (struct record_start){.pid = 1, .exe = build_string("/usr/bin/redis-check-rdb"),
                                             .argv = BUILD_STRINGS(build_string("/usr/bin/redis-server"))});
  build_heap(&stream, (struct record_heap){.live_blocks = 0});
  build_end_of_run(&stream, (struct record_end_of_run){.reason = RECORD_END_EXIT});
  write_record(&stream, "run/p1.rec");
  ck_assert_int_eq(command_run(command_report, "--format=junit", "run", NULL), COMMAND_OK);
  command_says("<testcase name=\"redis-server\"");
  command_says_not("redis-check-rdb");
}
END_TEST

START_TEST(reports_of_processes_tell_who_is_missing)
{
  build_member("run/p1.rec", (struct member){.pid = 1, .forks = {7}, .signal = SIGABRT, .code = SI_TKILL});
  ck_assert_int_eq(command_run(command_report, "run", NULL), COMMAND_OK);
  command_says("seep report: /home/me/leak: process 1: no record of a child process or of an executed program: its "
               "child process 7");
  command_says_not("killed by a signal");
  build_member("run/p7.rec", (struct member){.pid = 7, .forked_from = 1, .generation = 1});
  ck_assert_int_eq(command_run(command_report, "run", NULL), COMMAND_OK);
  command_says_not("seep report: ");
}
END_TEST

/* A process that was given these options, and in which an allocation failed or items of --explain were met. */
static void build_asked(const char *path, uint64_t pid, const char *option, bool has_failed, uint64_t met)
{
  struct record_builder stream = {0};
  build_start(&stream, (struct record_start){.pid = pid, .start_time_ns = pid, .exe = build_string("/home/me/leak"),
                                             .options = BUILD_STRINGS(build_string(option)),
                                             .argv = BUILD_STRINGS(build_string("./leak"))});
  if (has_failed)
    build_message(&stream, (struct record_message){.class = RECORD_MESSAGE_FAILS, .text = build_string("it fails\n")});
  if (met)
    build_met(&stream, (struct record_met){.items = met});
  build_heap(&stream, (struct record_heap){.allocations = 3, .frees = 3});
  build_end_of_run(&stream, (struct record_end_of_run){.reason = RECORD_END_EXIT});
  write_record(&stream, path);
}

START_TEST(what_was_asked_for_in_vain_fails)
{
  build_asked("run/p1.rec", 1, "--fail-alloc=parse", false, 0);
  ck_assert_int_eq(GATE(), COMMAND_OVER_LIMIT);
  build_asked("run/p2.rec", 2, "--fail-alloc=parse", true, 0);
  ck_assert_int_eq(GATE(), COMMAND_OK);
  build_asked("run/p3.rec", 3, "--fail-alloc=other", false, 0); /* another place of --fail-alloc=each */
  ck_assert_int_eq(GATE(), COMMAND_OVER_LIMIT);
  build_asked("run/p3.rec", 3, "--fail-alloc=", false, 0); /* its first run: any that fails will do */
  ck_assert_int_eq(GATE(), COMMAND_OK);
  build_asked("run/p4.rec", 4, "--explain=one,two", false, 1);
  ck_assert_int_eq(GATE(), COMMAND_OVER_LIMIT);
  build_asked("run/p5.rec", 5, "--explain=one,two", false, 2);
  ck_assert_int_eq(GATE(), COMMAND_OK);
  build_asked("run/p6.rec", 6, "--explain=all", false, 0);
  ck_assert_int_eq(GATE(), COMMAND_OK);
}
END_TEST

START_TEST(what_is_allowed_can_be_compared)
{
  build_member("run/p1.rec", (struct member){.pid = 1, .signal = SIGTERM, .code = SI_USER});
  ck_assert_int_eq(command_run(command_diff, "run", "run", NULL), COMMAND_FAILED);
  ck_assert_int_eq(command_run(command_diff, "--allow=killed", "run", "run", NULL), COMMAND_OK);
  ck_assert_int_eq(command_run(command_diff, "--allow=kill", "run", "run", NULL), COMMAND_FAILED);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("gaps");
  TCase *tests = tcase_create("gaps");
  tcase_add_checked_fixture(tests, setup, command_run_teardown);
  tcase_add_test(tests, a_signal_is_no_end);
  tcase_add_test(tests, a_test_that_is_not_called_like_its_program_is_named);
  tcase_add_test(tests, who_ends_servers_says_so);
  tcase_add_test(tests, only_kinds_that_there_are_can_be_allowed);
  tcase_add_test(tests, unfinished_ones_can_be_allowed_by_number_or_all);
  tcase_add_test(tests, a_child_without_a_record_is_missed);
  tcase_add_test(tests, each_child_has_a_record_of_its_own);
  tcase_add_test(tests, a_pid_used_again_by_others_is_no_child);
  tcase_add_test(tests, the_parent_named_in_a_record_goes_first);
  tcase_add_test(tests, a_parent_may_end_before_its_child_begins);
  tcase_add_test(tests, a_pid_namespace_has_pids_of_its_own);
  tcase_add_test(tests, two_hundred_children_are_counted);
  tcase_add_test(tests, what_a_process_becomes_is_missed_too);
  tcase_add_test(tests, what_is_not_to_be_checked_is_not_missed);
  tcase_add_test(tests, a_run_that_only_began_a_program_has_checked_nothing);
  tcase_add_test(tests, errors_before_an_exec_count);
  tcase_add_test(tests, a_heap_that_was_not_seen_fails);
  tcase_add_test(tests, memchecks_sentence_stays_for_its_readers);
  tcase_add_test(tests, a_quiet_run_warns_too);
  tcase_add_test(tests, views_of_the_future_are_not_trusted);
  tcase_add_test(tests, a_heap_that_was_seen_passes_as_do_old_records);
  tcase_add_test(tests, all_formats_tell_of_them);
  tcase_add_test(tests, a_run_without_a_process_is_an_error_in_junit);
  tcase_add_test(tests, a_program_goes_by_the_name_it_was_executed_by);
  tcase_add_test(tests, reports_of_processes_tell_who_is_missing);
  tcase_add_test(tests, what_was_asked_for_in_vain_fails);
  tcase_add_test(tests, what_is_allowed_can_be_compared);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
