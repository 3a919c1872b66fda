/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether an entry holds may depend on the program, and what it matches on the stack, so a finding with several of
 * either is several to a cover. */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "report/suppress/suppress.h"

static bool make_room(struct suppress_items *items)
{
  return grow((void **)&items->items, items->count, &items->capacity, sizeof *items->items) &&
         grow((void **)&items->variants, items->count, &items->variants_capacity, sizeof *items->variants);
}

static struct error *add_item(struct suppress_items *items, const struct finding *finding, size_t variant,
                              const struct suppressions_context *context, enum cover_state state)
{
  if (!make_room(items))
    return error_no_memory();
  const struct finding_variant *from = &finding->variants[variant];
  struct cover_finding *item = &items->items[items->count];
  *item = (struct cover_finding){
    .named_frames = from->stack.count,
    .place = from->stack.count > 0 ? from->places.place : SIZE_MAX,
    .identity = finding->identity.digits,
    .sentence = finding->title,
    .state = state,
  };
  struct suppressions_frame *frames; /* which the finding has too */
  struct error *error = finding_for_match(finding, variant, &item->finding, &frames);
  item->finding.context = context;
  items->variants[items->count] = from;
  items->count += !error;
  return error;
}

static bool is_same_program(const struct suppressions_context *a, const struct suppressions_context *b)
{
  return a == b || (a && b && a->exe && b->exe && strcmp(a->exe, b->exe) == 0);
}

static bool has_program(const struct suppress_items *items, size_t first, const struct suppressions_context *context)
{
  for (size_t i = items->count; i-- > first;)
    if (is_same_program(items->items[i].finding.context, context))
      return true;
  return false;
}

static struct error *add_variant(struct suppress_items *items, const struct findings *findings,
                                 const struct finding *finding, size_t variant, enum cover_state state)
{
  size_t first = items->count;
  struct error *error = finding->hit_count == 0 ? add_item(items, finding, variant, NULL, state) : NULL;
  for (size_t i = 0; !error && i < finding->hit_count; i++) {
    const struct suppressions_context *context = findings->processes[finding->hits[i].process].context;
    if (!has_program(items, first, context))
      error = add_item(items, finding, variant, context, state);
  }
  return error;
}

struct error *suppress_items_add(struct suppress_items *items, const struct findings *findings,
                                 const struct finding *finding, enum cover_state state)
{
  struct error *error = NULL;
  for (size_t i = 0; !error && i < finding->variant_count; i++)
    error = add_variant(items, findings, finding, i, state);
  return error;
}

void suppress_items_deinit(struct suppress_items *items)
{
  for (size_t i = 0; i < items->count; i++)
    free((struct suppressions_frame *)items->items[i].finding.frames);
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
