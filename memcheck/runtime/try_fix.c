/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/runtime/try_fix.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/errors/errors.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/pure/blocks/blocks_layout.h"
#include "memcheck/stacks/traces.h"
#include "shared/record/record.h"

/* A block that was freed so, or is about to be. */
struct tried {
  block_id block;
  struct moment moment;
  stack_id stack;
  Bool was_used;
};

static struct moments *moments;
static Bool (*retire_block)(block_id block, stack_id stack);
static struct tried *tried;
static uint32_t tried_count, tried_capacity, settled; /* those before `settled` are freed */

static void note_use(ThreadId tid, const struct record_error *error);

void try_fix_begin(Bool (*retire)(block_id block, stack_id stack))
{
  moments = moments_create();
  retire_block = retire;
  if (!settings.try_fix || !*settings.try_fix)
    return;
  const bool are_moments = moments_want(moments, settings.try_fix);
  ENV_ASSERT(are_moments);
  errors_set_witness(note_use);
}

void try_fix_made(followed_id id, block_id block, ThreadId tid)
{
  moments_made(moments, id, tid);
}

struct moment try_fix_moment(followed_id id)
{
  return moments_of(moments, id);
}

static void add(followed_id id, block_id block, stack_id stack)
{
  if (tried_count == tried_capacity) {
    const uint32_t capacity = 2 * tried_capacity + 64;
    struct tried *larger = env_allocate("tried", capacity * sizeof *larger);
    if (tried)
      memcpy(larger, tried, tried_count * sizeof *larger);
    env_free(tried);
    tried = larger;
    tried_capacity = capacity;
  }
  tried[tried_count++] = (struct tried){.block = block, .moment = moments_of(moments, id), .stack = stack};
}

void try_fix_event(followed_id id, block_id block, stack_id stack)
{
  if (moments_event(moments, id))
    add(id, block, stack);
}

void try_fix_exit(followed_id id, block_id block, stack_id stack)
{
  if (moments_exit(moments, id))
    add(id, block, stack);
}

static void send(const struct tried *one, stack_id alloc_stack)
{
  traces_send(one->stack);
  traces_send(alloc_stack);
  channel_send_tried(&(struct record_tried){
    .thread = one->moment.thread, .number = one->moment.number, .stack_id = one->stack, .alloc_stack_id = alloc_stack});
}

/* Freeing one may be what makes another due. */
void try_fix_settle(void)
{
  while (settled < tried_count) {
    const struct tried one = tried[settled++];
    const stack_id alloc_stack = blocks_entry(guest.blocks, one.block)->alloc_stack_id;
    if (retire_block(one.block, one.stack))
      send(&one, alloc_stack);
    else
      tried[settled - 1].block = 0;
  }
}

/* --- later uses --- */

static struct tried *find_in(uint64_t address, uint64_t bytes)
{
  for (uint32_t i = 0; i < settled; i++) {
    const struct block *block = tried[i].block != 0 ? blocks_entry(guest.blocks, tried[i].block) : NULL;
    if (block && (block_distance(block, address) == 0 || block->start - address < bytes))
      return &tried[i];
  }
  return NULL;
}

/* The first use tells enough. */
static void send_use(ThreadId tid, struct tried *used, uint64_t kind)
{
  if (used->was_used)
    return;
  used->was_used = True;
  const stack_id stack = traces_of_thread(tid);
  traces_send(stack);
  channel_send_tried_use(&(struct record_tried_use){
    .thread = used->moment.thread, .number = used->moment.number, .kind = kind, .tid = tid, .stack_id = stack});
}

static void note_use(ThreadId tid, const struct record_error *error)
{
  const Bool is_access = error->kind == RECORD_ERROR_INVALID_READ || error->kind == RECORD_ERROR_INVALID_WRITE;
  struct tried *used = find_in(error->address, is_access ? error->size : 1);
  if (used)
    send_use(tid, used, error->kind);
}

SizeT try_fix_usable_size(ThreadId tid, Addr start)
{
  struct tried *used = find_in(start, 1);
  if (!used || blocks_entry(guest.blocks, used->block)->start != start)
    return 0;
  send_use(tid, used, RECORD_ERROR_INVALID_READ);
  return blocks_entry(guest.blocks, used->block)->size_bytes;
}
