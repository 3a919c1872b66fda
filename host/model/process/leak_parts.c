/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Losses that lie in cycles are the difficult ones: which block of a cycle is definitely lost, and which are
 * indirectly, hangs on their addresses, and leaks must not. */
#include "host/model/process/leak_parts.h"

void leak_amounts_add(struct leak_amounts *sum, const struct leak_amounts *more)
{
  add_saturated(&sum->bytes, more->bytes);
  add_saturated(&sum->blocks, more->blocks);
  add_saturated(&sum->indirect_bytes, more->indirect_bytes);
  add_saturated(&sum->indirect_blocks, more->indirect_blocks);
}

uint64_t leak_amounts_all_bytes(const struct leak_amounts *amounts)
{
  uint64_t bytes = amounts->bytes;
  add_saturated(&bytes, amounts->indirect_bytes);
  return bytes;
}

struct visit {
  leak_part_visitor *function;
  void *context;
};

static void tell(const struct visit *visit, struct leak_part part)
{
  visit->function(visit->context, &part);
}

static void tell_plain(const struct visit *visit, struct leak_part whole, const struct loss_part *part)
{
  whole.of = part;
  whole.amounts = (struct leak_amounts){part->bytes, part->blocks, part->indirect_bytes, part->indirect_blocks};
  if (part->blocks > 0)
    tell(visit, whole);
}

/* It is counted where the block is that is definitely lost. */
static void tell_cycle(const struct visit *visit, struct leak_part whole, const struct loss_part *part)
{
  whole.cycle = part->cycle;
  whole.of = part;
  whole.is_counted = whole.kind == RECORD_LEAK_DEFINITE;
  whole.kind = RECORD_LEAK_DEFINITE;
  whole.amounts = (struct leak_amounts){part->bytes, part->blocks, part->indirect_bytes - part->cycle_bytes,
                                        part->indirect_blocks - part->cycle_blocks};
  tell(visit, whole);
}

/* Had the leader the lower address, all of the cycle would be lost through it. How it was lost is told of the leader
 * alone. */
static void tell_led(const struct visit *visit, struct leak_part whole, const struct loss_part *part)
{
  struct leak_part led = whole;
  led.stack = part->leader;
  led.is_counted = false;
  led.amounts = (struct leak_amounts){.indirect_bytes = part->bytes, .indirect_blocks = part->blocks};
  add_saturated(&led.amounts.indirect_bytes, part->indirect_bytes);
  add_saturated(&led.amounts.indirect_blocks, part->indirect_blocks);
  whole.kind = RECORD_LEAK_INDIRECT;
  whole.amounts = (struct leak_amounts){.bytes = part->bytes, .blocks = part->blocks};
  tell(visit, led);
  tell(visit, whole);
}

static void tell_part(const struct visit *visit, const struct leak_part *whole, const struct loss_part *part)
{
  if (!part->cycle->is_led)
    tell_cycle(visit, *whole, part);
  else if (whole->kind == RECORD_LEAK_DEFINITE && part->leader)
    tell_led(visit, *whole, part);
  else
    tell_plain(visit, *whole, part);
}

/* What is in no cycle. */
static struct loss_part rest_of(const struct loss_record *loss)
{
  struct loss_part rest = {.bytes = loss->bytes, .blocks = loss->blocks, .indirect_bytes = loss->indirect_bytes,
                           .indirect_blocks = loss->indirect_blocks};
  for (size_t i = 0; i < loss->part_count; i++) { /* parts are never more than the whole */
    rest.bytes -= loss->parts[i].bytes;
    rest.blocks -= loss->parts[i].blocks;
    rest.indirect_bytes -= loss->parts[i].indirect_bytes;
    rest.indirect_blocks -= loss->parts[i].indirect_blocks;
  }
  return rest;
}

void leak_parts_of_record(const struct loss_record *loss, leak_part_visitor *visit, void *context)
{
  const struct visit told = {visit, context};
  const struct leak_part whole = {.loss = loss, .kind = loss->kind, .stack = loss->stack, .is_counted = true};
  const struct loss_part rest = rest_of(loss);
  for (size_t i = 0; i < loss->part_count; i++)
    tell_part(&told, &whole, &loss->parts[i]);
  tell_plain(&told, whole, &rest);
}

void leak_parts_of_check(const struct leak_check *check, leak_part_visitor *visit, void *context)
{
  for (size_t i = 0; i < check->record_count; i++)
    leak_parts_of_record(&check->records[i], visit, context);
}
