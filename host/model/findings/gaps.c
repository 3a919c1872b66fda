/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each kind is looked for by itself, over all runs and processes; what a kind is about, gaps.def says.
 *
 * A process that forks or becomes another program says so in its record. Its children, and that program, are checked as
 * well, so they have records in the same run, unless they could not write one: they had given up rights or changed
 * their root. When a single record was named, others are not missed. */
#include "host/model/findings/gaps.h"

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/day_text.h"
#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/print.h"
#include "host/model/findings/native_statuses.h"
#include "host/model/process/heap_sight.h"
#include "host/model/words/signal_name.h"

static const struct gap_entry entries[GAPS] = {
#define GAP(id, code, about, words, help) {code, GAP_##about, words, help},
#include "host/model/findings/gaps.def"
};

const struct gap_entry *gap_entry(enum gap_kind kind)
{
  return &entries[kind];
}

struct search {
  const struct findings *findings;
  struct gaps gaps;
  size_t capacity;
};

static void add_gap(struct search *search, struct gap gap, const char *format, ...)
  __attribute__((format(printf, 3, 4)));
static void add_gap(struct search *search, struct gap gap, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  gap.remark = print_args(format, args);
  va_end(args);
  *NEW_ITEM(search->gaps.items, search->gaps.count, search->capacity) = gap;
}

static void add_process_gap(struct search *search, enum gap_kind kind, const struct finding_process *process,
                           const char *detail, const char *remark)
{
  const struct finding_run *run = &search->findings->runs[process->run];
  add_gap(search, (struct gap){.kind = kind, .run = run, .process = process, .detail = detail}, "%s", remark);
}

/* --- runs --- */

static bool has_processes(const struct findings *findings, size_t run)
{
  for (size_t i = 0; i < findings->process_count; i++)
    if (findings->processes[i].run == run && findings->processes[i].state != FINDING_PROCESS_REPLACED)
      return true; /* one that was replaced, a shell as a rule, is not what was to be checked */
  return false;
}

static void search_run(struct search *search, size_t index)
{
  const struct finding_run *run = &search->findings->runs[index];
  if (run->error)
    add_gap(search, (struct gap){.kind = run->is_missing ? GAP_missing : GAP_unreadable, .run = run}, "%s", run->error);
  else if (!has_processes(search->findings, index))
    add_gap(search, (struct gap){.kind = GAP_empty, .run = run}, "no process was checked");
  if (run->reporter_has_failed)
    add_gap(search, (struct gap){.kind = GAP_reporter, .run = run},
            "the process that reports ran out of memory, so what was shown during the run is not all; the records are "
            "whole");
  if (run->is_nameless)
    add_gap(search, (struct gap){.kind = GAP_nameless, .run = run},
            "function names are no longer available, as files have changed or are gone since, so findings may be taken "
            "for others; seep pack right after a run keeps the names");
  if (run->is_suite && !run->is_finished)
    add_gap(search, (struct gap){.kind = GAP_unfinished_suite, .run = run}, "the suite did not finish");
  else if (run->is_suite && run->signal != 0)
    add_gap(search, (struct gap){.kind = GAP_unfinished_suite, .run = run},
        "the suite's command was ended by signal %" PRIu64,
        run->signal);
  if (run->canary == SUITE_CANARY_MISSED)
    add_gap(search, (struct gap){.kind = GAP_canary, .run = run},
            "the canary, a deliberate leak, was not found");
  for (const char *const *problem = run->problems; problem && *problem; problem++)
    add_gap(search, (struct gap){.kind = GAP_suite, .run = run}, "%s", *problem);
}

/* --- what options asked for --- */

static bool is_of_run(const struct findings *findings, const struct finding *finding, size_t run)
{
  for (size_t i = 0; i < finding->hit_count; i++)
    if (findings->processes[finding->hits[i].process].run == run)
      return true;
  return false;
}

/* A misspelt --own takes everything for others', whose leaks pass. Where nothing was found, that does not matter. */
static void search_own_code(struct search *search, size_t index)
{
  const struct findings *findings = search->findings;
  const struct finding_run *run = &findings->runs[index];
  for (size_t i = 0; i < findings->count && run->own_is_unmet; i++) {
    const struct finding *finding = &findings->items[i];
    if (finding_is_suppressed(finding) || finding->leak_kind == RECORD_LEAK_REACHABLE ||
        !is_of_run(findings, finding, index))
      continue;
    add_gap(search, (struct gap){.kind = GAP_no_own_code, .run = run}, "--own fits no module and no function of it");
    return;
  }
}

/* Strings are interned. */
static bool asks_the_same(const struct finding_process *a, const struct finding_process *b)
{
  return a->run == b->run && a->explain == b->explain && a->fail_alloc == b->fail_alloc;
}

/* Does what was there in `other` count for `process`? The first run of --fail-alloc=each, whose value is empty, is for
 * all others. */
static bool is_for(const struct finding_process *other, const struct finding_process *process)
{
  const bool is_first_of_each = process->fail_alloc && !*process->fail_alloc;
  return asks_the_same(process, other) || (is_first_of_each && process->run == other->run);
}

static bool is_first_to_ask(const struct findings *findings, size_t index)
{
  for (size_t i = 0; i < index; i++)
    if (asks_the_same(&findings->processes[i], &findings->processes[index]))
      return false;
  return true;
}

/* All processes of a run that were asked the same count together. */
static void search_in_vain(struct search *search, size_t index)
{
  const struct findings *findings = search->findings;
  const struct finding_process *process = &findings->processes[index];
  const struct finding_run *run = &findings->runs[process->run];
  struct asked asked = {0};
  char *why = NULL;
  if ((!process->fail_alloc && !process->explain) || run->is_part || !is_first_to_ask(findings, index))
    return;
  for (size_t i = 0; i < findings->process_count; i++)
    if (is_for(&findings->processes[i], process))
      asked_add(&asked, &findings->processes[i].asked);
  asked_in_vain(process->fail_alloc, process->explain, &asked, NULL, &why);
  if (why)
    add_gap(search, (struct gap){.kind = GAP_in_vain, .run = run}, "%s", why);
  free(why);
}

/* --- processes by themselves --- */

/* Runners of tests end those that take too long by a signal, so it is said that it was sent, and when. */
static void add_killed(struct search *search, const struct finding_process *process)
{
  const struct finding_run *run = &search->findings->runs[process->run];
  const char *name = signal_name(process->signal);
  const struct gap gap = {.kind = GAP_killed, .run = run, .process = process, .detail = name};
  if (process->signal_was_sent)
    add_gap(search, gap, "%s, sent to it after %.1f s, as if it exceeded a time limit", name,
            (double)process->elapsed_ns / 1e9);
  else
    add_gap(search, gap, "%s", name);
}

static void add_unseen_heap(struct search *search, const struct finding_process *process)
{
  char *sentence = heap_sight_sentence(process->heap_view, process->heap_allocator, process->heap_module);
  add_process_gap(search, GAP_heap_not_seen, process, heap_sight_word(process->heap_view), sentence);
  free(sentence);
}

static void add_other_status(struct search *search, const struct finding_process *process)
{
  char *sentence = native_sentence(process);
  add_process_gap(search, GAP_other_status, process, NULL, sentence);
  free(sentence);
}

static void add_for_leaks(struct search *search, const struct finding_process *process)
{
  char day[DAY_TEXT_BYTES];
  char *remark = process->full_checked_ns > 0 ? print_text("--checks=leaks, unchanged since its full check of %s",
                                                           day_text(process->full_checked_ns, day))
                                              : memory_text(process->counts_cost ? "seep cost" : "--checks=leaks");
  add_process_gap(search, GAP_errors_not_checked, process, NULL, remark);
  free(remark);
}

static void search_process(struct search *search, const struct finding_process *process)
{
  bool is_finished = process->state == FINDING_PROCESS_FINISHED;
  if (process->state == FINDING_PROCESS_CUT)
    add_process_gap(search, GAP_unfinished, process, NULL, process->cut_reason ? process->cut_reason : "?");
  if (is_finished && process->end_reason == RECORD_END_SIGNAL)
    add_killed(search, process);
  if (native_differs(process))
    add_other_status(search, process);
  if (is_finished && !process->is_searched)
    add_process_gap(search, GAP_not_searched, process, NULL, "--leak-check=no?");
  if (process->leaks_only && process->state != FINDING_PROCESS_REPLACED)
    add_for_leaks(search, process);
  if (heap_sight_is_unseen(process->heap_view))
    add_unseen_heap(search, process);
}

/* --- processes that should be there --- */

/* The processes of all runs, by run, pid and time; the flags say which a fork has accounted for. */
struct kin {
  const struct finding_process **sorted;
  bool *is_claimed;
  size_t count;
  size_t strangers; /* processes whose pid in their own namespace is not the one that their parent knows */
};

ORDER_POINTERS(by_pid, struct finding_process, UP(run) ?: UP(pid) ?: UP(start_time_ns) ?: COMPARE(x, y))

/* The first of that run and pid, or where it would stand. */
static size_t first_of(const struct kin *kin, size_t run, uint64_t pid)
{
  const struct finding_process *const *sorted = kin->sorted;
  return FIRST_NOT(i, kin->count, sorted[i]->run < run || (sorted[i]->run == run && sorted[i]->pid < pid));
}

static bool is_of(const struct kin *kin, size_t index, size_t run, uint64_t pid)
{
  return index < kin->count && kin->sorted[index]->run == run && kin->sorted[index]->pid == pid;
}

/* A child that shared its parent's memory has a record from its first program on. */
static bool is_spawned(const struct finding_process *child, const struct finding_process *parent)
{
  return child->forked_from == 0 && child->ppid == parent->pid;
}

static bool claim(struct kin *kin, const struct finding_process *parent, uint64_t pid, bool is_exact)
{
  for (size_t i = first_of(kin, parent->run, pid); is_of(kin, i, parent->run, pid); i++) {
    const struct finding_process *child = kin->sorted[i];
    bool fits = child->forked_from != 0 && child->generation == parent->generation + 1;
    bool is_forked = fits && (!is_exact || child->forked_from == parent->pid);
    if (kin->is_claimed[i] || !(is_forked || is_spawned(child, parent)))
      continue;
    return kin->is_claimed[i] = true;
  }
  return false;
}

/* In a pid namespace of its own a process has another pid than its parent knows, and no parent that it knows. */
static bool is_stranger(const struct finding_process *process)
{
  return process->ppid == 0 && process->generation > 0;
}

static bool claim_stranger(struct kin *kin, const struct finding_process *parent)
{
  if (kin->strangers == 0)
    return false;
  for (size_t i = first_of(kin, parent->run, 0); i < kin->count && kin->sorted[i]->run == parent->run; i++) {
    const struct finding_process *child = kin->sorted[i];
    bool is_parent = child->forked_from == 0 || child->forked_from == parent->pid;
    if (kin->is_claimed[i] || !is_stranger(child) || child->generation != parent->generation + 1 || !is_parent)
      continue;
    kin->strangers--;
    return kin->is_claimed[i] = true;
  }
  return false;
}

/* In older records a child whose parent ended at once may name the process that adopted it. So children that name their
 * parent are claimed first, by exact matches, then the others. */
static void search_forks(struct search *search, struct kin *kin, const struct finding_process *process, bool is_exact,
                      bool *is_met)
{
  const struct finding_run *run = &search->findings->runs[process->run];
  for (size_t i = 0; i < process->fork_count; i++) {
    uint64_t pid = process->forks[i];
    is_met[i] = is_met[i] || claim(kin, process, pid, is_exact) || (!is_exact && claim_stranger(kin, process));
    if (!is_met[i] && !is_exact)
      add_gap(search, (struct gap){.kind = GAP_lost_process, .run = run, .process = process, .detail = "fork"},
          "its child process %" PRIu64 " left no record", pid);
  }
}

/* The image that follows an exec is the next of that pid. */
static void search_exec(struct search *search, const struct kin *kin, size_t index)
{
  const struct finding_process *process = kin->sorted[index];
  const struct finding_run *run = &search->findings->runs[process->run];
  bool is_there = is_of(kin, index + 1, process->run, process->pid) && kin->sorted[index + 1]->forked_from == 0;
  if (process->became && !is_there)
    add_gap(search, (struct gap){.kind = GAP_lost_process, .run = run, .process = process, .detail = "exec"},
        "it executed %s, which left no record", process->became);
}

static void search_kin(struct search *search, struct kin *kin, bool *is_met)
{
  for (int is_exact = 1; is_exact >= 0; is_exact--) {
    bool *met = is_met;
    for (size_t i = 0; i < search->findings->process_count; i++) {
      const struct finding_process *process = &search->findings->processes[i];
      if (search->findings->runs[process->run].is_part)
        continue;
      search_forks(search, kin, process, is_exact, met);
      met += process->fork_count;
    }
  }
  for (size_t i = 0; i < kin->count; i++)
    if (!search->findings->runs[kin->sorted[i]->run].is_part)
      search_exec(search, kin, i);
}

static void search_lost(struct search *search)
{
  const struct findings *findings = search->findings;
  size_t forks = 0;
  for (size_t i = 0; i < findings->process_count; i++)
    forks += findings->processes[i].fork_count;
  struct kin kin = {.sorted = memory_zeroed(findings->process_count + 1, sizeof *kin.sorted),
                    .is_claimed = memory_zeroed(findings->process_count + 1, sizeof *kin.is_claimed),
                    .count = findings->process_count};
  bool *is_met = memory_zeroed(forks + 1, sizeof *is_met);
  for (size_t i = 0; kin.sorted && i < kin.count; i++) {
    kin.sorted[i] = &findings->processes[i];
    kin.strangers += is_stranger(kin.sorted[i]);
  }
  if (kin.sorted && kin.is_claimed) {
    qsort(kin.sorted, kin.count, sizeof *kin.sorted, by_pid);
    search_kin(search, &kin, is_met);
  }
  free(is_met);
  free(kin.is_claimed);
  free(kin.sorted);
}

/* --- programs that ran unchecked --- */

static void add_program(struct search *search, enum gap_kind kind, const struct finding_unchecked *unchecked,
                        const char *detail, const char *remark)
{
  const struct finding_run *run = &search->findings->runs[unchecked->run];
  add_gap(search, (struct gap){.kind = kind, .run = run, .unchecked = unchecked, .detail = detail}, "%s", remark);
}

static void search_unchecked(struct search *search, const struct finding_unchecked *unchecked)
{
  if (unchecked->is_test)
    add_program(search, GAP_unchecked_test, unchecked, unchecked->test, "none of its programs is one that is checked");
  else if (unchecked->is_missing)
    add_program(search, GAP_missing_process, unchecked, NULL, unchecked->reason);
  else if (!finding_unchecked_is_left_out(unchecked))
    add_program(search, GAP_unchecked, unchecked, unchecked->reason, unchecked->reason);
}

/* --- all of them --- */

static int by_kind(const void *a, const void *b)
{
  const struct gap *x = a, *y = b;
  int order = COMPARE(x->kind, y->kind);
  if (order == 0)
    order = COMPARE(x->run, y->run);
  if (order == 0)
    order = COMPARE(x->process, y->process);
  if (order == 0)
    order = COMPARE(x->unchecked, y->unchecked);
  return order ? order : strcmp(x->remark, y->remark);
}

void gaps_find(const struct findings *findings, struct gaps *ret)
{
  struct search search = {.findings = findings};
  for (size_t i = 0; i < findings->run_count; i++) {
    search_run(&search, i);
    search_own_code(&search, i);
  }
  for (size_t i = 0; i < findings->process_count; i++)
    search_process(&search, &findings->processes[i]);
  for (size_t i = 0; i < findings->process_count; i++)
    search_in_vain(&search, i);
  search_lost(&search);
  for (size_t i = 0; i < findings->unchecked_count; i++)
    search_unchecked(&search, &findings->unchecked[i]);
  if (search.gaps.count > 0)
    qsort(search.gaps.items, search.gaps.count, sizeof *search.gaps.items, by_kind);
  *ret = search.gaps;
}

void gaps_release(struct gaps *gaps)
{
  for (size_t i = 0; i < gaps->count; i++)
    free(gaps->items[i].remark);
  free(gaps->items);
}

/* --- words --- */

bool gap_is_choice(const struct gap *gap)
{
  return entries[gap->kind].about == GAP_CHOICE || entries[gap->kind].about == GAP_ERROR_CHOICE;
}

const char *gap_subject(const struct gap *gap)
{
  if (entries[gap->kind].about == GAP_TEST)
    return gap->unchecked->test;
  const char *who = gap->process ? gap->process->exe : gap->unchecked ? gap->unchecked->exe : gap->run->name;
  return who ? who : "?";
}

const char *gap_test(const struct gap *gap)
{
  if (entries[gap->kind].about == GAP_TEST)
    return NULL;
  const char *test = gap->process ? gap->process->test : gap->unchecked ? gap->unchecked->test : NULL;
  return test && strcmp(test, finding_test_name(NULL, gap_subject(gap))) != 0 ? test : NULL;
}

char *gap_sentence(const struct gap *gap)
{
  const char *words = entries[gap->kind].words;
  bool is_test = entries[gap->kind].about == GAP_TEST;
  uint64_t pid = gap->process ? gap->process->pid : gap->unchecked && !is_test ? gap->unchecked->pid : 0;
  return pid ? print_text("process %" PRIu64 ": %s: %s", pid, words, gap->remark)
             : print_text("%s: %s", words, gap->remark);
}
