/* SPDX-License-Identifier: GPL-2.0-or-later */
/* seep explain on made-up runs; what would run a program again notes how, and writes the record of it. */
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/commands.h"
#include "host/commands/explain_findings.h"
#include "support/command_run.h"

/* --- runs --- */

struct made {
  uint64_t pid, start, forked_from; /* start 0: the pid */
  const char *program, *option;
  enum record_leak_kind kind;       /* 0: nothing is lost */
  bool is_dropped;                  /* by drop() and not by lose() */
  bool is_cycle;                    /* of blocks of both */
  uint64_t blocks, allocated, live, exit_status;
  bool is_replaced, is_cut;
};

static void build_losses(struct record_builder *stream, const struct made *made)
{
  struct record_loss loss = {.check_id = 1, .kind = made->kind, .stack_id = made->is_dropped ? 2 : 1, .bytes = 16,
                             .blocks = made->blocks ? made->blocks : 1, .cycle_id = made->is_cycle};
  build_leak_begin(stream, (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL,
                                                      .reason = RECORD_LEAK_AT_EXIT, .tid = 1});
  if (made->is_cycle)
    build_cycle(stream, (struct record_cycle){.check_id = 1, .id = 1, .stack_ids = BUILD_NUMBERS(1, 2)});
  if (made->kind)
    build_loss(stream, loss);
  if (made->is_cycle)
    build_loss(stream, (struct record_loss){.check_id = 1, .kind = RECORD_LEAK_INDIRECT, .stack_id = 2,
                                            .leader_stack_id = 1, .cycle_id = 1, .bytes = 16, .blocks = 1});
  build_leak_end(stream, (struct record_leak_end){.id = 1});
}

static void build_end(struct record_builder *stream, const struct made *made)
{
  if (made->is_replaced) {
    build_exec(stream, (struct record_exec){.path = build_string("/other"), .traced = 1});
    return;
  }
  build_losses(stream, made);
  if (made->allocated > 0)
    build_site(stream, (struct record_site){.stack_id = made->is_dropped ? 2 : 1, .total_blocks = made->allocated,
                                            .total_bytes = 16, .live_blocks = made->live, .live_bytes = made->live});
  build_end_of_run(stream, (struct record_end_of_run){.reason = RECORD_END_EXIT, .exit_status = made->exit_status});
}

static void make(const char *path, struct made made)
{
  struct record_builder stream = {0};
  char cwd[256];
  ck_assert_ptr_nonnull(getcwd(cwd, sizeof cwd));
  build_start(&stream,
              (struct record_start){
                .pid = made.pid, .start_time_ns = made.start ? made.start : made.pid, .forked_from = made.forked_from,
                .exe = build_string(made.program), .cwd = build_string(cwd),
                .options = BUILD_STRINGS(build_string("--default-suppressions=no"), build_string("--num-callers=20"),
                                         build_string("--quiet=no"), build_string("--log-file=/tmp/elsewhere"),
                                         build_string("--not-known=1"), build_string("--error-exitcode=9"),
                                         build_string(made.option ? made.option : "--track-origins=no")),
                .argv = BUILD_STRINGS(build_string(made.program), build_string("an argument"))});
  build_module(&stream, (struct record_module){
                          .id = 1, .epoch = 1, .start = 0x1000, .end = 0x2000, .path = build_string("/nowhere/leak")});
  build_stack(&stream, (struct record_stack){1, 1, BUILD_NUMBERS(0x1010, 0x1020, 0x1030)});
  build_stack(&stream, (struct record_stack){2, 1, BUILD_NUMBERS(0x1010, 0x1028, 0x1030)});
  if (!made.is_cut)
    build_end(&stream, &made);
  write_record(&stream, path);
}

/* --- running again --- */

enum { AGAIN_MAX = 4 };

static struct made again; /* what the next run is like */
static unsigned times;
static char *words[AGAIN_MAX], *inputs[AGAIN_MAX];

/* The arguments, each in brackets. */
static char *join(char *const *arguments)
{
  char *text = NULL;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  for (; *arguments; arguments++)
    fprintf(stream, "[%s]", *arguments);
  fclose(stream);
  return text;
}

static const char *value_of(const char *name, char *const *arguments)
{
  for (; *arguments; arguments++)
    if (strncmp(*arguments, name, strlen(name)) == 0)
      return *arguments + strlen(name);
  ck_abort_msg("there is no %s", name);
  return NULL;
}

static struct error *run_again(const struct explain_again *program)
{
  char path[512];
  ck_assert_uint_lt(times, AGAIN_MAX);
  words[times] = join(program->arguments);
  inputs[times] = program->input ? strdup(program->input) : NULL;
  snprintf(path, sizeof path, "%s/p%u.rec", value_of("--record=", program->arguments), 100 + times);
  again.pid = 100 + times++;
  if (again.program)
    make(path, again);
  return NULL;
}

static int explain(int argc, char **argv)
{
  return explain_command(argc, argv, run_again);
}

static void setup(void)
{
  command_run_setup();
  times = 0;
  again = (struct made){0};
}

static void teardown(void)
{
  for (unsigned i = 0; i < times; i++) {
    free(words[i]);
    free(inputs[i]);
  }
  command_run_teardown();
}

static void ran_with(unsigned index, const char *part)
{
  ck_assert_msg(strstr(words[index], part) != NULL, "\"%s\" is not in %s", part, words[index]);
}

static void ran_without(unsigned index, const char *part)
{
  ck_assert_msg(strstr(words[index], part) == NULL, "\"%s\" is in %s", part, words[index]);
}

static const struct made loser = {.pid = 7, .program = "leak", .kind = RECORD_LEAK_DEFINITE, .allocated = 3, .live = 1};

START_TEST(it_runs_as_it_ran)
{
  struct made run = loser;
  run.option = "--standard-input=5:/some/file";
  make("a.rec", run);
  again = loser;
  ck_assert_int_eq(command_run(explain, "--force", "a.rec", NULL), COMMAND_OK);
  ck_assert_uint_eq(times, 1);
  command_says("running leak 'an argument' again to explain 1 finding");
  ran_with(0, "[--num-callers=20]");
  ran_with(0, "[--quiet=yes]");
  ran_with(0, "[--log-file=/dev/null]");
  ran_with(0, "[--leak-check=full]");
  ran_with(0, "[--command-line-only=yes]");
  ran_with(0, "[--][leak][an argument]");
  ran_without(0, "not-known");
  ran_without(0, "error-exitcode");
  ran_without(0, "elsewhere");
  ran_without(0, "standard-input");
  ck_assert_str_eq(inputs[0], "5:/some/file");
}
END_TEST

START_TEST(options_win_over_recorded_ones)
{
  make("a.rec", loser);
  again = loser;
  ck_assert_int_eq(command_run(explain, "--force", "--num-callers=30", "--leak-check=no", "a.rec", NULL), COMMAND_OK);
  ran_with(0, "[--num-callers=30]");
  ran_without(0, "[--num-callers=20]");
  ran_with(0, "[--leak-check=full]");
  ck_assert_ptr_null(inputs[0]);
}
END_TEST

START_TEST(quiet_means_no_words_about_the_run)
{
  make("a.rec", loser);
  again = loser;
  ck_assert_int_eq(command_run(explain, "--force", "-q", "a.rec", NULL), COMMAND_OK);
  command_says_not("running");
}
END_TEST

START_TEST(the_new_run_is_kept)
{
  struct stat status;
  make("a.rec", loser);
  again = loser;
  ck_assert_int_eq(command_run(explain, "--force", "--record=new", "a.rec", NULL), COMMAND_OK);
  ck_assert_int_eq(stat("new/p100.rec", &status), 0);
  ck_assert_int_eq(command_run(explain, "--force", "--record=no", "a.rec", NULL), COMMAND_FAILED);
  command_says("--record=no: explanations are made from the record of the new run");
  ck_assert_int_eq(command_run(explain, "--force", "--record=new", "a.rec", NULL), COMMAND_FAILED);
  command_says("--record=new: there are records already; name a new directory");
}
END_TEST

START_TEST(a_cycle_is_followed_by_its_places)
{
  struct made run = loser, first = loser, second = loser;
  run.is_cycle = true;
  second.is_dropped = true;
  make("cycle.rec", run);
  make("lose.rec", first);
  make("drop.rec", second);
  again = run;
  for (int i = 0; i < 3; i++)
    ck_assert_int_eq(command_run(explain, "--force", ((const char *[]){"cycle.rec", "lose.rec", "drop.rec"})[i], NULL),
                     i == 0 ? COMMAND_OK : COMMAND_OVER_LIMIT);
  const char *of_lose = strstr(words[1], "--explain="), *of_drop = strstr(words[2], "--explain=");
  char both[128];
  snprintf(both, sizeof both, "[--explain=%.16s,%.16s]", of_drop + 10, of_lose + 10);
  if (!strstr(words[0], both))
    snprintf(both, sizeof both, "[--explain=%.16s,%.16s]", of_lose + 10, of_drop + 10);
  ran_with(0, both);
}
END_TEST

/* --- which program --- */

START_TEST(a_forked_process_is_run_from_the_beginning)
{
  ck_assert_int_eq(mkdir("run", 0700), 0);
  make("run/p1.rec", (struct made){.pid = 1, .program = "first", .is_replaced = true});
  make("run/p1.1.rec", (struct made){.pid = 1, .start = 2, .program = "second"});
  struct made child = loser;
  child.forked_from = 1;
  make("run/p7.rec", child);
  again = loser;
  ck_assert_int_eq(command_run(explain, "--force", "run", NULL), COMMAND_OK);
  ck_assert_uint_eq(times, 1);
  ran_with(0, "[--][first]");
}
END_TEST

START_TEST(programs_that_ran_side_by_side_are_run_one_by_one)
{
  ck_assert_int_eq(mkdir("run", 0700), 0);
  struct made other = loser;
  other.pid = 8;
  other.program = "other";
  other.is_dropped = true;
  make("run/p7.rec", loser);
  make("run/p8.rec", other);
  again = loser;
  ck_assert_int_eq(command_run(explain, "--force", "run", NULL), COMMAND_OVER_LIMIT);
  ck_assert_uint_eq(times, 2);
  ran_with(0, "[--][other]"); /* findings of one size are ordered by their identities */
  ran_with(1, "[--][leak]");
}
END_TEST

START_TEST(a_child_without_its_parent)
{
  struct made child = loser;
  child.forked_from = 1;
  make("p7.rec", child);
  ck_assert_int_eq(command_run(explain, "--force", "p7.rec", NULL), COMMAND_FAILED);
  command_says("of a forked process, and the record of the program that forked it is not there");
}
END_TEST

/* --- what is refused --- */

static void refused(const char *run, const char *message)
{
  ck_assert_int_eq(command_run(explain, run, NULL), COMMAND_FAILED);
  command_says(message);
  ck_assert_uint_eq(times, 0);
}

START_TEST(what_cannot_be_explained)
{
  make("gone.rec", loser);
  refused("gone.rec", "the program of the run is not there any more: /nowhere/leak; build it, and run it again under "
                      "Seep");
  make("none.rec", (struct made){.pid = 7, .program = "leak"});
  refused("none.rec", "this run has no leaks");
  make("held.rec", (struct made){.pid = 7, .program = "leak", .kind = RECORD_LEAK_REACHABLE});
  refused("held.rec", "nothing is definitely lost in this run; name another finding");
  make("cut.rec", (struct made){.pid = 7, .program = "leak", .is_cut = true});
  refused("cut.rec", "process 7 (leak) did not finish");
  refused("missing.rec", "missing.rec");
}
END_TEST

START_TEST(errors_are_no_leaks)
{
  build_process("error.rec", (struct built_process){.pid = 7, .errors = 1});
  ck_assert_int_eq(command_run(command_report, "--format=text", "error.rec", NULL), COMMAND_OK);
  char identity[17] = "";
  memcpy(identity, command_output(), 16);
  ck_assert_int_eq(command_run(explain, "error.rec", identity, NULL), COMMAND_FAILED);
  command_says("cannot be explained: only leaks can be");
}
END_TEST

START_TEST(one_run_and_known_findings)
{
  make("a.rec", loser);
  ck_assert_int_eq(command_run(explain, "a.rec", "a.rec", NULL), COMMAND_FAILED);
  command_says("only one run can be explained");
  ck_assert_int_eq(command_run(explain, "a.rec", "0000", NULL), COMMAND_FAILED);
  command_says("no finding 0000");
}
END_TEST

/* --- what came of it --- */

START_TEST(a_leak_that_does_not_happen)
{
  make("a.rec", loser);
  again = (struct made){.program = "leak", .allocated = 4, .exit_status = 3};
  ck_assert_int_eq(command_run(explain, "--force", "a.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("  the leak did not recur: what was allocated there was freed\n"
               "    In the recorded run: leak: 16 bytes in 1 block lost, allocated in lose (leak.c:5).\n"
               "    4 blocks were allocated there (in the recorded run 3), and all of them were freed.\n"
               "    leak exited with status 3; in the recorded run it exited with status 0.\n");
  command_says("to try again: seep explain ");
}
END_TEST

START_TEST(blocks_that_are_lost_in_another_way)
{
  make("a.rec", loser);
  again = loser;
  again.kind = RECORD_LEAK_REACHABLE;
  ck_assert_int_eq(command_run(explain, "--force", "a.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("3 blocks were allocated there (in the recorded run 3), and 1 of them was left at the end, but not lost "
               "in this way: see finding ");
}
END_TEST

START_TEST(a_place_that_was_not_reached)
{
  make("a.rec", loser);
  again = loser;
  again.is_dropped = true;
  ck_assert_int_eq(command_run(explain, "--force", "a.rec", NULL), COMMAND_OVER_LIMIT);
  command_says("Nothing was allocated there; in the recorded run it was 3 blocks.\n\n");
}
END_TEST

START_TEST(another_number_of_blocks)
{
  make("a.rec", loser);
  again = loser;
  again.blocks = 5;
  ck_assert_int_eq(command_run(explain, "--force", "a.rec", NULL), COMMAND_OK);
  command_says("  this time 5 blocks, in the recorded run 1\n");
}
END_TEST

START_TEST(a_program_that_did_not_start)
{
  make("a.rec", loser);
  ck_assert_int_eq(command_run(explain, "--force", "--record=new", "a.rec", NULL), COMMAND_FAILED);
  command_says("the program could not be run again");
  ck_assert_int_ne(access("new", F_OK), 0);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("explain");
  TCase *tests = tcase_create("explain");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, it_runs_as_it_ran);
  tcase_add_test(tests, options_win_over_recorded_ones);
  tcase_add_test(tests, quiet_means_no_words_about_the_run);
  tcase_add_test(tests, the_new_run_is_kept);
  tcase_add_test(tests, a_cycle_is_followed_by_its_places);
  tcase_add_test(tests, a_forked_process_is_run_from_the_beginning);
  tcase_add_test(tests, programs_that_ran_side_by_side_are_run_one_by_one);
  tcase_add_test(tests, a_child_without_its_parent);
  tcase_add_test(tests, what_cannot_be_explained);
  tcase_add_test(tests, errors_are_no_leaks);
  tcase_add_test(tests, one_run_and_known_findings);
  tcase_add_test(tests, a_leak_that_does_not_happen);
  tcase_add_test(tests, blocks_that_are_lost_in_another_way);
  tcase_add_test(tests, a_place_that_was_not_reached);
  tcase_add_test(tests, another_number_of_blocks);
  tcase_add_test(tests, a_program_that_did_not_start);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
