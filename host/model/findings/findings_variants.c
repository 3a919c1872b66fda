/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The stacks of a finding, each once: two instructions of one line in the same callers are one. */
#include <stdlib.h>
#include <string.h>

#include "host/base/hash_table.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/model/findings/findings_private.h"
#include "host/model/process/identify.h"

struct variant_key {
  const struct found *found;
  struct finding_stack stack;
  size_t index; /* of the found's variants */
};

static hashval_t hash_frame(hashval_t hash, const struct frame *frame)
{
  hash = hash * 31 + htab_hash_pointer(frame->name);
  hash = hash * 31 + htab_hash_pointer(frame->file);
  return hash * 31 + frame->line;
}

static hashval_t hash_key(const void *item)
{
  const struct variant_key *key = item;
  hashval_t hash = htab_hash_pointer(key->found);
  for (size_t i = 0; i < key->stack.count; i++)
    hash = hash_frame(hash, &key->stack.frames[i]);
  return hash;
}

/* Strings are interned. */
static bool are_alike(const struct frame *a, const struct frame *b)
{
  return a->name == b->name && a->function == b->function && a->object == b->object && a->directory == b->directory &&
         a->file == b->file && a->line == b->line && a->is_inlined == b->is_inlined;
}

static int equal_key(const void *a, const void *b)
{
  const struct variant_key *x = a, *y = b;
  if (x->found != y->found || x->stack.count != y->stack.count)
    return 0;
  for (size_t i = 0; i < x->stack.count; i++)
    if (!are_alike(&x->stack.frames[i], &y->stack.frames[i]))
      return 0;
  return 1;
}

htab_t builder_create_variants(void)
{
  return HASH_TABLE(key, 256, free);
}

/* --- adding --- */

static bool is_about_blocks(const struct finding *finding)
{
  return finding_is_leak(finding) || strcmp(finding->kind, GROWTH_KIND_NAME) == 0;
}

static void add_variant(struct findings_builder *builder, struct found *found, const struct variant_key *key,
                        struct finding_stack *ret_stack)
{
  size_t *count = &found->finding.variant_count;
  struct finding_variant made = {0};
  builder_make_room((void **)&found->variants, *count, &found->variant_capacity, sizeof made);
  findings_frames_keep(builder->frames, key->stack.frames, key->stack.count, &made.stack);
  if (made.stack.count > 0)
    made.places = place_find(made.stack.frames, made.stack.count, is_about_blocks(&found->finding), true);
  *ret_stack = made.stack;
  found->variants[(*count)++] = made;
}

void builder_find_variant(struct findings_builder *builder, struct found *found, const struct frame *frames,
                          size_t count, bool *ret_is_new, struct finding_variant **ret)
{
  struct variant_key key = {found, {frames, count}, found->finding.variant_count};
  void **slot = htab_find_slot(builder->variant_keys, &key, INSERT);
  *ret_is_new = !*slot;
  if (!*slot) {
    add_variant(builder, found, &key, &key.stack);
    *slot = memory_copy(&key, sizeof key);
  }
  *ret = &found->variants[((const struct variant_key *)*slot)->index];
}

/* --- the end --- */

static int compare_names(const struct finding_stack *a, const struct finding_stack *b)
{
  for (size_t i = 0; i < a->count && i < b->count; i++) {
    int order = strcmp(a->frames[i].name, b->frames[i].name);
    if (order == 0)
      order = (a->frames[i].line > b->frames[i].line) - (a->frames[i].line < b->frames[i].line);
    if (order != 0)
      return order;
  }
  return (a->count > b->count) - (a->count < b->count);
}

ORDER(by_name, struct finding_variant, compare_names(&x->stack, &y->stack))

static int by_amount(const void *a, const void *b)
{
  const struct finding_variant *x = a, *y = b;
  uint64_t x_bytes = x->bytes, y_bytes = y->bytes;
  add_saturated(&x_bytes, x->indirect_bytes);
  add_saturated(&y_bytes, y->indirect_bytes);
  if (x_bytes != y_bytes)
    return x_bytes < y_bytes ? 1 : -1;
  if (x->count != y->count)
    return x->count < y->count ? 1 : -1;
  return compare_names(&x->stack, &y->stack);
}

/* What is said of an error is said of the stack that was seen first. How much of a cycle came by which stack is
 * chance. */
void builder_finish_variants(struct found *found)
{
  struct finding *finding = &found->finding;
  const size_t kept = is_about_blocks(finding) ? 0 : 1;
  if (finding->variant_count > kept)
    qsort(found->variants + kept, finding->variant_count - kept, sizeof *found->variants,
          finding->is_cycle ? by_name : by_amount);
  const struct finding_variant *first = &found->variants[0];
  const struct finding_stack *stack = &first->stack;
  const size_t place = first->places.place;
  finding->variants = found->variants;
  finding->stack = *stack;
  finding->match_stack = first->match_stack;
  finding->site = first->places.site;
  finding->place = place;
  finding->own = place < stack->count && frame_is_own(&stack->frames[place]) ? place : stack->count;
}
