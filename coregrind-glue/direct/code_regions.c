/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which blocks depend on which memory of the guest, page by page: on all that was read to make them, which is their own
 * instructions and those where they looked for live flags. A block that has looked at more pages than it has room for
 * depends on everything between the first and the last of them. */
#include "coregrind-glue/direct/direct_private.h"

enum { HASH_WAYS = 1 << 14 };

static struct code_dependence *by_region[HASH_WAYS];
static struct code_dependence *on_many;

static struct code_dependence **head_of(Addr region)
{
  return &by_region[(region ^ region >> 14) % HASH_WAYS];
}

static void put(struct code_dependence **head, struct code_dependence *dependence, struct code_block *block)
{
  *dependence = (struct code_dependence){*head, head, block};
  if (*head)
    (*head)->here = &dependence->next;
  *head = dependence;
}

/* A redirected block is also found by its address. */
void code_regions_add(struct code_block *block, const struct guest_seen *seen)
{
  const Bool is_elsewhere = block->address != block->start;
  block->seen_start = seen->start;
  block->seen_end = seen->end;
  for (UInt i = 0; i < CODE_REGIONS_MAX; i++)
    block->dependences[i].here = NULL;
  if (seen->count + is_elsewhere > CODE_REGIONS_MAX) {
    put(&on_many, &block->dependences[0], block);
    return;
  }
  for (UInt i = 0; i < seen->count; i++)
    put(head_of(seen->regions[i]), &block->dependences[i], block);
  if (is_elsewhere)
    put(head_of(block->address >> CODE_REGION_BITS), &block->dependences[seen->count], block);
}

void code_regions_take_out(struct code_block *block)
{
  for (UInt i = 0; i < CODE_REGIONS_MAX; i++) {
    struct code_dependence *const dependence = &block->dependences[i];
    if (!dependence->here)
      continue;
    *dependence->here = dependence->next;
    if (dependence->next)
      dependence->next->here = dependence->here;
    dependence->here = NULL;
  }
}

static Bool depends(const struct code_block *block, Addr start, Addr end)
{
  return (block->seen_start < end && block->seen_end > start) || (block->address >= start && block->address < end);
}

static struct code_block *add_those_of(const struct code_dependence *dependence, Addr start, Addr end,
                                       struct code_block *dying)
{
  for (; dependence; dependence = dependence->next) {
    struct code_block *const block = dependence->block;
    if (block->is_dying || !depends(block, start, end))
      continue;
    block->is_dying = True;
    block->next_dying = dying;
    dying = block;
  }
  return dying;
}

struct code_block *code_regions_in(Addr start, Addr end)
{
  struct code_block *dying = add_those_of(on_many, start, end, NULL);
  const Addr first = start >> CODE_REGION_BITS, last = (end - 1) >> CODE_REGION_BITS;
  for (UInt i = 0; i < HASH_WAYS && i <= last - first; i++) {
    const struct code_dependence *const of_region = last - first < HASH_WAYS ? *head_of(first + i) : by_region[i];
    dying = add_those_of(of_region, start, end, dying);
  }
  return dying;
}
