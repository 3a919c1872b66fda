/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/verdicts/explain/wanted_findings.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/model/process/leak_kinds.h"

/* --- one finding --- */

static bool is_known(const struct identity *places, size_t count, const struct identity *place)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp(places[i].digits, place->digits) == 0)
      return true;
  return false;
}

static bool is_error(const struct finding *finding)
{
  return !finding_is_leak(finding) && !finding_is_growth(finding);
}

static void make_item(const struct finding *finding, struct explain_item *ret)
{
  struct explain_item item = {.finding = finding,
                              .places = memory_zeroed(finding->variant_count + 1, sizeof *item.places)};
  if (is_error(finding) && *finding->freed_block.digits)
    item.places[item.place_count++] = finding->freed_block;
  for (size_t i = 0; !is_error(finding) && i < finding->variant_count; i++) {
    struct identity *place = &item.places[item.place_count];
    finding_identity_as(finding, i, loss_kind_name(RECORD_LEAK_DEFINITE), place);
    item.place_count += !is_known(item.places, item.place_count, place);
  }
  *ret = item;
}

static struct error *check_kind(const struct finding *finding)
{
  if (!is_error(finding) || finding->is_of_value || *finding->freed_block.digits)
    return NULL;
  return error_format("%s cannot be explained: only leaks can be, uses of freed blocks, and uses of undefined values",
                      finding->identity.digits);
}

/* Pointers are followed by the means that otherwise follow undefined values, so a run is for one of both. */
static struct error *check_one_kind(const struct explain_wanted *wanted)
{
  for (size_t i = 1; i < wanted->count; i++)
    if (wanted->items[i].finding->is_of_value != wanted->items[0].finding->is_of_value)
      return error_format(
        "%s and %s cannot be explained in one run, as only one of them is about an undefined value; name them "
        "one at a time",
        wanted->items[0].finding->identity.digits, wanted->items[i].finding->identity.digits);
  return NULL;
}

/* --- why there is none --- */

static const struct finding *find_other(const struct findings *findings, bool is_leak)
{
  for (size_t i = 0; i < findings->count; i++) {
    const struct finding *finding = &findings->items[i];
    if (finding_is_leak(finding) == is_leak && !finding_is_growth(finding) && !finding_is_suppressed(finding) &&
        (is_leak || finding->is_of_value || *finding->freed_block.digits))
      return finding;
  }
  return NULL;
}

static const struct finding_process *find_unfinished(const struct findings *findings)
{
  for (size_t i = 0; i < findings->process_count; i++)
    if (findings->processes[i].state == FINDING_PROCESS_CUT)
      return &findings->processes[i];
  return NULL;
}

static bool was_searched(const struct findings *findings)
{
  for (size_t i = 0; i < findings->process_count; i++)
    if (findings->processes[i].is_searched)
      return true;
  return false;
}

static struct error *nothing_to_explain(const struct findings *findings)
{
  const struct finding_process *unfinished = find_unfinished(findings);
  const struct finding *other = find_other(findings, false);
  if (find_other(findings, true))
    return error_format("nothing is definitely lost in this run; name another finding: seep report --format=text "
                        "--show-leak-kinds=all lists them");
  if (other)
    return error_format("%s; name an error to have it explained, like %s",
                        !unfinished && was_searched(findings) ? "this run has no leaks"
                                                              : "leaks of this run are not known",
                        other->identity.digits);
  for (size_t i = 0; i < findings->run_count; i++)
    if (findings->runs[i].error)
      return error_format("%s", findings->runs[i].error);
  if (unfinished)
    return error_format("nothing to explain is known: process %llu (%s) did not finish, so it was not searched for "
                        "leaks: %s; run the program again", (unsigned long long)unfinished->pid, unfinished->program,
                        unfinished->cut_reason);
  return was_searched(findings) ? error_format("this run has no leaks")
                                : error_format("this run was not searched for leaks; run the program again with "
                                               "--leak-check=full");
}

/* --- choosing --- */

static struct error *add(struct explain_wanted *wanted, const struct finding *finding)
{
  for (size_t i = 0; i < wanted->count; i++)
    if (wanted->items[i].finding == finding)
      return NULL;
  struct error *error = check_kind(finding);
  if (!error)
    make_item(finding, &wanted->items[wanted->count]);
  wanted->count += !error;
  return error;
}

static struct error *add_named(struct explain_wanted *wanted, const struct findings *findings, const char *identity)
{
  const struct finding *finding;
  struct error *error = findings_find(findings, identity, &finding);
  return error ? error : add(wanted, finding);
}

static struct error *add_definite(struct explain_wanted *wanted, const struct findings *findings)
{
  struct error *error = NULL;
  for (size_t i = 0; i < findings->count && !error; i++)
    if (findings->items[i].leak_kind == RECORD_LEAK_DEFINITE && !finding_is_suppressed(&findings->items[i]))
      error = add(wanted, &findings->items[i]);
  return error || wanted->count > 0 ? error : nothing_to_explain(findings);
}

struct error *explain_wanted_choose(const struct findings *findings, const char *const *identities, size_t count,
                                    struct explain_wanted *ret)
{
  struct explain_wanted wanted = {.items = memory_zeroed(findings->count + count + 1, sizeof *wanted.items)};
  struct error *error = NULL;
  for (size_t i = 0; i < count && !error; i++)
    error = add_named(&wanted, findings, identities[i]);
  if (!error && count == 0)
    error = add_definite(&wanted, findings);
  if (!error)
    error = check_one_kind(&wanted);
  if (error)
    explain_wanted_release(&wanted);
  else
    *ret = wanted;
  return error;
}

void explain_wanted_release(struct explain_wanted *wanted)
{
  for (size_t i = 0; i < wanted->count; i++)
    free(wanted->items[i].places);
  free(wanted->items);
}

static bool is_of_values(const struct explain_wanted *wanted)
{
  return wanted->items[0].finding->is_of_value;
}

void explain_wanted_list(const struct explain_wanted *wanted, char **ret)
{
  char *text = NULL;
  size_t size;
  FILE *list = print_begin(&text, &size);
  if (is_of_values(wanted))
    fputs("values", list);
  for (size_t i = 0; i < wanted->count; i++)
    for (size_t j = 0; j < wanted->items[i].place_count; j++)
      fprintf(list, "%s%s", i + j > 0 ? "," : "", wanted->items[i].places[j].digits);
  *ret = print_end(list, &text);
}

/* --- in other findings --- */

static const struct finding *find_identity(const struct findings *findings, const struct identity *identity)
{
  for (size_t i = 0; i < findings->count; i++)
    if (strcmp(findings->items[i].identity.digits, identity->digits) == 0)
      return &findings->items[i];
  return NULL;
}

/* A leak of the first place, in one way. */
static void find_as(const struct explain_item *item, const struct findings *findings, enum record_leak_kind kind,
                    const struct finding **ret)
{
  struct identity identity;
  finding_identity_as(item->finding, 0, loss_kind_name(kind), &identity);
  *ret = find_identity(findings, &identity);
}

void explain_item_find(const struct explain_item *item, const struct findings *findings, const struct finding **ret)
{
  if (finding_is_growth(item->finding)) {
    find_as(item, findings, RECORD_LEAK_REACHABLE, ret);
    return;
  }
  *ret = find_identity(findings, &item->finding->identity);
}

void explain_item_find_otherwise(const struct explain_item *item, const struct findings *findings,
                                 const struct finding **ret)
{
  const struct finding *found = NULL;
  *ret = NULL;
  if (is_error(item->finding))
    return;
  for (enum record_leak_kind kind = RECORD_LEAK_DEFINITE; kind <= RECORD_LEAK_REACHABLE && !found; kind++)
    find_as(item, findings, kind, &found);
  *ret = found;
}
