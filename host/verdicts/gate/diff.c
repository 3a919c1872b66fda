/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The verdict of a comparison, and its text. */
#include "host/verdicts/gate/diff.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/print.h"
#include "host/model/findings/finding_lines.h"

bool diff_is_whole(const struct diff *diff)
{
  return diff->before.verdict.is_whole && diff->after.verdict.is_whole;
}

bool diff_is_worse(const struct diff *diff)
{
  return diff->counts[FINDING_CHANGE_NEW] + diff->counts[FINDING_CHANGE_GROWN] > 0;
}

const char *diff_change_word(enum finding_change change)
{
  static const char *const words[FINDING_CHANGES] = {
    [FINDING_CHANGE_SAME] = "same",   [FINDING_CHANGE_MOVED] = "moved",   [FINDING_CHANGE_NEW] = "new",
    [FINDING_CHANGE_GROWN] = "grown", [FINDING_CHANGE_SHRUNK] = "shrunk",
    [FINDING_CHANGE_SUPPRESSED] = "suppressed", [FINDING_CHANGE_FIXED] = "fixed",
  };
  return words[change];
}

const char *diff_verdict_word(const struct diff *diff)
{
  bool is_better = diff->counts[FINDING_CHANGE_FIXED] + diff->counts[FINDING_CHANGE_SHRUNK] > 0;
  return !diff_is_whole(diff) ? "failed" : diff_is_worse(diff) ? "worse" : is_better ? "better" : "same";
}

const struct diff_side *diff_side_of(const struct diff *diff, const struct finding_difference *difference)
{
  return difference->after ? &diff->after : &diff->before;
}

const struct finding *diff_finding(const struct finding_difference *difference)
{
  return (difference->after ? difference->after : difference->before)->finding;
}

/* --- as text --- */

char *diff_suppression(const struct diff *diff, const struct finding_difference *difference)
{
  const struct finding *hidden = difference->hidden ? difference->hidden->finding : NULL;
  if (difference->change != FINDING_CHANGE_SUPPRESSED || !hidden || !finding_is_suppressed(hidden))
    return NULL;
  const struct finding_suppression *entry = &diff->after.findings->suppressions[hidden->suppression];
  return print_text("%s (%s:%u)", entry->name ? entry->name : "?", entry->file ? entry->file : "?", entry->line);
}

/* What of it has changed, and what hides it; malloc'ed, NULL: nothing is to be said. */
static char *make_remark(const struct diff *diff, const struct finding_difference *difference)
{
  char *change = difference->before && difference->after ? finding_lines_change(difference) : NULL;
  char *entry = diff_suppression(diff, difference);
  char *remark = entry ? print_text("%s%ssuppressed by %s", change ? change : "", change ? "; " : "", entry) : change;
  free(entry);
  if (remark != change)
    free(change);
  return remark;
}

static void put_item(const struct diff *diff, const struct finding_difference *difference, FILE *output)
{
  char *remark = make_remark(diff, difference);
  finding_lines_put(diff_side_of(diff, difference)->findings, diff_finding(difference), remark, output);
  free(remark);
}

static void put_changes(const struct diff *diff, enum finding_change change, FILE *output)
{
  if (diff->counts[change] == 0)
    return;
  fprintf(output, "%s:\n", diff_change_word(change));
  for (size_t i = 0; i < diff->changed_count; i++)
    if (diff->changed[i].change == change)
      put_item(diff, &diff->changed[i], output);
  fputc('\n', output);
}

/* The first line says it all. */
void diff_put_text(const struct diff *diff, FILE *output)
{
  const size_t *counts = diff->counts;
  const char *verdict = diff_verdict_word(diff);
  if (!diff_is_whole(diff)) {
    fputs("seep diff: failed: the runs cannot be compared\n", output);
    return;
  }
  fprintf(output, "seep diff: %s%s (%zu new, %zu grown, %zu shrunk, %zu fixed, %zu moved, %zu the same",
          strcmp(verdict, "same") == 0 ? "the " : "", verdict, counts[FINDING_CHANGE_NEW], counts[FINDING_CHANGE_GROWN],
          counts[FINDING_CHANGE_SHRUNK], counts[FINDING_CHANGE_FIXED], counts[FINDING_CHANGE_MOVED],
          counts[FINDING_CHANGE_SAME]);
  if (counts[FINDING_CHANGE_SUPPRESSED] > 0)
    fprintf(output, ", %zu suppressed", counts[FINDING_CHANGE_SUPPRESSED]);
  fputs(")\n\n", output);
  put_changes(diff, FINDING_CHANGE_NEW, output);
  put_changes(diff, FINDING_CHANGE_GROWN, output);
  put_changes(diff, FINDING_CHANGE_SHRUNK, output);
  put_changes(diff, FINDING_CHANGE_SUPPRESSED, output);
  put_changes(diff, FINDING_CHANGE_FIXED, output);
  put_changes(diff, FINDING_CHANGE_MOVED, output);
}
