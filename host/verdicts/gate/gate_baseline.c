/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is new or has grown since the baseline was written fails the gate; what is better is a note. */
#include <stdlib.h>
#include <string.h>

#include "host/model/findings/finding_lines.h"
#include "host/verdicts/gate/gate.h"

static void add_grown(struct gate_reason *reason, const struct finding_difference *difference)
{
  char *change = finding_lines_change(difference);
  gate_add_item(reason, difference->after->finding, "%s", change);
  free(change);
}

static void put_grown(const struct gate_config *config, const struct finding_difference *differences, size_t count,
                      size_t changed, struct gate_verdict *verdict)
{
  struct gate_reason *reason;
  gate_add_reason(verdict, "grown", &reason, "%zu %s grown beyond baseline %s", changed,
                  changed == 1 ? "finding has" : "findings have", config->baseline_path);
  for (size_t i = 0; i < count; i++)
    if (differences[i].change == FINDING_CHANGE_GROWN)
      add_grown(reason, &differences[i]);
}

static void put_new(const struct gate_config *config, const struct finding_difference *differences, size_t count,
                    size_t changed, struct gate_verdict *verdict)
{
  struct gate_reason *reason;
  gate_add_reason(verdict, "new", &reason, "%zu %s not in baseline %s", changed,
                  changed == 1 ? "finding is" : "findings are", config->baseline_path);
  for (size_t i = 0; i < count; i++)
    if (differences[i].change == FINDING_CHANGE_NEW)
      gate_add_item(reason, differences[i].after->finding, NULL);
}

/* A limit says how much may grow that the baseline does not know. */
static size_t without_growth(struct finding_difference *differences, size_t count)
{
  size_t kept = 0;
  for (size_t i = 0; i < count; i++)
    if (!counted_finding_is_growth(differences[i].after ? differences[i].after : differences[i].before))
      differences[kept++] = differences[i];
  return kept;
}

/* Not there, but not known to be fixed. */
static size_t count_unseen(const struct gate_config *config, const struct finding_difference *differences, size_t count)
{
  size_t unseen = 0;
  for (size_t i = 0; i < count; i++)
    unseen += differences[i].change == FINDING_CHANGE_FIXED &&
              !counted_findings_saw(config->now, differences[i].before);
  return unseen;
}

static void note_not_looked_for(const struct gate_config *config, struct gate_verdict *verdict)
{
  size_t count = 0;
  for (size_t i = 0; i < config->baseline->count; i++)
    count += !counted_findings_looked_for(config->now, &config->baseline->items[i]);
  if (count > 0)
    gate_add_note(verdict,
                  "%zu %s of the baseline %s not looked for in all tests that have %s (--checks=leaks), and "
                  "%s in it",
                  count, count == 1 ? "finding" : "findings", count == 1 ? "was" : "were", count == 1 ? "it" : "them",
                  count == 1 ? "stays" : "stay");
}

void gate_check_baseline(const struct gate_config *config, struct gate_verdict *verdict)
{
  struct finding_difference *differences;
  size_t count, changes[FINDING_CHANGES] = {0};
  counted_findings_compare(config->baseline, config->now, &differences, &count);
  count = without_growth(differences, count);
  finding_lines_sort(differences, count);
  for (size_t i = 0; i < count; i++)
    changes[differences[i].change]++;
  if (changes[FINDING_CHANGE_NEW] > 0)
    put_new(config, differences, count, changes[FINDING_CHANGE_NEW], verdict);
  if (changes[FINDING_CHANGE_GROWN] > 0)
    put_grown(config, differences, count, changes[FINDING_CHANGE_GROWN], verdict);
  const size_t unseen = count_unseen(config, differences, count);
  size_t better = changes[FINDING_CHANGE_FIXED] - unseen + changes[FINDING_CHANGE_SHRUNK];
  if (unseen > 0)
    gate_add_note(verdict, "%zu %s of the baseline %s in tests that did not run here, and %s in it", unseen,
                  unseen == 1 ? "finding" : "findings", unseen == 1 ? "is" : "are", unseen == 1 ? "stays" : "stay");
  if (better > 0 && verdict->is_whole && !config->is_updated)
    gate_add_note(verdict, "%zu %s of the baseline %s fixed or shrunk; --update-baseline lowers it", better,
                  better == 1 ? "finding" : "findings", better == 1 ? "is" : "are");
  note_not_looked_for(config, verdict);
  const size_t hidden = changes[FINDING_CHANGE_SUPPRESSED];
  if (hidden > 0 && !config->is_updated)
    gate_add_note(verdict, "%zu %s of the baseline %s suppressed now", hidden, hidden == 1 ? "finding" : "findings",
                  hidden == 1 ? "is" : "are");
  if (changes[FINDING_CHANGE_MOVED] > 0)
    gate_add_note(verdict, "%zu %s of the baseline %s moved and %s taken for the same; --update-baseline follows",
                  changes[FINDING_CHANGE_MOVED], changes[FINDING_CHANGE_MOVED] == 1 ? "finding" : "findings",
                  changes[FINDING_CHANGE_MOVED] == 1 ? "has" : "have",
                  changes[FINDING_CHANGE_MOVED] == 1 ? "is" : "are");
  free(differences);
}
