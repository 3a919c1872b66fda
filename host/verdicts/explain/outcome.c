/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/verdicts/explain/outcome.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/plain_text.h"
#include "host/base/print.h"
#include "host/verdicts/explain/kept_blocks.h"
#include "host/model/words/numbers.h"
#include "host/model/words/signal_name.h"

/* --- blocks --- */

static struct grouped_number blocks(uint64_t count)
{
  return grouped_count(count, "block", "blocks");
}

static void tell_left(const struct finding *otherwise, uint64_t live, FILE *output)
{
  fprintf(output, "%s of them %s left at the end, but not lost in this way", grouped_number(live).digits,
          live == 1 ? "was" : "were");
  if (otherwise)
    fprintf(output, ": see finding %s, \"%s\"", otherwise->identity.digits, otherwise->title);
}

static void tell_blocks(const struct explain_count *now, const struct explain_count *before,
                        const struct finding *otherwise, FILE *output)
{
  if (now->allocated == 0) {
    fprintf(output, "    Nothing was allocated there; in the recorded run it was %s.\n",
            blocks(before->allocated).digits);
    return;
  }
  fprintf(output, "    %s %s allocated there (in the recorded run %s), and ", blocks(now->allocated).digits,
          now->allocated == 1 ? "was" : "were", grouped_number(before->allocated).digits);
  if (now->live == 0)
    fputs(now->allocated == 1 ? "it was freed" : "all of them were freed", output);
  else
    tell_left(otherwise, now->live, output);
  fputs(".\n", output);
}

/* --- ends --- */

static const struct finding_process *process_of(const struct findings *findings, const struct explain_image *image)
{
  for (size_t i = 0; i < findings->process_count; i++)
    if (findings->processes[i].pid == image->pid && findings->processes[i].start_time_ns == image->start_time_ns)
      return &findings->processes[i];
  return NULL;
}

/* How a process has ended, as a predicate. */
static char *end_text(const struct finding_process *process)
{
  if (!process || process->state == FINDING_PROCESS_CUT)
    return print_text("did not finish");
  if (process->state == FINDING_PROCESS_REPLACED)
    return print_text("became another program");
  if (process->end_reason == RECORD_END_SIGNAL)
    return print_text("was killed by %s", signal_name(process->signal));
  return print_text("exited with status %llu", (unsigned long long)process->exit_status);
}

static bool have_same_words(char *const *a, char *const *b)
{
  for (; *a && *b && strcmp(*a, *b) == 0; a++, b++)
    continue;
  return !*a && !*b;
}

/* The image in which a program was run again. */
static const struct explain_image *find_again(const struct explain_images *images, const struct explain_image *program)
{
  for (size_t i = 0; i < images->count; i++)
    if (images->items[i].forked_from == 0 && have_same_words(images->items[i].argv, program->argv))
      return &images->items[i];
  return NULL;
}

static void tell_name(const struct explain_image *program, FILE *output)
{
  fputs("    ", output);
  plain_text_put(program->argv[0] ? program->argv[0] : program->exe, output);
}

/* A name without a slash may lead elsewhere by now. */
static void tell_file(const struct explain_image *program, const struct explain_image *again, FILE *output)
{
  if (program->module_count == 0 || again->module_count == 0
      || strcmp(program->modules[0].path, again->modules[0].path) == 0)
    return;
  tell_name(program, output);
  fputs(" is ", output);
  plain_text_put(again->modules[0].path, output);
  fputs(" now; in the recorded run it was ", output);
  plain_text_put(program->modules[0].path, output);
  fputs(".\n", output);
}

static void tell_end(const struct explain_outcome *outcome, const struct explain_image *program, FILE *output)
{
  const struct explain_image *again = find_again(outcome->now.images, program);
  char *before = end_text(process_of(outcome->before.findings, program));
  char *now = end_text(again ? process_of(outcome->now.findings, again) : NULL);
  if (again)
    tell_file(program, again, output);
  if (strcmp(before, now) != 0) {
    tell_name(program, output);
    fprintf(output, " %s; in the recorded run it %s.\n", now, before);
  }
  free(before);
  free(now);
}

static void tell_ends(const struct explain_outcome *outcome, FILE *output)
{
  for (size_t i = 0; i < outcome->programs->count; i++)
    tell_end(outcome, outcome->programs->items[i], output);
}

/* --- findings --- */

static void tell_place(const struct finding *finding, FILE *output)
{
  const struct frame *frame = finding_place_frame(finding);
  char *place = frame ? finding_frame_text(frame) : NULL;
  fprintf(output, "    In the recorded run: %s", finding->title);
  if (place) {
    fputs(finding->name == ERROR_NAMES ? ", allocated in " : ", in ", output);
    plain_text_put(place, output);
  }
  fputs(".\n", output);
  free(place);
}

/* Was it found in child processes alone, and did none come to be this time? */
static bool has_no_child(const struct explain_outcome *outcome, const struct finding *finding)
{
  const struct findings *before = outcome->before.findings;
  for (size_t i = 0; i < finding->hit_count; i++) {
    const struct finding_process *process = &before->processes[finding->hits[i].process];
    const struct explain_image *image =
      explain_images_find(outcome->before.images, process->pid, process->start_time_ns);
    if (!image || explain_images_root(outcome->before.images, image, false) == image)
      return false;
  }
  return outcome->now.images->count <= outcome->programs->count;
}

/* In a few words; NULL: it is not known. */
static const char *why_missing(const struct explain_outcome *outcome, size_t index)
{
  const struct finding *finding = outcome->wanted->items[index].finding;
  const struct explain_count *now = &outcome->now.images->counts[index];
  if (has_no_child(outcome, finding))
    return "it was in a child process, and this time there was none";
  if (finding->is_of_value || finding->name != ERROR_NAMES || !outcome->now.images->knows_counts)
    return NULL;
  return now->allocated == 0 ? "nothing was allocated there"
         : now->live == 0    ? "what was allocated there was freed"
                             : "what was allocated there was not lost in this way";
}

static void tell_missing(const struct explain_outcome *outcome, size_t index, FILE *output)
{
  const struct explain_item *item = &outcome->wanted->items[index];
  const struct finding *otherwise;
  const char *why = why_missing(outcome, index);
  explain_item_find_otherwise(item, outcome->now.findings, &otherwise);
  fprintf(output, "%s  the %s did not recur%s%s\n", item->finding->identity.digits,
          item->finding->name == ERROR_NAMES ? "leak" : "error", why ? ": " : "", why ? why : "");
  tell_place(item->finding, output);
  if (!item->finding->is_of_value && outcome->now.images->knows_counts && outcome->before.images->knows_counts)
    tell_blocks(&outcome->now.images->counts[index], &outcome->before.images->counts[index], otherwise, output);
  tell_ends(outcome, output);
  fputc('\n', output);
}

/* That the leak is there again, and nothing can be said of it. */
static void tell_unexplained(const struct findings *findings, const struct finding *now, FILE *output)
{
  bool is_forked = now->hit_count > 0;
  for (size_t i = 0; i < now->hit_count; i++)
    is_forked &= findings->processes[now->hits[i].process].forked_from != 0;
  fprintf(output, "%s  the leak recurred, but cannot be explained: %s\n\n", now->identity.digits,
          is_forked ? "its blocks were made before the process that lost them was forked, and not followed there"
                    : "its blocks were not followed in the process that lost them");
}

/* What grew counts as what is still reachable, and that is not compared. */
static void tell_found(const struct explain_outcome *outcome, const struct finding *before, const struct finding *now,
                       FILE *output)
{
  if (finding_is_growth(before)) {
    explain_kept_tell(before, now, output);
    return;
  }
  if (finding_is_leak(now) && now->explanation_count == 0)
    tell_unexplained(outcome->now.findings, now, output);
  const uint64_t recorded = explain_programs_blocks(outcome->programs, outcome->before.findings, before,
                                                    outcome->before.images);
  if (recorded != now->blocks)
    fprintf(output, "%s  this time %s, in the recorded run %s\n\n", now->identity.digits, blocks(now->blocks).digits,
            grouped_number(recorded).digits);
}

void explain_outcome_tell(const struct explain_outcome *outcome, FILE *output, size_t *ret_missing)
{
  size_t missing = 0;
  for (size_t i = 0; i < outcome->wanted->count; i++) {
    const struct explain_item *item = &outcome->wanted->items[i];
    const struct finding *now = NULL;
    explain_item_find(item, outcome->now.findings, &now);
    missing += !now;
    if (now)
      tell_found(outcome, item->finding, now, output);
    else
      tell_missing(outcome, i, output);
  }
  *ret_missing = missing;
}
