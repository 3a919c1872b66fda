/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/gate/diff.h"

#include <stdlib.h>
#include <string.h>

#include "report/findings/finding_lines.h"

bool diff_is_whole(const struct diff *diff)
{
  return diff->before.verdict.is_whole && diff->after.verdict.is_whole;
}

bool diff_is_worse(const struct diff *diff)
{
  return diff->counts[TALLY_NEW] + diff->counts[TALLY_GROWN] > 0;
}

const char *diff_change_word(enum tally_change change)
{
  static const char *const words[TALLY_CHANGES] = {
    [TALLY_SAME] = "same", [TALLY_MOVED] = "moved", [TALLY_NEW] = "new", [TALLY_GROWN] = "grown", [TALLY_SHRUNK] = "shrunk", [TALLY_FIXED] = "fixed",
  };
  return words[change];
}

const char *diff_verdict_word(const struct diff *diff)
{
  bool is_better = diff->counts[TALLY_FIXED] + diff->counts[TALLY_SHRUNK] > 0;
  return !diff_is_whole(diff) ? "failed" : diff_is_worse(diff) ? "worse" : is_better ? "better" : "same";
}

const struct diff_side *diff_side_of(const struct diff *diff, const struct tally_difference *difference)
{
  return difference->after ? &diff->after : &diff->before;
}

const struct finding *diff_finding(const struct tally_difference *difference)
{
  return (difference->after ? difference->after : difference->before)->finding;
}

/* --- as text --- */

static void put_item(const struct diff *diff, const struct tally_difference *difference, FILE *output)
{
  bool has_both = difference->before && difference->after;
  char *remark = has_both ? brief_change(difference) : NULL;
  brief_put_finding(diff_side_of(diff, difference)->findings, diff_finding(difference), remark, output);
  free(remark);
}

static void put_changes(const struct diff *diff, enum tally_change change, FILE *output)
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
  fprintf(output, "seep diff: %s%s (%zu new, %zu grown, %zu shrunk, %zu fixed, %zu moved, %zu the same)\n\n",
          strcmp(verdict, "same") == 0 ? "the " : "", verdict, counts[TALLY_NEW], counts[TALLY_GROWN], counts[TALLY_SHRUNK],
          counts[TALLY_FIXED], counts[TALLY_MOVED], counts[TALLY_SAME]);
  put_changes(diff, TALLY_NEW, output);
  put_changes(diff, TALLY_GROWN, output);
  put_changes(diff, TALLY_SHRUNK, output);
  put_changes(diff, TALLY_FIXED, output);
  put_changes(diff, TALLY_MOVED, output);
}
