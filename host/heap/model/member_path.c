/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A declared type is believed only as long as the heap does not contradict it: a block must have room for exactly one
 * or for whole elements, its pointers must stand where the type has pointers, and what else is known of the block's
 * type must agree. Where anything is in doubt the walk ends, and offsets are shown from there on: no name is better
 * than a wrong one. */
#include "host/heap/model/member_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/heap/model/type_paths.h"

enum { EXPRESSION_BYTES = 200, EDGES_MAX = 256 };

struct walk {
  const struct heap *heap;
  struct type_list types;
  uint32_t type;               /* that the next block's pointer is declared to point at; SYMBOLS_NO_TYPE: not known */
  char expression[EXPRESSION_BYTES];
  size_t bytes;                /* of the expression; EXPRESSION_BYTES: it is no more */
  struct elements {            /* as which the block is seen that was entered last */
    uint64_t bytes_each, elements;
  } view;
};

static void extend_expression(struct walk *walk, const char *text)
{
  const size_t size = strlen(text);
  if (walk->bytes + size >= EXPRESSION_BYTES) {
    walk->bytes = EXPRESSION_BYTES;
    return;
  }
  memcpy(walk->expression + walk->bytes, text, size + 1);
  walk->bytes += size;
}

/* The variable's own name, with that of its library. */
static void begin_expression(struct walk *walk, const struct root_group *group)
{
  static const char thread_local[] = "thread-local ";
  const char *end = group->name + group->member_at, *start = strstr(group->name, thread_local);
  start = start && start < end ? start + sizeof thread_local - 1 : group->name;
  char *name = memory_text_begin(start, (size_t)(end - start));
  extend_expression(walk, name);
  free(name);
}

/* --- does a type fit? --- */

/* Is it the same name, but for "[]" or "[12]" after it? */
static bool is_type_of_site(const char *site_type, const char *name)
{
  const size_t size = strlen(name);
  return strncmp(site_type, name, size) == 0 && (site_type[size] == '\0' || site_type[size] == '[');
}

static bool edges_fit(const struct walk *walk, uint32_t block, uint64_t bytes_each)
{
  const struct snapshot *snapshot = walk->heap->snapshot;
  const uint64_t first = snapshot->edge_starts[block], end = snapshot->edge_starts[block + 1];
  for (uint64_t i = first; i < end && i - first < EDGES_MAX; i++)
    if (!type_may_point(walk->types, walk->type, snapshot->edges[i].offset % bytes_each))
      return false;
  return true;
}

/* Several elements, rather than a larger structure that begins with one? */
static bool is_array(const struct walk *walk, const char *site_type, const char *name)
{
  if (walk->types.items[walk->type].kind == SYMBOLS_TYPE_POINTER)
    return true;
  if (site_type)
    return name && is_type_of_site(site_type, name);
  return !type_may_be_embedded(walk->types, walk->type);
}

static bool fits(const struct walk *walk, uint32_t block, uint64_t into, struct elements *ret)
{
  const struct heap *heap = walk->heap;
  const struct symbols_type *type = walk->type < walk->types.count ? &walk->types.items[walk->type] : NULL;
  const uint64_t bytes = heap->snapshot->blocks[block].bytes;
  if (!type || type->bytes == 0 || bytes < type->bytes || into % type->bytes != 0)
    return false;
  if (bytes > type->bytes && type_is_open(walk->types, walk->type)) {
    *ret = (struct elements){bytes, 1};
    return into == 0;
  }
  *ret = (struct elements){type->bytes, bytes / type->bytes};
  if (bytes % type->bytes != 0 || !edges_fit(walk, block, type->bytes))
    return false;
  return ret->elements == 1 || is_array(walk, heap->sites[heap->site_of[block]].type, type->name);
}

/* --- steps --- */

static void copy(const char *text, char **ret)
{
  *ret = memory_text(text);
}

/* From where a pointer stands to what it points at. */
static void follow(struct walk *walk, uint32_t pointer)
{
  const bool is_pointer = pointer != SYMBOLS_NO_TYPE && walk->types.items[pointer].kind == SYMBOLS_TYPE_POINTER;
  walk->type = is_pointer ? walk->types.items[pointer].of : SYMBOLS_NO_TYPE;
}

static void enter_root(struct walk *walk, const struct graph_step *step, struct member_step *ret)
{
  const struct root_names *names = walk->heap->names;
  const struct root_group *group = &names->groups[step->node - 1];
  char text[TYPE_PATH_BYTES];
  const uint64_t offset = root_names_offset(names, walk->heap->snapshot, (uint32_t)step->offset);
  root_group_types(names, group, &walk->types.items, &walk->types.count);
  if (walk->types.count == 0)
    return;
  const uint32_t pointer = type_path(walk->types, 0, offset, text);
  if (pointer == SYMBOLS_NO_TYPE)
    return;
  follow(walk, pointer);
  begin_expression(walk, group);
  extend_expression(walk, text);
  copy(text, &ret->member);
}

static void name_block_type(const struct walk *walk, const struct elements *view, struct member_step *ret)
{
  const struct symbols_type *type = &walk->types.items[walk->type];
  const bool is_one = view->elements == 1;
  if (!type->name || (type->kind != SYMBOLS_TYPE_STRUCTURE && type->kind != SYMBOLS_TYPE_UNION))
    return;
  ret->type = is_one ? memory_text(type->name) : print_text("%s[%llu]", type->name, (unsigned long long)view->elements);
}

/* The member of the block at that offset: "->next", or "[3].next" in an array. */
static void name_member(struct walk *walk, const struct elements *view, const struct graph_step *step, uint64_t into,
                        struct member_step *ret)
{
  char text[TYPE_PATH_BYTES], whole[TYPE_PATH_BYTES + 32];
  const uint32_t pointer = type_path(walk->types, walk->type, step->offset % view->bytes_each, text);
  const bool is_member = view->elements == 1 && text[0] == '.';
  if (pointer == SYMBOLS_NO_TYPE || step->offset / view->bytes_each >= view->elements) {
    walk->type = SYMBOLS_NO_TYPE;
    return;
  }
  if (is_member)
    snprintf(whole, sizeof whole, "->%s", text + 1);
  else
    snprintf(whole, sizeof whole, "[%llu]%s", (unsigned long long)(step->offset / view->bytes_each), text);
  follow(walk, pointer);
  if (into > 0)
    walk->bytes = EXPRESSION_BYTES;
  extend_expression(walk, whole);
  copy(whole, &ret->member);
}

static void enter_block(struct walk *walk, const struct graph_step *step, uint64_t into, bool is_last,
                        struct member_step *ret)
{
  struct elements *const view = &walk->view;
  if (!fits(walk, step->node - walk->heap->graph->first_block, into, view)) {
    walk->type = SYMBOLS_NO_TYPE;
    if (!is_last)
      walk->bytes = EXPRESSION_BYTES;
    return;
  }
  name_block_type(walk, view, ret);
  if (!is_last)
    name_member(walk, view, step, into, ret);
}

static void enter_steps(struct walk *walk, const struct graph_step *steps, size_t count, struct member_step *ret)
{
  if (count < 2 || steps[0].node >= walk->heap->graph->first_block)
    return;
  enter_root(walk, &steps[0], &ret[0]);
  size_t i = 1;
  for (; i < count && walk->type != SYMBOLS_NO_TYPE; i++)
    enter_block(walk, &steps[i], steps[i - 1].into, i + 1 == count, &ret[i]);
  if (i < count)
    walk->type = SYMBOLS_NO_TYPE;
}

/* Is there a member for each step but the last? */
static bool is_known_to_end(const struct member_step *steps, size_t count)
{
  for (size_t i = 0; i + 1 < count; i++)
    if (!steps[i].member)
      return false;
  return count > 1;
}

void member_path_find(const struct heap *heap, const struct graph_step *steps, size_t count, struct member_path *ret)
{
  struct walk walk = {.heap = heap, .type = SYMBOLS_NO_TYPE};
  *ret = (struct member_path){.steps = memory_zeroed(count + 1, sizeof *ret->steps)};
  enter_steps(&walk, steps, count, ret->steps);
  if (walk.bytes < EXPRESSION_BYTES && is_known_to_end(ret->steps, count))
    copy(walk.expression, &ret->expression);
  ret->types = walk.types;
  ret->type = count > 1 ? walk.type : SYMBOLS_NO_TYPE;
  ret->bytes_each = walk.view.bytes_each;
  ret->elements = walk.view.elements;
}

void member_path_deinit(struct member_path *path, size_t count)
{
  for (size_t i = 0; path->steps && i < count; i++) {
    free(path->steps[i].member);
    free(path->steps[i].type);
  }
  free(path->steps);
  free(path->expression);
  *path = (struct member_path){0};
}
