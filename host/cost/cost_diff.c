/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/cost/cost_diff.h"

#include <stdlib.h>

#include "host/base/last_component.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/model/process/model.h"

static uint64_t distance_of(const struct cost_change *change)
{
  return change->before > change->after ? change->before - change->after : change->after - change->before;
}

static unsigned place_of(const struct cost_change *change)
{
  return change->mark != 0 ? 0 : change->line;
}

ORDER(by_function, struct cost_change, UP_TEXT(module) ?: UP_TEXT(function))
ORDER(by_line, struct cost_change, by_function(x, y) ?: UP_TEXT(path) ?: UP(mark) ?: COMPARE(place_of(x), place_of(y)))
ORDER(by_distance, struct cost_change, COMPARE(distance_of(y), distance_of(x)) ?: by_line(x, y))

/* If the later run has it, its line counts. */
static void add_change(struct cost_change *change, const struct cost_change *more)
{
  if (change->after == 0)
    change->line = more->line;
  add_saturated(&change->before, more->before);
  add_saturated(&change->after, more->after);
}

/* Equal ones become one. */
static size_t add_up(struct cost_change *changes, size_t count, int (*order)(const void *, const void *))
{
  qsort(changes, count, sizeof *changes, order);
  return JOIN_EQUAL(changes, count, order, add_change(x, y));
}

static size_t drop_unchanged(struct cost_change *changes, size_t count)
{
  size_t kept = 0;
  for (size_t i = 0; i < count; i++)
    if (changes[i].before != changes[i].after)
      changes[kept++] = changes[i];
  qsort(changes, kept, sizeof *changes, by_distance);
  return kept;
}

static struct cost_change change_of(const struct cost_row *row, bool is_after)
{
  return (struct cost_change){.function = row->function,
                              .path = last_component(row->path),
                              .module = last_component(row->module),
                              .line = row->line,
                              .mark = row->mark,
                              .before = is_after ? 0 : row->instructions,
                              .after = is_after ? row->instructions : 0};
}

static struct cost_change *join(const struct cost_table *before, const struct cost_table *after, size_t *ret_count)
{
  struct cost_change *changes = memory_zeroed(before->count + after->count + 1, sizeof *changes);
  for (size_t i = 0; i < before->count; i++)
    changes[i] = change_of(&before->rows[i], false);
  for (size_t i = 0; i < after->count; i++)
    changes[before->count + i] = change_of(&after->rows[i], true);
  *ret_count = before->count + after->count;
  return changes;
}

void cost_diff_make(const struct cost_table *before, const struct cost_table *after, struct cost_diff *ret)
{
  *ret = (struct cost_diff){.before = before->instructions, .after = after->instructions};
  ret->lines = join(before, after, &ret->line_count);
  ret->functions = join(before, after, &ret->function_count);
  ret->line_count = drop_unchanged(ret->lines, add_up(ret->lines, ret->line_count, by_line));
  ret->function_count = add_up(ret->functions, ret->function_count, by_function);
  for (size_t i = 0; i < ret->function_count; i++)
    ret->shared_functions += ret->functions[i].before > 0 && ret->functions[i].after > 0;
  ret->function_count = drop_unchanged(ret->functions, ret->function_count);
}

void cost_diff_release(struct cost_diff *diff)
{
  free(diff->functions);
  free(diff->lines);
}
