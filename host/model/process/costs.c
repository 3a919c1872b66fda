/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/model/process/costs.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/model/frames/module_table.h"

/* An instruction of a file, or of code that the program made, which is known by its address. */
struct instruction {
  const struct mapping *mapping; /* NULL: nothing is known to have been there */
  uint64_t offset;
  int64_t count;
};

struct costs {
  struct instruction *items;
  size_t count, capacity, sorted; /* the first `sorted` are each once, in order */
};

void costs_destroy(struct costs *costs)
{
  if (!costs)
    return;
  free(costs->items);
  free(costs);
}

/* --- taking --- */

ORDER(by_place, struct instruction, UP(mapping) ?: UP(offset))

static int64_t add_counts(int64_t a, int64_t b)
{
  int64_t sum;
  if (__builtin_add_overflow(a, b, &sum))
    return a > 0 ? INT64_MAX : INT64_MIN;
  return sum;
}

static void merge(struct costs *costs)
{
  qsort(costs->items, costs->count, sizeof *costs->items, by_place);
  costs->count = JOIN_EQUAL(costs->items, costs->count, by_place, x->count = add_counts(x->count, y->count));
  costs->sorted = costs->count;
}

/* Frames come again and again, mostly of the same code. */
static struct instruction *add(struct costs *costs)
{
  if (costs->count == costs->capacity && costs->sorted < costs->count / 2)
    merge(costs);
  return NEW_ITEM(costs->items, costs->count, costs->capacity);
}

static const struct mapping *mapping_of(const struct process *process, uint64_t epoch, uint64_t address,
                                        const struct mapping *last)
{
  if (last && address >= last->start && address < last->end)
    return last;
  return module_table_find(process->modules, epoch, address);
}

static struct error *check_frame(const struct record_cost *cost)
{
  uint64_t bytes = 0;
  if (cost->counts.count != cost->starts.count || cost->instructions.count != cost->starts.count)
    return error_format("its lists differ in length");
  for (size_t i = 0; i < cost->instructions.count; i++)
    if (__builtin_add_overflow(bytes, cost->instructions.items[i], &bytes))
      return error_format("it has too many instructions");
  return bytes == cost->bytes.size ? NULL : error_format("its instructions are not those of its list of lengths");
}

struct error *process_take_cost(struct process *process, const struct record_frame *frame)
{
  const struct record_cost *cost = &frame->cost;
  const unsigned char *bytes = (const unsigned char *)cost->bytes.data;
  const struct mapping *mapping = NULL;
  RETURN_IF_ERROR(check_frame(cost));
  if (!process->costs)
    process->costs = memory_zeroed(1, sizeof *process->costs);
  for (size_t i = 0; i < cost->starts.count; i++) {
    uint64_t address = cost->starts.items[i];
    mapping = mapping_of(process, cost->epoch, address, mapping);
    for (uint64_t k = 0; k < cost->instructions.items[i]; k++) {
      *add(process->costs) =
        (struct instruction){mapping, mapping ? address - mapping->start : address, (int64_t)cost->counts.items[i]};
      address += *bytes++;
    }
  }
  return NULL;
}

/* --- names --- */

static int compare_texts(const char *a, const char *b)
{
  return a && b ? (a == b ? 0 : strcmp(a, b)) : COMPARE(a != NULL, b != NULL);
}

#define UP_NAME(key) compare_texts(x->key, y->key)

ORDER(by_function, struct cost_place,
      UP_NAME(function->function_linkage) ?: UP_NAME(mapping->file.path))
ORDER(by_line, struct cost_place,
      by_function(x, y) ?: UP_NAME(frame->directory) ?: UP_NAME(frame->file) ?: UP(frame->line))
ORDER(by_cost, struct cost_place, DOWN(instructions) ?: by_line(x, y))

/* Equal ones become one. */
static size_t add_up(struct cost_place *places, size_t count, int (*order)(const void *, const void *))
{
  qsort(places, count, sizeof *places, order);
  return JOIN_EQUAL(places, count, order, add_saturated(&x->instructions, y->instructions));
}

static void name_instruction(const struct process *process, const struct instruction *instruction,
                             struct cost_place *ret)
{
  static const struct frame unknown;
  static const struct mapping nowhere;
  const struct frame *frames = &unknown;
  const struct mapping *mapping = instruction->mapping ? instruction->mapping : &nowhere;
  size_t count = 1;
  if (instruction->mapping && !mapping->maker)
    symbols_resolve(process->symbols, &mapping->file, mapping->file_offset + instruction->offset, &frames, &count);
  *ret = (struct cost_place){&frames[0], &frames[count - 1], mapping, (uint64_t)instruction->count};
}

void cost_places_find(const struct process *process, struct cost_places *ret)
{
  struct costs *costs = process->costs;
  *ret = (struct cost_places){0};
  if (!costs)
    return;
  merge(costs);
  ret->lines = memory_zeroed(costs->count + 1, sizeof *ret->lines);
  for (size_t i = 0; i < costs->count; i++)
    if (costs->items[i].count > 0) {
      add_saturated(&ret->instructions, (uint64_t)costs->items[i].count);
      name_instruction(process, &costs->items[i], &ret->lines[ret->line_count++]);
    }
  ret->line_count = add_up(ret->lines, ret->line_count, by_line);
  ret->functions = memory_zeroed(ret->line_count + 1, sizeof *ret->functions);
  memcpy(ret->functions, ret->lines, ret->line_count * sizeof *ret->functions);
  ret->function_count = add_up(ret->functions, ret->line_count, by_function);
  qsort(ret->lines, ret->line_count, sizeof *ret->lines, by_cost);
  qsort(ret->functions, ret->function_count, sizeof *ret->functions, by_cost);
}

void cost_places_release(struct cost_places *places)
{
  free(places->functions);
  free(places->lines);
}
