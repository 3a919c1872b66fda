/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/leak/lost_counts.h"

#include "coregrind-glue/core.h"
#include "memcheck/runtime/follow_counts.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_options.h"

enum { ROWS_MAX = 2 * BALANCE_ROWS };

static uint64_t mixed(uint64_t value)
{
  value *= UINT64_C(0x9e3779b97f4a7c15);
  return value ^ value >> 29;
}

/* The order of what is left does not matter. */
uint64_t lost_counts_key(followed_id id)
{
  struct count_facts facts;
  if (!follow_counts_tell(id, &facts))
    return 0;
  uint64_t key =
    mixed(facts.offset ^ facts.value << 16 ^ (uint64_t)facts.is_understood << 62 ^ (uint64_t)facts.is_paired << 63);
  for (size_t i = 0; i < facts.left.count; i++)
    key += mixed(facts.left.items[i].stack ^ (uint64_t)facts.left.items[i].number << 32);
  count_facts_release(&facts);
  return key != 0 ? key : 1;
}

/* The lists of a frame, in step. */
struct rows {
  uint64_t stacks[ROWS_MAX], taken[ROWS_MAX], given[ROWS_MAX], left[ROWS_MAX];
  size_t count;
};

/* Of a stack that is deeper than others in the report, so many frames. */
static stack_id shown(stack_id stack)
{
  size_t count;
  if (stack == 0)
    return 0;
  const uint64_t *ips = traces_get(stack, &count);
  const size_t most = (size_t)VG_(clo_backtrace_size);
  const stack_id made = count > most ? traces_intern(ips, most) : stack;
  traces_send(made);
  return made;
}

static void add_row(struct rows *rows, const struct count_row *row, uint64_t left)
{
  const stack_id stack = shown(row->stack);
  size_t i = 0;
  while (i < rows->count && rows->stacks[i] != stack)
    i++;
  if (i == ROWS_MAX)
    return;
  if (i == rows->count) {
    rows->stacks[i] = stack;
    rows->taken[i] = rows->given[i] = rows->left[i] = 0;
    rows->count++;
  }
  rows->taken[i] += row->taken;
  rows->given[i] += row->given;
  rows->left[i] += left;
}

static void take_rows(const struct count_facts *facts, struct rows *rows)
{
  for (size_t i = 0; facts->balance && i < facts->balance->row_count; i++)
    add_row(rows, &facts->balance->rows[i], 0);
  for (size_t i = 0; i < facts->left.count; i++)
    add_row(rows, &(struct count_row){.stack = facts->left.items[i].stack}, facts->left.items[i].number);
}

void lost_counts_send(uint64_t check_id, uint64_t lost_id, followed_id id)
{
  static struct rows rows;
  uint64_t givers[COUNTS_SIBLINGS_TOLD], blocks[COUNTS_SIBLINGS_TOLD];
  struct count_facts facts;
  if (!follow_counts_tell(id, &facts))
    return;
  rows.count = 0;
  take_rows(&facts, &rows);
  for (size_t i = 0; i < facts.given_count; i++) {
    givers[i] = shown(facts.given[i].stack);
    blocks[i] = facts.given[i].number;
  }
  channel_send_lost_count(&(struct record_lost_count){
    .check_id = check_id,
    .lost_id = lost_id,
    .offset = facts.offset,
    .bytes = facts.bytes,
    .value = facts.value,
    .is_understood = facts.is_understood,
    .is_paired = facts.is_paired,
    .stack_ids = {rows.stacks, rows.count},
    .taken = {rows.taken, rows.count},
    .given = {rows.given, rows.count},
    .left = {rows.left, rows.count},
    .taken_elsewhere = facts.balance ? facts.balance->taken_elsewhere : 0,
    .given_elsewhere = facts.balance ? facts.balance->given_elsewhere : 0,
    .giver_stack_ids = {givers, facts.given_count},
    .giver_blocks = {blocks, facts.given_count},
  });
  count_facts_release(&facts);
}
