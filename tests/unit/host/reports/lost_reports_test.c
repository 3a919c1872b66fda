/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How reports show how blocks were lost: text and screen are compared with tests/reports/, of the rest what it adds. */
#include "unit/unit.h"

#include <string.h>
#include <unistd.h>

#include "host/reports/formats/formats.h"
#include "host/model/process/writer.h"
#include "host/runs/command.h"
#include "support/fake_symbols.h"
#include "support/lost_stream.h"

static char base[] = "/tmp/seep-lost-reports-XXXXXX";
static char *text;
static size_t text_size;

static void setup(void)
{
  lost_stream_names();
}

static void setup_folder(void)
{
  setup();
  unit_make_folder(base);
  ck_assert_int_eq(chdir(base), 0);
  setenv("XDG_STATE_HOME", base, 1);
  setenv("XDG_CACHE_HOME", base, 1);
}

static void teardown(void)
{
  free(text);
  text = NULL;
}

static void teardown_folder(void)
{
  teardown();
  unit_remove_folder(base);
}

/* --- a program that loses three blocks in two ways, and one in a third place --- */

/* What the last one was found by: 0, which is nothing, or so many other ways. */
static void build_losses(struct record_builder *stream, uint64_t others)
{
  lost_stream_loss(stream, RECORD_LEAK_DEFINITE, 3 + others);
  build_loss(stream, (struct record_loss){.check_id = 1, .kind = RECORD_LEAK_DEFINITE, .stack_id = LOST_STACK_COPIED,
                                          .bytes = 5, .blocks = 1});
  build_lost(stream, lost_stream_lost(1, RECORD_LOST_FRAME_LEFT, 1));
  build_lost_event(stream, lost_event_in_frame(1, RECORD_LOST_FRAME_LEFT, LOST_STACK_PARSE));
  build_lost(stream, lost_stream_lost(2, RECORD_LOST_OVERWRITTEN, 2));
  struct record_lost_event event = lost_event_in_global(2, RECORD_LOST_OVERWRITTEN, LOST_STACK_POP);
  event.stored_stack_id = LOST_STACK_ALLOCATED;
  event.value = 0x4b00000;
  event.value_stack_id = LOST_STACK_NODE;
  build_lost_event(stream, event);
  build_lost_event(stream, lost_event_in_block(2, RECORD_LOST_HOLDER_FREED, LOST_STACK_DROP));
  struct record_lost dropped = lost_stream_lost(3, RECORD_LOST_NEVER_STORED, 1);
  dropped.stack_id = LOST_STACK_COPIED;
  build_lost(stream, dropped);
  for (uint64_t i = 0; i < others; i++) {
    build_lost(stream, lost_stream_lost(4 + i, RECORD_LOST_UNMAPPED, 1));
    event = lost_event_in_block(4 + i, RECORD_LOST_UNMAPPED, LOST_STACK_DROP);
    event.address = event.block_start + i;
    event.block_bytes = others;
    build_lost_event(stream, event);
  }
}

static void build_program(struct report_run *run, uint64_t others)
{
  report_run_start(run);
  lost_stream_begin(&run->stream, 2);
  build_losses(&run->stream, others);
  lost_stream_end(&run->stream);
  build_end_of_run(&run->stream, (struct record_end_of_run){.reason = RECORD_END_EXIT});
}

static const char *const options[] = {"--leak-check=full", "--personality=seep", NULL};

static void whole_run(void (*begin)(struct report_run *, const char *const *), uint64_t others, const char *report)
{
  struct report_run run;
  begin(&run, options);
  build_program(&run, others);
  ck_no_error(report_run_take(&run));
  report_run_expect(&run, report);
  report_run_end(&run);
}

START_TEST(text_has_sentences_and_stacks)
{
  whole_run(report_run_begin, 0, "lost");
}
END_TEST

START_TEST(text_tells_the_largest_ways)
{
  whole_run(report_run_begin, 20, "lost-many-ways");
}
END_TEST

START_TEST(screen_has_places_and_help)
{
  whole_run(report_run_begin_for_people, 0, "lost-screen");
}
END_TEST

START_TEST(screen_tells_the_largest_ways)
{
  whole_run(report_run_begin_for_people, 20, "lost-many-ways-screen");
}
END_TEST

/* --- merged findings --- */

static struct findings_builder *builder;
static const struct findings *findings;

static void write_record_of(const char *path, uint64_t pid)
{
  struct report_run run = {.pid = pid};
  build_program(&run, 0);
  record_builder_write(&run.stream, path);
  record_builder_release(&run.stream);
}

static void read_two_runs(void)
{
  const char *runs[] = {"a.rec", "b.rec"}, *own[] = {"--default-suppressions=no"};
  struct command command = {.runs = runs, .run_count = 2, .options = own, .option_count = 1};
  write_record_of("a.rec", 100);
  write_record_of("b.rec", 101);
  ck_no_error(command_findings(&command, &builder, &findings));
  ck_assert_uint_eq(findings->count, 2);
}

static const char *write_as(const char *format)
{
  const struct format_options wanted = {.leak_kinds = 1 << RECORD_LEAK_DEFINITE, .source_root = "/home/user"};
  free(text);
  FILE *stream = open_memstream(&text, &text_size);
  ck_no_error(format_write(format_find(format), findings, &wanted, stream));
  fclose(stream);
  return text;
}

static void says(const char *format, const char *part)
{
  ck_assert_msg(strstr(write_as(format), part) != NULL, "\"%s\" is not in:\n%.3000s", part, text);
}

#define OVERWRITTEN "was overwritten with a pointer to another block in list_pop() (list.c:88)."

START_TEST(ways_of_two_processes_are_one)
{
  read_two_runs();
  const struct finding *finding = &findings->items[0];
  ck_assert_uint_eq(finding->blocks, 6);
  ck_assert_uint_eq(finding->explanation_count, 2);
  const struct finding_explanation *largest = &finding->explanations[0];
  ck_assert_int_eq(largest->cause, RECORD_LOST_OVERWRITTEN);
  ck_assert_uint_eq(largest->blocks, 4);
  ck_assert_uint_eq(largest->bytes, 400);
  ck_assert_str_eq(largest->sentence, "Its last pointer, the global variable \"head\", " OVERWRITTEN);
  ck_assert_ptr_nonnull(largest->suggestion);
  ck_assert_uint_eq(largest->event_count, 2);
  ck_assert_str_eq(largest->events[0].value, "block");
  ck_assert_str_eq(largest->events[0].variable, "head");
  ck_assert_str_eq(largest->events[0].stack.frames[0].function, "list_pop");
  ck_assert_str_eq(largest->events[0].value_allocated.frames[1].function, "node_new");
  ck_assert_uint_eq(largest->events[0].stored.count, 2);
  ck_assert_int_eq(largest->events[1].place, LOST_IN_BLOCK);
  ck_assert_uint_eq(largest->events[1].offset, 8);
  ck_assert_ptr_null(largest->events[1].value);
  ck_assert_uint_eq(finding->explanations[1].blocks, 2);
  ck_assert_uint_eq(finding->note_count, 3);
  ck_assert_str_eq(finding->notes[0].sentence,
                   "For 4 of 6 blocks: its last pointer, the global variable \"head\", " OVERWRITTEN);
  ck_assert_uint_eq(finding->notes[0].stack.count, 2);
  ck_assert_str_eq(finding->notes[2].sentence, largest->suggestion);
  ck_assert_uint_eq(findings->items[1].explanation_count, 1);
  ck_assert_uint_eq(findings->items[1].explanations[0].event_count, 0);
  findings_builder_destroy(builder);
}
END_TEST

START_TEST(each_format_says_it)
{
  read_two_runs();
  says("text", "For 4 of 6 blocks: its last pointer, the global variable \"head\", " OVERWRITTEN "\n"
               "    at list_pop (list.c:88)  <-- own\n");
  says("gnu", "list.c:88: note: For 4 of 6 blocks: its last pointer, the global variable \"head\", " OVERWRITTEN "\n");
  says("github", OVERWRITTEN);
  says("gitlab", "at main (leak.c:7). For 4 of 6 blocks: its last pointer");
  says("markdown", "list_pop (list.c:88)");
  says("junit", OVERWRITTEN);
  says("json", "\"explanations\"");
  says("json", "\"cause\":\"frame-left\"");
  says("json", "\"place\":{\"kind\":\"local\",\"variable\":\"token\",\"function\":\"parse\"}");
  says("json", "\"place\":{\"kind\":\"block\",\"offset\":8,\"allocated\":[");
  says("json", "\"value\":\"block\"");
  says("sarif", "\"message\":{\"text\":\"A pointer to it is stored.\"}");
  findings_builder_destroy(builder);
}
END_TEST

/* Which of its blocks leads is chance, so its finding has what is known of all. */
START_TEST(a_cycle_has_the_ways_of_its_blocks)
{
  struct report_run run = {0};
  struct record_loss loss = {.check_id = 1, .kind = RECORD_LEAK_DEFINITE, .stack_id = LOST_STACK_ALLOCATED,
                             .cycle_id = 1, .bytes = 100, .blocks = 1};
  struct record_lost frame = lost_stream_lost(1, RECORD_LOST_OVERWRITTEN, 1);
  report_run_start(&run);
  lost_stream_begin(&run.stream, 2);
  build_cycle(&run.stream, (struct record_cycle){.check_id = 1, .id = 1,
                                                 .stack_ids = BUILD_NUMBERS(LOST_STACK_ALLOCATED, LOST_STACK_NODE)});
  build_loss(&run.stream, loss);
  loss.kind = RECORD_LEAK_INDIRECT;
  loss.stack_id = LOST_STACK_NODE;
  loss.leader_stack_id = LOST_STACK_ALLOCATED;
  build_loss(&run.stream, loss);
  loss.cycle_id = 0;
  build_loss(&run.stream, loss);
  frame.cycle_id = 1;
  build_lost(&run.stream, frame);
  build_lost_event(&run.stream, lost_event_in_global(1, RECORD_LOST_OVERWRITTEN, LOST_STACK_POP));
  frame = (struct record_lost){.check_id = 1, .id = 2, .kind = RECORD_LEAK_INDIRECT, .stack_id = LOST_STACK_NODE,
                               .leader_stack_id = LOST_STACK_ALLOCATED, .cycle_id = 1, .bytes = 50, .blocks = 1,
                               .cause = RECORD_LOST_BY_HOLDER};
  build_lost(&run.stream, frame);
  frame.id = 3;
  frame.cycle_id = 0;
  frame.cause = RECORD_LOST_UNKNOWN;
  build_lost(&run.stream, frame);
  lost_stream_end(&run.stream);
  build_end_of_run(&run.stream, (struct record_end_of_run){.reason = RECORD_END_EXIT});
  record_builder_write(&run.stream, "a.rec");
  record_builder_release(&run.stream);
  const char *runs[] = {"a.rec"};
  ck_no_error(command_findings(&(struct command){.runs = runs, .run_count = 1}, &builder, &findings));
  ck_assert_uint_eq(findings->count, 2);
  ck_assert(findings->items[0].is_cycle);
  ck_assert_uint_eq(findings->items[0].explanation_count, 2);
  ck_assert_int_eq(findings->items[0].explanations[0].cause, RECORD_LOST_OVERWRITTEN);
  ck_assert_int_eq(findings->items[0].explanations[1].cause, RECORD_LOST_BY_HOLDER);
  ck_assert_uint_eq(findings->items[1].explanation_count, 1);
  ck_assert_int_eq(findings->items[1].explanations[0].cause, RECORD_LOST_UNKNOWN);
  findings_builder_destroy(builder);
}
END_TEST

/* --- XML --- */

START_TEST(xml_has_them_below_the_stack)
{
  struct report_run run;
  report_run_begin(&run, options);
  FILE *output = open_memstream(&text, &text_size);
  report_process_add_xml(run.process, &(struct xml_config){.output = output});
  build_program(&run, 0);
  ck_no_error(report_run_take(&run));
  ck_no_error(report_process_finish(run.process, NULL));
  fclose(output);
  const char *const parts[] = {"<kind>Leak_DefinitelyLost<",
                               "<leakedbytes>300<",
                               "</xwhat>",
                               "<stack>",
                               "<fn>malloc<",
                               "</stack>\n  <auxwhat>For 2 of 3 "
                               "blocks: its last pointer, the global variable \"head\", " OVERWRITTEN
                               "</auxwhat>\n  <stack>",
                               "<fn>list_pop<",
                               "</stack>\n  <auxwhat>That pointer was stored at</auxwhat>\n  <stack>",
                               "<fn>malloc<",
                               "<fn>main<",
                               "<auxwhat>Free it before its pointer is overwritten",
                               "<?seep finding="};
  const char *at = text;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    at = strstr(at, parts[i]);
    ck_assert_msg(at != NULL, "\"%s\" is missing or comes too early in:\n%.3000s", parts[i], text);
  }
  report_run_end(&run);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("lost_reports");
  TCase *reports = tcase_create("reports"), *runs = tcase_create("runs");
  tcase_add_checked_fixture(reports, setup, teardown);
  tcase_add_test(reports, text_has_sentences_and_stacks);
  tcase_add_test(reports, text_tells_the_largest_ways);
  tcase_add_test(reports, screen_has_places_and_help);
  tcase_add_test(reports, screen_tells_the_largest_ways);
  tcase_add_test(reports, xml_has_them_below_the_stack);
  suite_add_tcase(suite, reports);
  tcase_add_checked_fixture(runs, setup_folder, teardown_folder);
  tcase_add_test(runs, ways_of_two_processes_are_one);
  tcase_add_test(runs, each_format_says_it);
  tcase_add_test(runs, a_cycle_has_the_ways_of_its_blocks);
  suite_add_tcase(suite, runs);
  return unit_run(suite);
}
