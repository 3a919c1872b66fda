/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The call stacks of a process and the names in them. Each instruction address is looked up once per mapping, when a
 * stack that holds it is first shown or matched. */
#ifndef SEEP_HOST_MODEL_FRAMES_STACK_TABLE_H
#define SEEP_HOST_MODEL_FRAMES_STACK_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"
#include "shared/record/record.h"
#include "host/model/frames/module_table.h"
#include "host/symbols/symbols.h"

/* An instruction in a mapping. Its frames are set once a stack through it has been resolved: innermost first, at least
 * one, the last one is the function that was not inlined. */
struct code {
  uint64_t ip;
  const struct mapping *mapping; /* NULL: in no file */
  const char *name,
    *function; /* of code that the program made, as told by the compiler and demangled; NULL: not told */
  const struct frame *told;      /* what is known of them from symbols, or the name above; NULL: not asked yet */
  size_t told_count;
  const struct frame *frames;    /* made of that by a frame table */
  size_t frame_count;
  bool is_merged;     /* the frame stands for all inlined calls, or for code that has a name above */
  struct frame alone; /* of code that has a name above */
};

struct stack {
  uint64_t id;
  size_t count;
  bool is_resolved;
  struct code *codes[]; /* innermost first */
};

struct stack_table;
struct frame_table;
struct settings;

/* Without --read-inline-info, every code has one frame: the function that was not inlined, at the line of the
 * instruction. Everything is borrowed. */
void stack_table_create(struct symbols *symbols, struct frame_table *frames, const struct settings *settings,
                        struct stack_table **ret);
void stack_table_destroy(struct stack_table *stacks);

/* Take a frame; its addresses are looked up in the module table as it was in the frame's epoch. */
struct error *stack_table_add(struct stack_table *stacks, const struct module_table *modules,
                              const struct record_stack *frame);

/* Something else is mapped in [start, end): stacks that were taken before get the names of what is there now. */
void stack_table_forget(struct stack_table *stacks, const struct module_table *modules, uint64_t start, uint64_t end);

/* The stack of that id, or NULL. */
struct stack *stack_table_find(const struct stack_table *stacks, uint64_t id);

/* Find the names of all its frames. Does nothing the second time; NULL is no stack and fine. */
void stack_table_resolve(struct stack_table *stacks, struct stack *stack);

/* Find the names of all code in files that will be gone when the run is reported again, so that they get into the cache
 * of names. */
void stack_table_resolve_leaving(struct stack_table *stacks);

/* The settings have changed: names that are shown otherwise are made again. */
void stack_table_rename(struct stack_table *stacks);

/* Frames of the innermost codes of a resolved stack, inlined ones too. */
size_t stack_count_frames(const struct stack *stack, size_t codes);

/* The same one after the other, innermost first; of NULL none. The array is malloc'ed, their texts are not. */
void stack_frames(const struct stack *stack, size_t codes, struct frame **ret, size_t *ret_count);

/* The code that a frame of the stack belongs to. *frame counts all frames of the stack, and becomes the number among
 * those of the code. NULL: the stack has fewer frames. */
const struct code *stack_code_at(const struct stack *stack, size_t *frame);

/* The offset in its file of a code that lies in one. */
uint64_t code_offset(const struct code *code);

#endif
