/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether an entry holds may depend on the program, and what it matches on the stack, so a finding with several
 * programs or stacks is several items to a cover. */
#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/reports/formats/suppress_items.h"

static void make_room(struct suppress_items *items)
{
  grow((void **)&items->items, items->count, &items->capacity, sizeof *items->items);
  grow((void **)&items->variants, items->count, &items->variants_capacity, sizeof *items->variants);
}

static void add_item(struct suppress_items *items, const struct finding *finding, size_t variant,
                     const struct suppressions_context *context, enum cover_state state)
{
  make_room(items);
  const struct finding_variant *from = &finding->variants[variant];
  struct cover_finding *item = &items->items[items->count];
  *item = (struct cover_finding){
    .named_frames = from->stack.count,
    .place = from->stack.count > 0 ? from->places.place : SIZE_MAX,
    .identity = finding->identity.digits,
    .sentence = finding->title,
    .state = state,
    .finding = finding_for_match(finding, variant),
  };
  item->finding.context = context;
  items->variants[items->count++] = from;
}

static bool is_same_program(const struct suppressions_context *a, const struct suppressions_context *b)
{
  const char *const x = a ? a->facts[EXTENSION_EXE] : NULL, *const y = b ? b->facts[EXTENSION_EXE] : NULL;
  return a == b || (x && y && strcmp(x, y) == 0);
}

static bool has_program(const struct suppress_items *items, size_t first, const struct suppressions_context *context)
{
  for (size_t i = items->count; i-- > first;)
    if (is_same_program(items->items[i].finding.context, context))
      return true;
  return false;
}

static void add_variant(struct suppress_items *items, const struct findings *findings, const struct finding *finding,
                        size_t variant, enum cover_state state)
{
  size_t first = items->count;
  if (finding->hit_count == 0)
    add_item(items, finding, variant, NULL, state);
  for (size_t i = 0; i < finding->hit_count; i++) {
    const struct suppressions_context *context = findings->processes[finding->hits[i].process].context;
    if (!has_program(items, first, context))
      add_item(items, finding, variant, context, state);
  }
}

void suppress_items_add(struct suppress_items *items, const struct findings *findings, const struct finding *finding,
                        enum cover_state state)
{
  for (size_t i = 0; i < finding->variant_count; i++)
    add_variant(items, findings, finding, i, state);
}

void suppress_items_deinit(struct suppress_items *items)
{
  free(items->items);
  free(items->variants);
}

struct error *suppress_items_cover(const struct suppress_items *items, const struct findings *findings,
                                   struct cover **ret)
{
  size_t fewest = SIZE_MAX;
  for (size_t i = 0; i < findings->process_count; i++)
    if (findings->processes[i].num_callers > 0 && findings->processes[i].num_callers < fewest)
      fewest = findings->processes[i].num_callers;
  return cover_create(items->items, items->count, fewest, ret);
}

/* --- entries for one finding --- */

enum { ENTRIES_FINDINGS_MAX = 300 }; /* each is compared with all */

struct suppress_entries {
  const struct findings *findings;
  struct suppress_items items;
  size_t *starts; /* of the items of each finding, and after the last one the end; NULL: there are too many */
};

static void add_all(struct suppress_entries *entries)
{
  const struct findings *findings = entries->findings;
  if (findings->count > ENTRIES_FINDINGS_MAX)
    return;
  entries->starts = memory_zeroed(findings->count + 1, sizeof *entries->starts);
  for (size_t i = 0; i < findings->count; i++) {
    const struct finding *finding = &findings->items[i];
    suppress_items_add(&entries->items, findings, finding,
                       finding_is_suppressed(finding) ? COVER_INDIFFERENT : COVER_VISIBLE);
    entries->starts[i + 1] = entries->items.count;
  }
}

void suppress_entries_create(const struct findings *findings, struct suppress_entries **ret)
{
  struct suppress_entries *entries = memory_zeroed(1, sizeof *entries);
  entries->findings = findings;
  add_all(entries);
  *ret = entries;
}

void suppress_entries_destroy(struct suppress_entries *entries)
{
  if (!entries)
    return;
  suppress_items_deinit(&entries->items);
  free(entries->starts);
  free(entries);
}

static void set_states(const struct suppress_entries *entries, size_t index, enum cover_state state)
{
  for (size_t i = entries->starts[index]; i < entries->starts[index + 1]; i++)
    entries->items.items[i].state = state;
}

static char *text_of(const struct cover *cover)
{
  char *text;
  size_t size;
  FILE *stream = print_begin(&text, &size);
  for (size_t i = 0; i < cover->entry_count; i++)
    fprintf(stream, "%s%s", i > 0 ? "\n" : "", cover->entries[i].text);
  return print_end(stream, &text);
}

struct error *suppress_entries_of(const struct suppress_entries *entries, const struct finding *finding, char **ret)
{
  const size_t index = (size_t)(finding - entries->findings->items);
  struct cover *cover;
  *ret = NULL;
  if (!entries->starts || finding_is_suppressed(finding) || finding->indirect_blocks > 0)
    return NULL;
  set_states(entries, index, COVER_CHOSEN);
  struct error *error = suppress_items_cover(&entries->items, entries->findings, &cover);
  set_states(entries, index, COVER_VISIBLE);
  if (error)
    return error;
  const bool is_whole = cover->missed_count == 0 && cover->entry_count > 0;
  if (is_whole)
    *ret = text_of(cover);
  cover_destroy(cover);
  return NULL;
}
