/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What to do next, and the verdict: one line with all that was found, the worst first. */
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/plain_text.h"
#include "host/base/print.h"
#include "host/model/process/errors.h"
#include "host/reports/screen/place_span.h"
#include "host/reports/screen/screen.h"
#include "host/model/words/growth_places.h"
#include "host/model/words/numbers.h"
#include "host/model/words/signal_name.h"

enum { FREED_SHOWN = 3 };

/* As merged findings have them, those that are folded into others too. */
static void count_errors(struct screen *screen, const struct process *process)
{
  struct errors errors;
  errors_find(process, &errors);
  memset(screen->found.errors, 0, sizeof screen->found.errors);
  screen->found.error_count = 0;
  for (size_t i = 0; i < errors.count; i++)
    if (!errors.items[i]->suppression) {
      screen->found.errors[error_name_of(errors.items[i])]++;
      screen->found.error_count++;
    }
  errors_release(&errors);
}

/* --- the verdict --- */

/* What keeps "no leaks" from being said; NULL: nothing does. The totals of the heap come right before the check. */
static const char *doubt_about_leaks(const struct process *process)
{
  if (process->settings.leak_check == LEAK_CHECK_NO)
    return "leaks were not looked for";
  if (heap_sight_is_unseen(process->sight.view))
    return "leaks are not known";
  if (process_is_searched(process))
    return NULL;
  return process->has_heap ? "the leak check did not finish" : "leaks are not known";
}

/* What is good news is said too, as far as it is known. */
static void add_nothing(struct verdict *verdict, const struct screen *screen, const struct process *process,
                        bool is_cut)
{
  const char *doubt = doubt_about_leaks(process);
  const bool has_loss = verdict_has_loss(&screen->found);
  if (process->settings.leaks_only)
    verdict_add(verdict, memory_text(screen->found.error_count == 0 ? "errors were not looked for"
                                                                    : "other errors were not looked for"));
  else if (screen->found.error_count == 0)
    verdict_add(verdict, memory_text(is_cut ? "no errors until then" : "no errors"));
  if (doubt)
    verdict_add(verdict, memory_text(doubt));
  else if (!has_loss)
    verdict_add(verdict, memory_text(is_cut ? "no leaks until then" : "no leaks"));
}

static char *verdict_of(const struct screen *screen, const struct process *process, bool is_cut)
{
  struct verdict verdict;
  verdict_begin(&verdict);
  if (screen->signal != 0)
    verdict_add(&verdict, print_text("killed by %s", signal_name(screen->signal)));
  verdict_add_counts(&verdict, &screen->found);
  add_nothing(&verdict, screen, process, is_cut);
  if (process->in_vain)
    verdict_add(&verdict, print_text("but %.*s", (int)strcspn(process->in_vain, ":"), process->in_vain));
  return verdict_end(&verdict);
}

static enum drawing_colour colour_of(const struct screen *screen, const struct process *process, bool is_cut)
{
  if (screen->found.error_count > 0 || screen->found.losses[RECORD_LEAK_DEFINITE].blocks > 0 || screen->signal != 0 ||
      is_cut)
    return DRAWING_RED;
  return screen->found.losses[RECORD_LEAK_POSSIBLE].blocks > 0 || screen->found.growing > 0 || process->in_vain
           ? DRAWING_YELLOW
           : DRAWING_GREEN;
}

char *screen_verdict(struct screen *screen, const struct process *process)
{
  count_errors(screen, process);
  if (process->state != PROCESS_RUNNING)
    return verdict_of(screen, process, !process_is_finished(process));
  struct verdict verdict;
  struct verdict_counts errors = screen->found;
  for (size_t kind = 0; kind < LEAK_KINDS; kind++)
    errors.losses[kind] = (struct verdict_loss){0};
  errors.growing = 0;
  verdict_begin(&verdict);
  verdict_add_counts(&verdict, &errors);
  if (errors.error_count == 0)
    verdict_add(&verdict, memory_text(process->settings.leaks_only ? "errors are not looked for" : "no errors so far"));
  return verdict_end(&verdict);
}

/* --- hints --- */

static void put_reachable(struct screen *screen, const struct process *process)
{
  const struct verdict_loss *loss = &screen->found.losses[RECORD_LEAK_REACHABLE];
  const bool is_shown = process->settings.show_leak_kinds >> RECORD_LEAK_REACHABLE & 1;
  if (loss->blocks > 0)
    screen_line(screen, DRAWING_PLAIN, "%s in %s still reachable at exit%s", grouped_bytes(loss->bytes).digits,
                grouped_count(loss->blocks, "block", "blocks").digits,
                is_shown ? "" : " (--show-leak-kinds=all shows where it was allocated)");
}

static void put_suppressed(struct screen *screen, const struct process *process)
{
  const size_t errors = process->counts.suppressed_contexts;
  if (errors > 0)
    screen_line(screen, DRAWING_PLAIN, "%zu %s suppressed (-s shows by what)", errors,
                errors == 1 ? "finding is" : "findings are");
}

static void put_folded(struct screen *screen, const struct process *process)
{
  uint64_t folded = 0;
  for (size_t i = 0; i < error_table_size(process->errors); i++)
    add_saturated(&folded, error_table_at(process->errors, i)->folded_count);
  if (folded > 0)
    screen_line(screen, DRAWING_PLAIN, "%s of the same origin %s not shown",
                grouped_count(folded, "error", "errors").digits, folded == 1 ? "is" : "are");
}

static void put_unseen(struct screen *screen, const struct process *process)
{
  const struct heap_sight *sight = &process->sight;
  if (!heap_sight_is_unseen(sight->view))
    return;
  char *sentence = heap_sight_sentence(sight->view, sight->allocator, sight->module);
  screen_line(screen, DRAWING_YELLOW, "the heap of this program was not seen, so its leaks are not known: %s",
              sentence);
  free(sentence);
}

/* What grew and was freed at the end is no finding, but would not have ended well. How many there are. */
static size_t put_freed(struct screen *screen, const struct process *process)
{
  struct growth_places places;
  growth_places_find(process->growth, process, growth_freed, &places);
  for (size_t i = 0; i < places.count && i < FREED_SHOWN; i++) {
    char *line = growth_place_line(&places.items[i], process);
    screen_line(screen, DRAWING_PLAIN, "grew until the program ended, and was freed at exit: %s", line);
    free(line);
  }
  if (places.count > FREED_SHOWN)
    screen_line(screen, DRAWING_PLAIN, "so did %zu more places", places.count - FREED_SHOWN);
  growth_places_release(&places);
  return places.count;
}

/* What grows is seen best over time. */
static void put_growth(struct screen *screen, const struct process *process)
{
  const size_t freed = process->settings.digest ? put_freed(screen, process) : 0;
  if ((screen->found.growing > 0 || freed > 0) && screen->config.run_name)
    screen_line(screen, DRAWING_PLAIN, "growth over time: seep heap %s growth", screen->config.run_name);
}

/* Unless it has been told. */
static void put_explain(struct screen *screen, const struct process *process, const char *run)
{
  if (screen->found.losses[RECORD_LEAK_DEFINITE].blocks > 0 && !process->check.lost)
    screen_line(screen, DRAWING_PLAIN, "to see where it was lost, run: seep explain%s%s", *run == '/' ? " " : "",
                *run == '/' ? run : "");
}

static void put_commands(struct screen *screen, const struct process *process)
{
  const char *run = screen->config.run_name;
  const bool is_first = !screen->config.sharers || screen->config.sharers->first_pid == process->pid;
  const bool has_findings = screen->found.error_count > 0 || verdict_has_loss(&screen->found);
  if (!run || !is_first || !has_findings || !process->settings.digest)
    return;
  put_explain(screen, process, run);
  if (*run == '/')
    screen_line(screen, DRAWING_PLAIN,
                "HTML page: seep report --format=html:seep.html %s; suppress: seep suppress %s", run, run);
  else
    screen_line(screen, DRAWING_PLAIN, "HTML page: seep report --format=html:seep.html; suppress: seep suppress");
}

static void put_verbose(struct screen *screen, const struct process *process)
{
  const struct record_heap *heap = &process->heap;
  if (process->settings.verbosity > 1 && process->has_heap)
    screen_line(screen, DRAWING_PLAIN, "%s, %s, %s allocated",
                grouped_count(heap->allocations, "allocation", "allocations").digits,
                grouped_count(heap->frees, "free", "frees").digits, grouped_bytes(heap->allocated_bytes).digits);
}

/* For who looks for one line in many: as sanitizers write it, with the place in front of all else that is known. */
static void put_first(struct screen *screen)
{
  const size_t places = screen->found.error_count + screen->found.losses[RECORD_LEAK_DEFINITE].places;
  const size_t more = places > 1 ? places - 1 : 0;
  if (!screen->first)
    return;
  fputs("SUMMARY: Seep: ", screen->config.output);
  plain_text_put(screen->first, screen->config.output);
  if (more > 0)
    fprintf(screen->config.output, ", and %zu more", more);
  putc('\n', screen->config.output);
}

/* --- programs that nobody checks --- */

bool screen_follows_suite(const struct process *process)
{
  return options_value_among(process->options, OPTION_suite_exec) != NULL;
}

void screen_unchecked(struct screen *screen, const struct process *process, const struct unchecked_programs *programs)
{
  char *names = unchecked_programs_text(programs);
  const bool is_one = programs->count == 1 && !programs->has_others;
  if (names)
    screen_line(screen, DRAWING_PLAIN, "executed and not checked: %s%s", names,
                options_flag(process->settings.options, OPTION_trace_children) ? ""
                : is_one                                                       ? " (--trace-children=yes checks it)"
                                                                               : " (--trace-children=yes checks them)");
  free(names);
}

/* Those of the process, and of children that became other programs. */
static void put_unchecked(struct screen *screen, const struct process *process)
{
  struct unchecked_programs all = process->unchecked;
  if (screen_follows_suite(process))
    return;
  if (screen->config.sharers) {
    unchecked_programs_join(&all, &screen->config.sharers->unchecked);
    screen->config.sharers->unchecked = (struct unchecked_programs){.count = 0};
  }
  screen_unchecked(screen, process, &all);
}

void screen_summary(struct screen *screen, const struct process *process, const char *cut_reason)
{
  if (process->settings.counts_cost) {
    screen_cost(screen, process, cut_reason);
    return;
  }
  count_errors(screen, process);
  if (cut_reason)
    screen_line(screen, DRAWING_RED, "the run did not finish: %s", cut_reason);
  put_unseen(screen, process);
  if (process->in_vain)
    screen_line(screen, DRAWING_YELLOW, "%s", process->in_vain);
  if (process->settings.verbosity == 0)
    return;
  put_verbose(screen, process);
  put_folded(screen, process);
  put_suppressed(screen, process);
  put_reachable(screen, process);
  put_growth(screen, process);
  put_unchecked(screen, process);
  put_commands(screen, process);
  char *verdict = verdict_of(screen, process, cut_reason || !process_is_finished(process));
  screen_line(screen, colour_of(screen, process, cut_reason != NULL), "%s", verdict ? verdict : "");
  free(verdict);
  put_first(screen);
}
