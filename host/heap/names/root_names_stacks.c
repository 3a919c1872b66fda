/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A thread's stack and registers. The stack pointers of a thread's frames divide its stack: a word belongs to the frame
 * with the last stack pointer at or below it. */
#include "host/heap/names/root_names_private.h"

#include <stdio.h>

#include "host/base/print.h"

static const struct heap_thread *find_thread(const struct snapshot *snapshot, uint32_t tid)
{
  for (size_t i = 0; i < snapshot->thread_count; i++)
    if (snapshot->threads[i].tid == tid)
      return &snapshot->threads[i];
  return NULL;
}

/* A record that was cut off may lack the stack. */
static void stack_of(const struct name_sources *sources, const struct heap_thread *thread, struct stack **ret)
{
  struct stack_table *stacks = sources->process->stacks;
  *ret = stack_table_find(stacks, thread->stack_id);
  stack_table_resolve(stacks, *ret);
}

/* The function that frame number `index` of a thread runs, and not what is inlined there; NULL when it is not known. */
static void frame_function(const struct name_sources *sources, const struct heap_thread *thread, size_t index,
                           const struct frame **ret)
{
  struct stack *stack;
  *ret = NULL;
  stack_of(sources, thread, &stack);
  if (!stack || index >= stack->count)
    return;
  const struct code *code = stack->codes[index];
  if (code->frame_count > 0 && code->frames[code->frame_count - 1].function)
    *ret = &code->frames[code->frame_count - 1];
}

/* The frame that a word of the stack lies in; false when it is not known. What lies below all of them is the innermost
 * function's. */
static bool find_frame(const struct heap_thread *thread, uint64_t address, size_t *ret)
{
  for (size_t i = 1; i < thread->sp_count; i++)
    if (address < thread->sps[i]) {
      *ret = i - 1;
      return true;
    }
  return false;
}

static void name_frame(const struct frame *frame, const struct heap_thread *thread, size_t index,
                       struct root_place *ret)
{
  ret->group.start = thread->sps[index];
  ret->group.bytes = thread->sps[index + 1] - thread->sps[index];
  ret->group.line = frame->line;
  if (frame->file)
    print_new(&ret->group.file, "%s", frame->file);
  print_new(&ret->group.name, "frame of %s%s of thread %llu", frame->function, parentheses(frame->function),
            (unsigned long long)thread->tid);
}

/* The stack pointer after a frame is its canonical frame address. */
static struct symbols_frame_registers frame_registers(const struct heap_thread *thread, size_t index)
{
  return (struct symbols_frame_registers){.frame_address = thread->sps[index + 1], .stack_pointer = thread->sps[index]};
}

/* The variable of a frame that covers a word; NULL: DWARF tells none. The innermost one comes first. */
static void find_local(const struct name_sources *sources, const struct heap_thread *thread, size_t index,
                       uint64_t address, const struct symbols_local **ret, struct root_types *ret_types)
{
  struct stack *stack;
  const struct symbols_local *locals;
  size_t count;
  stack_of(sources, thread, &stack);
  if (!stack || index >= stack->count || !stack->codes[index]->mapping)
    return;
  const struct code *code = stack->codes[index];
  const struct symbols_frame_registers registers = frame_registers(thread, index);
  uint64_t start;
  symbols_locals(sources->process->symbols, &code->mapping->file, code_offset(code), &locals, &count);
  for (size_t i = 0; i < count && !*ret; i++)
    if (symbols_local_start(&locals[i], &registers, &start) && address - start < locals[i].bytes) {
      *ret = &locals[i];
      *ret_types = (struct root_types){ROOT_TYPES_LOCAL, &code->mapping->file, code_offset(code), i};
    }
}

static void name_local(const struct symbols_local *local, const struct frame *frame, const struct heap_thread *thread,
                       size_t index, struct root_place *ret)
{
  const char *function = local->function ? local->function : frame->function;
  const struct symbols_frame_registers registers = frame_registers(thread, index);
  symbols_local_start(local, &registers, &ret->start);
  ret->end = ret->start + local->bytes;
  ret->group.member_at = strlen(local->name);
  struct symbols_variable variable = {.file = local->file, .line = local->line};
  root_place_take_variable(ret, NULL, &variable);
  print_new(&ret->group.name, "%s in %s%s of thread %llu", local->name, function, parentheses(function),
            (unsigned long long)thread->tid);
}

void name_stack_root(const struct name_sources *sources, const struct heap_root *root, struct root_place *ret)
{
  const struct frame *frame = NULL;
  const struct symbols_local *local = NULL;
  const struct heap_thread *thread = find_thread(sources->snapshot, root->tid);
  struct root_types types = {ROOT_TYPES_NONE, NULL, 0, 0};
  size_t index = 0;
  if (thread && find_frame(thread, root->address, &index))
    frame_function(sources, thread, index, &frame);
  if (frame)
    find_local(sources, thread, index, root->address, &local, &types);
  ret->group.types = types;
  if (local) {
    name_local(local, frame, thread, index, ret);
    return;
  }
  if (frame) {
    name_frame(frame, thread, index, ret);
    return;
  }
  print_new(&ret->group.name, "stack of thread %u", root->tid);
}

void name_register_root(const struct name_sources *sources, const struct heap_root *root, struct root_place *ret)
{
  static const char *const registers[] = {
    "rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp",
    "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
  };
  const struct frame *frame = NULL;
  const struct heap_thread *thread = find_thread(sources->snapshot, root->tid);
  if (thread)
    frame_function(sources, thread, 0, &frame);
  char number[40];
  snprintf(number, sizeof number, "number %llu", (unsigned long long)root->address);
  bool is_named = root->address < sizeof registers / sizeof *registers;
  const char *name = is_named ? registers[root->address] : number;
  if (!frame) {
    print_new(&ret->group.name, "register %s of thread %u", name, root->tid);
    return;
  }
  print_new(&ret->group.name, "register %s of thread %u, in %s%s", name, root->tid, frame->function,
            parentheses(frame->function));
}
