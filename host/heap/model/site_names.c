/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A site is called by its place, as in all reports.
 *
 * Its type is that of a pointer into which the block's address is stored, as far as DWARF tells (symbols_targets()):
 * first in the frame that calls the allocator; then, as long as that is a wrapper, which returns a pointer to void and
 * has "alloc" in its name, in its caller. A type is believed only when blocks have its size, or a multiple of it.
 * Contradictory evidence counts for nothing. */
#include "host/heap/model/site_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/model/frames/frame_names.h"
#include "host/model/process/leak_places.h"

/* "cache.c:40", or the file of the module where no source is known; malloc'ed. */
static char *place_words(const struct code *code, const struct frame *frame)
{
  char *place;
  if (frame->file) {
    place = print_text("%s:%u", frame->file, frame->line);
    return place;
  }
  const char *path = code->mapping ? code->mapping->file.path : NULL, *slash = path ? strrchr(path, '/') : NULL;
  if (!path) {
    place = print_text("at 0x%llx", (unsigned long long)code->ip);
    return place;
  }
  place = print_text("in %s", slash && slash[1] ? slash + 1 : path);
  return place;
}

char *site_name(const struct process *process, const struct stack *stack)
{
  struct leak_place site = leak_place_of_stack(process, stack);
  char *name;
  if (!site.code)
    return memory_text("unknown site");
  const struct frame *frame = &site.code->frames[site.frame];
  char *place = place_words(site.code, frame);
  const bool is_known = frame->function || frame->function_linkage;
  const char *function = is_known ? frame_names_qualified(&process->settings, site.code, site.frame) : "???";
  name = print_text("%s (%s)", function, place);
  free(place);
  return name;
}

enum { WRAPPERS_MAX = 4 };

/* Does a block of so many bytes hold one or more of it? What a function returns is often only the head of something
 * larger, so that it must fit exactly, unless the function hands out arrays, as C++'s allocators do. */
static bool target_fits(const struct symbols_target *target, uint64_t bytes)
{
  if (!target->type || target->bytes == 0 || bytes == 0)
    return false;
  if (target->bytes == bytes)
    return target->evidence != SYMBOLS_RETURNED || target->is_structure;
  bool hands_out_arrays = target->evidence != SYMBOLS_RETURNED ||
                          (target->function && strcmp(target->function, "allocate") == 0);
  return hands_out_arrays && bytes % target->bytes == 0;
}

/* The one type that evidence of a kind agrees on; NULL: there is none. */
static const struct symbols_target *find_agreed_target(const struct symbols_target *targets, size_t count,
                                                       enum symbols_evidence evidence, uint64_t bytes)
{
  const struct symbols_target *found = NULL;
  for (size_t i = 0; i < count; i++) {
    if (targets[i].evidence != evidence || !target_fits(&targets[i], bytes))
      continue;
    if (found && strcmp(found->type, targets[i].type) != 0)
      return NULL;
    found = &targets[i];
  }
  return found;
}

static bool is_wrapper(const struct symbols_target *targets, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (targets[i].evidence == SYMBOLS_RETURNED && !targets[i].type && targets[i].function &&
        strcasestr(targets[i].function, "alloc"))
      return true;
  return false;
}

static void targets_of(struct process *process, const struct code *code, const struct symbols_target **ret,
                       size_t *ret_count)
{
  *ret_count = 0;
  if (!code->mapping)
    return;
  symbols_targets(process->symbols, &code->mapping->file, code_offset(code), ret, ret_count);
}

/* "struct node", "struct node[12]" */
static char *type_words(const struct symbols_target *target, uint64_t bytes)
{
  const uint64_t count = bytes / target->bytes;
  return count == 1 ? memory_text(target->type) : print_text("%s[%llu]", target->type, (unsigned long long)count);
}

/* The code that calls the allocator: the first one that is not wholly an allocator's; stack->count: none. */
static size_t first_caller(const struct stack *stack)
{
  for (size_t i = 0; i < stack->count; i++)
    for (size_t j = 0; j < stack->codes[i]->frame_count; j++)
      if (stack->codes[i]->frames[j].role != FRAME_ALLOCATOR)
        return i;
  return stack->count;
}

char *site_type(struct process *process, const struct stack *stack, uint64_t bytes)
{
  const struct symbols_target *targets = NULL;
  size_t count = 0, first = first_caller(stack);
  if (first == 0) /* not the return address of a call */
    return NULL;
  for (size_t i = first; i < stack->count && i - first <= WRAPPERS_MAX; i++) {
    targets_of(process, stack->codes[i], &targets, &count);
    for (int evidence = 0; evidence < SYMBOLS_EVIDENCES; evidence++) {
      const struct symbols_target *target = find_agreed_target(targets, count, (enum symbols_evidence)evidence, bytes);
      if (target)
        return type_words(target, bytes);
    }
    if (!is_wrapper(targets, count))
      return NULL;
  }
  return NULL;
}
