/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parts of loss records get their identities and are sorted, so that those of one leak are neighbours and can be added
 * up. */
#include "host/model/process/leaks.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/model/frames/frame_names.h"
#include "host/model/process/identify.h"

/* --- parts --- */

struct item {
  struct leak_part part;
  struct identity identity;
};

struct gathered {
  const struct process *process;
  struct item *items;
  size_t count, capacity;
};

static void gather(void *context, const struct leak_part *part)
{
  struct gathered *gathered = context;
  struct item *item = NEW_ITEM(gathered->items, gathered->count, gathered->capacity);
  item->part = *part;
  identify_leak_part(part, gathered->process, &item->identity);
}

static int by_leak(const struct item *x, const struct item *y)
{
  int order = COMPARE(x->part.kind, y->part.kind);
  if (order == 0)
    order = strcmp(x->identity.digits, y->identity.digits);
  return order ? order : COMPARE((uintptr_t)x->part.loss->suppression, (uintptr_t)y->part.loss->suppression);
}

static uint64_t id_of(const struct stack *stack)
{
  return stack ? stack->id : 0;
}

/* Those of one stack together. */
ORDER(by_leak_and_stack, struct item,
      by_leak(x, y) ?: COMPARE(id_of(x->part.stack), id_of(y->part.stack)) ?: UP(part.loss->number))

/* --- leaks --- */

static void add_tests(struct test_ids *sum, const struct test_ids *more)
{
  for (size_t i = 0; i < more->count; i++)
    test_ids_add(sum, more->items[i]);
}

ORDER_POINTERS(by_number, struct loss_record, UP(number))

/* Each once, the smallest first. */
static void add_records(struct leak *leak, const struct item *items, size_t count)
{
  leak->records = memory_zeroed(count, sizeof *leak->records);
  for (size_t i = 0; i < count; i++)
    leak->records[i] = items[i].part.loss;
  qsort(leak->records, count, sizeof *leak->records, by_number);
  for (size_t i = 0; i < count; i++) {
    if (i > 0 && leak->records[i] == leak->records[i - 1])
      continue;
    leak->records[leak->record_count++] = leak->records[i];
    add_tests(&leak->tests, &leak->records[leak->record_count - 1]->tests);
  }
}

static int compare_frames(const struct frame *a, const struct frame *b)
{
  int order = strcmp(a->name, b->name);
  return order ? order : COMPARE(a->line, b->line);
}

/* As variants of findings are ordered. */
static int compare_names(const struct stack *a, const struct stack *b)
{
  for (size_t i = 0; a && b; i++) {
    size_t a_frame = i, b_frame = i;
    const struct code *x = stack_code_at(a, &a_frame), *y = stack_code_at(b, &b_frame);
    const int order = x && y ? compare_frames(&x->frames[a_frame], &y->frames[b_frame]) : 0;
    if (order != 0 || !x || !y)
      return order ? order : (x != NULL) - (y != NULL);
  }
  return (a != NULL) - (b != NULL);
}

/* How much of a cycle came by which stack is chance. */
static void choose_stack(const struct stack *stack, uint64_t bytes, struct leak *leak)
{
  const bool is_first = leak->stack_count == 0, is_equal = leak->is_cycle || bytes == leak->stack_bytes;
  leak->stacks[leak->stack_count++] = stack;
  if (!is_first && !(is_equal ? compare_names(stack, leak->stack) < 0 : bytes > leak->stack_bytes))
    return;
  leak->stack = stack;
  leak->stack_bytes = bytes;
}

static int by_name(const void *a, const void *b)
{
  const struct stack *const *x = a, *const *y = b;
  return compare_names(*x, *y);
}

/* The items are those of one leak, by stack. */
static void make_leak(const struct leak_check *check, const struct item *items, size_t count, struct leak *leak)
{
  *leak = (struct leak){.identity = items->identity,
                        .kind = items->part.kind,
                        .is_cycle = true,
                        .stacks = memory_zeroed(count, sizeof *leak->stacks),
                        .suppression = items->part.loss->suppression};
  for (size_t i = 0; i < count; i++) {
    const struct leak_part *part = &items[i].part;
    leak->is_cycle &= part->cycle != NULL;
    leak->is_shown |= part->loss->is_shown && (check->show_kinds >> part->kind & 1);
    leak_amounts_add(&leak->amounts, &part->amounts);
    if (part->amounts.blocks > 0)
      doubts_add(&leak->doubts, check, part->loss);
  }
  for (size_t i = 0, end; i < count; i = end) {
    struct leak_amounts sum = {0};
    for (end = i; end < count && items[end].part.stack == items[i].part.stack; end++)
      leak_amounts_add(&sum, &items[end].part.amounts);
    choose_stack(items[i].part.stack, leak_amounts_all_bytes(&sum), leak);
  }
  if (leak->is_cycle)
    qsort(leak->stacks, leak->stack_count, sizeof *leak->stacks, by_name);
  add_records(leak, items, count);
}

static void make_leaks(const struct gathered *gathered, const struct leak_check *check, struct leaks *leaks)
{
  for (size_t i = 0, end; i < gathered->count; i = end) {
    for (end = i + 1; end < gathered->count && by_leak(&gathered->items[i], &gathered->items[end]) == 0;)
      end++;
    make_leak(check, &gathered->items[i], end - i, &leaks->items[leaks->count++]);
  }
}

/* --- order --- */

static int by_weight(const void *a, const void *b)
{
  static const int weights[LEAK_KINDS] = {
    [RECORD_LEAK_REACHABLE] = 0, [RECORD_LEAK_INDIRECT] = 1, [RECORD_LEAK_POSSIBLE] = 2, [RECORD_LEAK_DEFINITE] = 3,
  };
  const struct leak *x = a, *y = b;
  int order = COMPARE(weights[x->kind], weights[y->kind]);
  if (order == 0)
    order = COMPARE(leak_amounts_all_bytes(&x->amounts), leak_amounts_all_bytes(&y->amounts));
  return order ? order : strcmp(y->identity.digits, x->identity.digits);
}

void leaks_find(const struct process *process, const struct leak_check *check, struct leaks *ret)
{
  struct gathered gathered = {.process = process};
  leak_parts_of_check(check, gather, &gathered);
  *ret = (struct leaks){.items = memory_zeroed(gathered.count + 1, sizeof *ret->items)};
  if (gathered.count > 0)
    qsort(gathered.items, gathered.count, sizeof *gathered.items, by_leak_and_stack);
  make_leaks(&gathered, check, ret);
  free(gathered.items);
  qsort(ret->items, ret->count, sizeof *ret->items, by_weight);
}

void leaks_release(struct leaks *leaks)
{
  for (size_t i = 0; i < leaks->count; i++) {
    free(leaks->items[i].records);
    free(leaks->items[i].stacks);
    test_ids_release(&leaks->items[i].tests);
  }
  free(leaks->items);
}
