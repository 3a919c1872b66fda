/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A thread's stack and registers. The stack pointers of its frames divide its stack: a word belongs to the frame whose
 * stack pointer is the last one below it. */
#include "heap/names_private.h"

#include <stdio.h>
#include <string.h>

static const struct heap_thread *find_thread(const struct snapshot *snapshot, uint32_t tid)
{
  for (size_t i = 0; i < snapshot->thread_count; i++)
    if (snapshot->threads[i].tid == tid)
      return &snapshot->threads[i];
  return NULL;
}

/* The function that frame number `index` of a thread runs, and not what is inlined there; NULL when it is not known. */
static struct error *frame_function(const struct name_sources *sources, const struct heap_thread *thread, size_t index,
                                    const struct symbols_frame **ret)
{
  struct stack *stack;
  *ret = NULL;
  struct error *error = process_stack(sources->process, thread->stack_id, &stack);
  if (error || !stack || index >= stack->count)
    return error;
  const struct code *code = stack->codes[index];
  if (code->frame_count > 0 && code->frames[code->frame_count - 1].function)
    *ret = &code->frames[code->frame_count - 1];
  return NULL;
}

/* "()" where a function's name has no parameters in it. */
static const char *parentheses(const struct symbols_frame *frame)
{
  return strchr(frame->function, '(') ? "" : "()";
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

static struct error *name_frame(const struct symbols_frame *frame, const struct heap_thread *thread, size_t index,
                                struct root_place *ret)
{
  ret->group.start = thread->sps[index];
  ret->group.bytes = thread->sps[index + 1] - thread->sps[index];
  ret->group.line = frame->line;
  struct error *error = frame->file ? name_format(&ret->group.file, "%s", frame->file) : NULL;
  return error ? error : name_format(&ret->group.name, "frame of %s%s of thread %llu", frame->function,
                                     parentheses(frame), (unsigned long long)thread->tid);
}

struct error *name_stack(const struct name_sources *sources, const struct heap_root *root, struct root_place *ret)
{
  const struct symbols_frame *frame = NULL;
  const struct heap_thread *thread = find_thread(sources->snapshot, root->tid);
  size_t index;
  if (thread && find_frame(thread, root->address, &index)) {
    struct error *error = frame_function(sources, thread, index, &frame);
    if (error)
      return error;
  }
  if (frame)
    return name_frame(frame, thread, index, ret);
  return name_format(&ret->group.name, "stack of thread %u", root->tid);
}

struct error *name_register(const struct name_sources *sources, const struct heap_root *root, struct root_place *ret)
{
  static const char *const registers[] = {
    "rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp",
    "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
  };
  const struct symbols_frame *frame = NULL;
  const struct heap_thread *thread = find_thread(sources->snapshot, root->tid);
  struct error *error = thread ? frame_function(sources, thread, 0, &frame) : NULL;
  if (error)
    return error;
  char number[40];
  snprintf(number, sizeof number, "number %llu", (unsigned long long)root->address);
  bool is_named = root->address < sizeof registers / sizeof *registers;
  const char *name = is_named ? registers[root->address] : number;
  if (!frame)
    return name_format(&ret->group.name, "register %s of thread %u", name, root->tid);
  return name_format(&ret->group.name, "register %s of thread %u, in %s%s", name, root->tid, frame->function,
                     parentheses(frame));
}
