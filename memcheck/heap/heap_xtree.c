/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is live is added up from the blocks when a tree is asked for, and costs nothing before. What was ever allocated
 * and freed is counted as it happens (block_sites.h), with --xtree-memory=full only. */
#include "memcheck/heap/heap_xtree.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/clock.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/pure/blocks/blocks.h"
#include "memcheck/pure/blocks/block_sites.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"

enum { VALUES = 6, FRAME_STACKS = 1 << 14 /* that one frame holds */ };

/* --- names of files --- */

/* What follows "%q" in a name, up to the brace that ends it; NULL: not the name of a variable that is set. */
static const HChar *end_of_variable(const HChar *text)
{
  const HChar *end = *text == '{' ? VG_(strchr)(text, '}') : NULL;
  if (!end)
    return NULL;
  HChar *name = VG_(strdup)("seep.xtree", text + 1);
  name[end - text - 1] = '\0';
  const bool is_set = VG_(getenv)(name) != NULL;
  VG_(free)(name);
  return is_set ? end : NULL;
}

/* VG_(expand_file_name)() ends the run when it cannot expand a name, so it is given only those that it can. */
static bool can_expand(const HChar *pattern)
{
  const HChar *next = pattern;
  if (*pattern == '\0' || *pattern == '~' || (*pattern != '/' && !VG_(get_startup_wd)()))
    return false;
  while ((next = VG_(strchr)(next, '%'))) {
    const HChar kind = *++next;
    if (kind == 'q')
      next = end_of_variable(next + 1);
    else if (kind != 'p' && kind != 'n' && kind != '%')
      return false;
    if (!next)
      return false;
    next++;
  }
  return true;
}

HChar *heap_xtree_file(const HChar *option, const HChar *pattern)
{
  if (can_expand(pattern))
    return VG_(expand_file_name)(option, pattern);
  VG_(umsg)("%s: no file can have the name '%s': "
            "what may follow a %% is p, n, %% and q{VAR} with a variable that is set\n", option, pattern);
  return NULL;
}

void heap_xtree_file_release(HChar *file)
{
  if (file)
    VG_(free)(file);
}

/* --- frames --- */

/* An XTREE frame that is being filled. */
struct filling {
  struct record_xtree frame;
  uint64_t *ids;            /* FRAME_STACKS of them, and as many of each value */
  uint64_t *values[VALUES];
  size_t count;
};

static size_t bytes_of_lists(void)
{
  return (1 + VALUES) * FRAME_STACKS * sizeof(uint64_t);
}

static void begin_lists(struct filling *filling)
{
  filling->ids = env_map_pages(bytes_of_lists());
  for (unsigned i = 0; i < VALUES; i++)
    filling->values[i] = filling->ids + (1 + i) * FRAME_STACKS;
}

static struct record_numbers list_of_value(const struct filling *filling, unsigned value)
{
  const bool is_told = value < 2 || filling->frame.content == RECORD_XTREE_FULL;
  return (struct record_numbers){filling->values[value], is_told ? filling->count : 0};
}

static void send_frame(struct filling *filling, bool has_more)
{
  struct record_xtree *frame = &filling->frame;
  frame->has_more = has_more;
  frame->stack_ids = (struct record_numbers){filling->ids, filling->count};
  frame->bytes = list_of_value(filling, 0);
  frame->blocks = list_of_value(filling, 1);
  frame->total_bytes = list_of_value(filling, 2);
  frame->total_blocks = list_of_value(filling, 3);
  frame->freed_bytes = list_of_value(filling, 4);
  frame->freed_blocks = list_of_value(filling, 5);
  channel_send_xtree(frame);
  filling->count = 0;
}

static void add_stack(struct filling *filling, stack_id id, const uint64_t values[VALUES])
{
  bool is_empty = true;
  for (unsigned i = 0; i < VALUES; i++)
    is_empty = is_empty && values[i] == 0;
  if (id == 0 || is_empty)
    return;
  if (filling->count == FRAME_STACKS)
    send_frame(filling, true);
  traces_send(id);
  filling->ids[filling->count] = id;
  for (unsigned i = 0; i < VALUES; i++)
    filling->values[i][filling->count] = values[i];
  filling->count++;
}

/* --- what lives --- */

struct live {
  uint64_t bytes, blocks;
};

/* Pool blocks lie in blocks that are counted already. */
static bool is_counted(const struct block *block)
{
  return block->state == BLOCK_LIVE && (block->kind == BLOCK_HEAP || block->kind == BLOCK_CUSTOM);
}

static stack_id limit_of_live(void)
{
  stack_id limit = 1;
  for (block_id id = 1; id < blocks_limit(guest.blocks); id++) {
    const struct block *block = blocks_at(guest.blocks, id);
    if (is_counted(block) && block->alloc_stack_id >= limit)
      limit = block->alloc_stack_id + 1;
  }
  return limit;
}

static void add_live(struct filling *filling)
{
  const stack_id limit = limit_of_live();
  struct live *live = env_map_pages(limit * sizeof *live);
  for (block_id id = 1; id < blocks_limit(guest.blocks); id++) {
    const struct block *block = blocks_at(guest.blocks, id);
    if (!is_counted(block))
      continue;
    live[block->alloc_stack_id].bytes += block->size_bytes;
    live[block->alloc_stack_id].blocks++;
  }
  for (stack_id id = 1; id < limit; id++)
    add_stack(filling, id, (uint64_t[VALUES]){live[id].bytes, live[id].blocks});
  env_unmap_pages(live, limit * sizeof *live);
}

/* --- what ever lived --- */

static void add_all(struct filling *filling)
{
  const struct sites *sites = guest.sites;
  for (stack_id id = 1; id < block_sites_limit(sites); id++) {
    struct site_totals totals;
    const struct site_frees frees = block_sites_frees(sites, id);
    if (!block_sites_totals(sites, id, &totals))
      totals = (struct site_totals){0};
    add_stack(filling, id,
              (uint64_t[VALUES]){totals.live_bytes, totals.live_blocks, totals.total_bytes, totals.total_blocks,
                                 frees.bytes, frees.blocks});
  }
}

static void send_tree(HChar *file, bool by_monitor)
{
  const bool is_full = settings.xtree_memory == XTREE_MEMORY_FULL;
  struct filling filling = {.frame = {.content = is_full ? RECORD_XTREE_FULL : RECORD_XTREE_ALLOCS,
                                      .by_monitor = by_monitor,
                                      .elapsed_ns = clock_elapsed_ns(),
                                      .file = core_string(file)}};
  begin_lists(&filling);
  if (is_full)
    add_all(&filling);
  else
    add_live(&filling);
  send_frame(&filling, false);
  channel_flush();
  env_unmap_pages(filling.ids, bytes_of_lists());
  heap_xtree_file_release(file);
}

void heap_xtree_at_exit(void)
{
  if (settings.xtree_memory == XTREE_MEMORY_NONE)
    return;
  HChar *file = heap_xtree_file("--xtree-memory-file", settings.xtree_memory_file);
  if (file)
    send_tree(file, false);
}

void heap_xtree_by_monitor(const HChar *pattern)
{
  HChar *file = heap_xtree_file("xtmemory", pattern ? pattern : "xtmemory.kcg.%p.%n");
  if (!file)
    return;
  debugger_begin_answer();
  send_tree(file, true);
  debugger_end_answer();
}
