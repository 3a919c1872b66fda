/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two hash tables: stacks by id, and codes by mapping and address, which all stacks share. */
#include "host/model/frames/stack_table.h"

#include <stdlib.h>

#include "host/base/hash_table.h"
#include "host/base/memory.h"
#include "host/model/frames/frame_table.h"

enum { LEAVING_SEEN = 64 };

enum { CALLS_MAX = 1 << 12 }; /* eight times what --num-callers allows */

struct stack_table {
  struct symbols *symbols;
  struct frame_table *frames;
  const struct settings *settings;
  htab_t by_id; /* struct stack */
  htab_t codes; /* struct code */
};

static const struct frame nameless;

static hashval_t hash_number(uint64_t number)
{
  return (hashval_t)((number * 0x9e3779b97f4a7c15u) >> 32);
}

HASHED(stack, struct stack, hash_number(x->id), SAME(id))

HASHED(code, struct code, hash_number(x->ip ^ (uintptr_t)x->mapping << 20 ^ (uintptr_t)x->name << 8),
       SAME(ip) && SAME(mapping) && SAME(name))

void stack_table_create(struct symbols *symbols, struct frame_table *frames, const struct settings *settings,
                        struct stack_table **ret)
{
  struct stack_table *stacks = memory_zeroed(1, sizeof *stacks);
  stacks->symbols = symbols;
  stacks->frames = frames;
  stacks->settings = settings;
  stacks->by_id = HASH_TABLE(stack, 64, free);
  stacks->codes = HASH_TABLE(code, 256, free);
  *ret = stacks;
}

void stack_table_destroy(struct stack_table *stacks)
{
  if (!stacks)
    return;
  hash_table_delete(stacks->by_id);
  hash_table_delete(stacks->codes);
  free(stacks);
}

/* `modules` tells names of code that was made, as they are now. */
static void intern_code(struct stack_table *stacks, const struct module_table *modules, uint64_t ip,
                        const struct mapping *mapping, struct code **ret)
{
  struct code key = {.ip = ip, .mapping = mapping};
  if (mapping && mapping->maker)
    key.name = module_table_name_at(modules, ip, &key.function);
  void **slot = htab_find_slot(stacks->codes, &key, INSERT);
  if (!*slot)
    *slot = memory_copy(&key, sizeof key);
  *ret = *slot;
}

struct error *stack_table_add(struct stack_table *stacks, const struct module_table *modules,
                              const struct record_stack *frame)
{
  if (frame->id == 0 || frame->ips.count == 0)
    return error_format("a stack without %s", frame->id == 0 ? "an id" : "frames");
  if (frame->ips.count > CALLS_MAX)
    return error_format("a stack of %zu calls is beyond all bounds", frame->ips.count);
  if (stack_table_find(stacks, frame->id))
    return error_format("stack %llu was sent already", (unsigned long long)frame->id);
  struct stack *stack = memory_zeroed(1, sizeof *stack + frame->ips.count * sizeof stack->codes[0]);
  stack->id = frame->id;
  stack->count = frame->ips.count;
  for (size_t i = 0; i < stack->count; i++) {
    uint64_t ip = frame->ips.items[i];
    intern_code(stacks, modules, ip, module_table_find(modules, frame->epoch, ip), &stack->codes[i]);
  }
  *htab_find_slot(stacks->by_id, stack, INSERT) = stack;
  return NULL;
}

struct stack *stack_table_find(const struct stack_table *stacks, uint64_t id)
{
  return htab_find(stacks->by_id, &(struct stack){.id = id});
}

static void ask_symbols(struct stack_table *stacks, struct code *code)
{
  code->told = &nameless;
  code->told_count = 1;
  if (!code->mapping)
    return;
  if (!code->name) {
    symbols_resolve(stacks->symbols, &code->mapping->file, code_offset(code), &code->told, &code->told_count);
    return;
  }
  code->alone = (struct frame){.function_linkage = code->name, .function = code->function};
  code->told = &code->alone;
}

static void resolve_code(struct stack_table *stacks, struct code *code)
{
  if (code->frames)
    return;
  ask_symbols(stacks, code);
  frame_table_complete(stacks->frames, stacks->settings, code);
}

void stack_table_resolve(struct stack_table *stacks, struct stack *stack)
{
  if (!stack || stack->is_resolved)
    return;
  for (size_t i = 0; i < stack->count; i++)
    resolve_code(stacks, stack->codes[i]);
  stack->is_resolved = true;
}

static int rename_code(void **slot, void *context)
{
  struct code *code = *slot;
  struct stack_table *stacks = context;
  if (code->frames)
    frame_table_complete(stacks->frames, stacks->settings, code);
  return 1;
}

void stack_table_rename(struct stack_table *stacks)
{
  htab_traverse(stacks->codes, rename_code, stacks);
}

/* Arguments of stack_table_forget() for each stack. */
struct forgetting {
  struct stack_table *stacks;
  const struct module_table *modules;
  uint64_t start, end;
};

static void look_up_codes_again(const struct forgetting *forgetting, struct stack *stack)
{
  bool was_resolved = stack->is_resolved;
  for (size_t i = 0; i < stack->count; i++) {
    uint64_t ip = stack->codes[i]->ip;
    if (ip < forgetting->start || ip >= forgetting->end)
      continue;
    const struct mapping *now = module_table_find(forgetting->modules, module_table_epoch(forgetting->modules), ip);
    intern_code(forgetting->stacks, forgetting->modules, ip, now, &stack->codes[i]);
    stack->is_resolved = false;
  }
  if (was_resolved)
    stack_table_resolve(forgetting->stacks, stack);
}

static int look_up_stack_again(void **slot, void *context)
{
  look_up_codes_again(context, *slot);
  return 1;
}

void stack_table_forget(struct stack_table *stacks, const struct module_table *modules, uint64_t start, uint64_t end)
{
  struct forgetting forgetting = {.stacks = stacks, .modules = modules, .start = start, .end = end};
  htab_traverse(stacks->by_id, look_up_stack_again, &forgetting);
}

/* Arguments of stack_table_resolve_leaving() for each code. */
struct leaving {
  struct stack_table *stacks;
  struct {
    const struct mapping *mapping;
    bool is_leaving;
  } seen[LEAVING_SEEN]; /* a cache, by the mapping's address */
};

/* Once for each mapping that is leaving its layout is read, too, for which module maps ask later. */
static bool is_leaving(struct leaving *leaving, const struct mapping *mapping)
{
  size_t place = (uintptr_t)mapping / sizeof *mapping % LEAVING_SEEN;
  struct symbols *symbols = leaving->stacks->symbols;
  struct symbols_layout layout;
  if (leaving->seen[place].mapping != mapping) {
    leaving->seen[place].mapping = mapping;
    leaving->seen[place].is_leaving = symbols_must_resolve_now(symbols, &mapping->file);
    if (leaving->seen[place].is_leaving)
      symbols_layout(symbols, &mapping->file, mapping->file_offset, &layout);
  }
  return leaving->seen[place].is_leaving;
}

/* Its names, and whether its function is a wrapper (host/model/frames/place.h). */
static void resolve_with_calls(struct stack_table *stacks, struct code *code)
{
  struct symbols_call call;
  if (!code->frames)
    resolve_code(stacks, code);
  symbols_call(stacks->symbols, &code->mapping->file, code_offset(code), 0, &call);
}

static int resolve_if_leaving(void **slot, void *context)
{
  struct code *code = *slot;
  struct leaving *leaving = context;
  if (code->mapping && is_leaving(leaving, code->mapping))
    resolve_with_calls(leaving->stacks, code);
  return 1;
}

void stack_table_resolve_leaving(struct stack_table *stacks)
{
  struct leaving leaving = {.stacks = stacks};
  htab_traverse(stacks->codes, resolve_if_leaving, &leaving);
}

size_t stack_count_frames(const struct stack *stack, size_t codes)
{
  size_t count = 0;
  for (size_t i = 0; i < codes; i++)
    count += stack->codes[i]->frame_count;
  return count;
}

void stack_frames(const struct stack *stack, size_t codes, struct frame **ret, size_t *ret_count)
{
  const size_t count = stack ? stack_count_frames(stack, codes) : 0;
  struct frame *next = *ret = memory_allocate((count + 1) * sizeof *next);
  for (size_t i = 0; i < codes && stack; i++)
    for (size_t j = 0; j < stack->codes[i]->frame_count; j++)
      *next++ = stack->codes[i]->frames[j];
  *ret_count = count;
}

const struct code *stack_code_at(const struct stack *stack, size_t *frame)
{
  for (size_t i = 0; i < stack->count; *frame -= stack->codes[i++]->frame_count)
    if (*frame < stack->codes[i]->frame_count)
      return stack->codes[i];
  return NULL;
}

uint64_t code_offset(const struct code *code)
{
  return code->mapping->file_offset + (code->ip - code->mapping->start);
}
