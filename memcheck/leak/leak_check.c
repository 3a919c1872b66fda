/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A check is sent as LEAK_BEGIN, its cycles, each loss record together with what the check before had found of it, and
 * LEAK_END. The reporter applies suppressions and shows the records, so it is asked for totals, and for whether one of
 * them ends the run. */
#include "memcheck/leak/leak_check.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/clock.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/base/run_end.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/base/running_tests.h"
#include "memcheck/heap/heap_xtree.h"
#include "memcheck/leak/explain.h"
#include "memcheck/leak/leak_block_list.h"
#include "memcheck/pure/leak/leak_delta.h"
#include "memcheck/pure/leak/leak_doubts.h"
#include "memcheck/pure/leak/leak_frames.h"
#include "memcheck/leak/leak_reader.h"
#include "memcheck/pure/leak/leak_scan.h"
#include "memcheck/pure/leak/leak_siblings.h"
#include "memcheck/leak/roots.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_threadstate.h"

static uint64_t last_check_id;
static struct leak_result last_result; /* empty before the first check */

static uint32_t key_of_stack(void *context, uint32_t stack)
{
  return leak_block_list_stack_key(stack);
}

static uint32_t test_of_block(const struct block *block)
{
  return running_tests_at(block->tid, block->birth);
}

static struct leak_options make_options(unsigned heuristics)
{
  return (struct leak_options){
    .generation = clock_generation(),
    .heuristics = heuristics,
    .is_never_joined = roots_are_of_thread_never_joined,
    .has_fronts = allocator_marks_have_fronts(),
    .stack_key = key_of_stack,
    .test_of = test_of_block,
    .tell = explain_teller(),
  };
}

static void run_scan(bool at_exit, const struct leak_options *options, struct leak_result *ret,
                     struct leak_doubts *ret_doubts)
{
  struct leak_root *roots;
  size_t count;
  roots_collect(at_exit, &roots, &count);
  leak_scan_run(guest.blocks, leak_reader_memory, roots, count, options, ret);
  leak_doubts_find(guest.blocks, leak_reader_memory, roots, count, options, ret, ret_doubts);
  roots_release(roots);
}

static void send_result(uint64_t id, const struct leak_result *result, const struct leak_doubts *doubts,
                        const struct leak_options *options)
{
  static const struct leak_frames_output output = {channel_send, traces_send, running_tests_send};
  struct leak_changes changes;
  leak_delta_compare(&last_result, result, &changes);
  leak_frames_send(&output, id, &result->cycles, &changes, doubts);
  if (guest.ends)
    leak_siblings_send(&output, id, &changes, options, guest.ends);
  leak_delta_release(&changes);
}

static void run_check(ThreadId tid, const struct leak_check_query *query, unsigned reason)
{
  struct leak_result result;
  struct leak_doubts doubts;
  uint64_t id = ++last_check_id, began_ns = core_monotonic_ns();
  const HChar *option = reason == RECORD_LEAK_AT_EXIT ? "--xtree-leak-file" : "xtleak";
  HChar *xtree = query->xtree_file ? heap_xtree_file(option, query->xtree_file) : NULL;
  channel_send_leak_begin(&(struct record_leak_begin){.id = id,
                                                      .mode = query->mode,
                                                      .delta = query->delta,
                                                      .reason = reason,
                                                      .tid = tid,
                                                      .show_kinds = query->show_kinds,
                                                      .records_max = query->records_max,
                                                      .xtree_file = core_string(xtree)});
  heap_xtree_file_release(xtree);
  explain_begin();
  const struct leak_options options = make_options(query->heuristics);
  run_scan(reason == RECORD_LEAK_AT_EXIT, &options, &result, &doubts);
  send_result(id, &result, &doubts, &options);
  leak_doubts_release(&doubts);
  explain_send(id);
  channel_send_leak_end(&(struct record_leak_end){
    .id = id, .searched_bytes = result.searched_bytes, .elapsed_ns = core_monotonic_ns() - began_ns});
  channel_flush();
  leak_result_release(&last_result);
  last_result = result;
  leak_block_list_begin();
}

bool leak_check_was_made(void)
{
  return last_check_id > 0;
}

/* With --exit-on-first-error a loss record may end the run. */
static void check_for_report(ThreadId tid, const struct leak_check_query *query, unsigned reason)
{
  struct record_reply reply;
  run_check(tid, query, reason);
  if (channel_ask(RECORD_QUESTION_SYNC, &reply))
    run_end_if_told(&reply);
}

void leak_check_at_exit(void)
{
  struct leak_check_query query = {.mode = settings.leak_mode, .heuristics = settings.leak_heuristics,
                              .xtree_file = settings.xtree_leak ? settings.xtree_leak_file : NULL};
  check_for_report(VG_(get_running_tid)(), &query, RECORD_LEAK_AT_EXIT);
}

void leak_check_by_request(ThreadId tid, unsigned mode, unsigned delta)
{
  struct leak_check_query query = {.mode = mode, .delta = delta, .heuristics = settings.leak_heuristics};
  check_for_report(tid, &query, RECORD_LEAK_BY_REQUEST);
}

void leak_check_by_monitor(ThreadId tid, const struct leak_check_query *query)
{
  struct record_reply reply;
  debugger_begin_answer();
  run_check(tid, query, RECORD_LEAK_BY_MONITOR);
  debugger_end_answer();
  channel_ask(RECORD_QUESTION_SYNC, &reply);
}

/* --- totals --- */

/* When the reporter is gone nobody knows what is suppressed: then nothing is. */
static void count_without_reporter(uint64_t ret_bytes[4], uint64_t ret_blocks[4])
{
  static const unsigned places[] = {
    [RECORD_LEAK_DEFINITE] = 0, [RECORD_LEAK_INDIRECT] = 0, [RECORD_LEAK_POSSIBLE] = 1, [RECORD_LEAK_REACHABLE] = 2};
  for (unsigned i = 0; i < 4; i++)
    ret_bytes[i] = ret_blocks[i] = 0;
  for (size_t i = 0; i < last_result.loss_count; i++) {
    const struct leak_loss *loss = &last_result.losses[i];
    ret_bytes[places[loss->kind]] += loss->bytes;
    ret_blocks[places[loss->kind]] += loss->blocks;
  }
}

void leak_check_count(uint64_t ret_bytes[4], uint64_t ret_blocks[4])
{
  struct record_reply reply;
  if (!channel_ask(RECORD_QUESTION_LEAKS, &reply)) {
    count_without_reporter(ret_bytes, ret_blocks);
    return;
  }
  for (unsigned i = 0; i < 4; i++) {
    ret_bytes[i] = reply.leak_bytes[i];
    ret_blocks[i] = reply.leak_blocks[i];
  }
}
