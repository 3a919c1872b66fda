/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The first error of its kind, origin and own place leads; those that follow are counted with it. */
#include "host/model/process/error_storms.h"

#include <stddef.h>
#include <libiberty/hashtab.h>
#include <stdlib.h>

#include "host/base/memory.h"
#include "host/model/process/identify.h"

/* The error that stands for those like it. */
struct leader {
  struct own_place place;
  struct error_context *context;
};

static hashval_t leader_hash(const void *item)
{
  const struct leader *leader = item;
  hashval_t hash = iterative_hash(&leader->context->kind, sizeof leader->context->kind, (hashval_t)leader->place.frame);
  hash = iterative_hash(&leader->place.code, sizeof(void *), hash);
  return iterative_hash(&leader->context->origin_stack, sizeof(void *), hash);
}

static int equal_leaders(const void *left_item, const void *right_item)
{
  const struct leader *left = left_item, *right = right_item;
  return left->place.code == right->place.code && left->place.frame == right->place.frame &&
         left->context->kind == right->context->kind && left->context->origin == right->context->origin &&
         left->context->origin_stack == right->context->origin_stack;
}

struct htab *error_storms_create(void)
{
  return htab_create_alloc(16, leader_hash, equal_leaders, free, memory_zeroed, free);
}

/* Errors of system calls' parameters are few, and each tells something else. Whoever asks for suppressions wants one
 * for each error. */
static bool may_be_folded(const struct process *process, const struct error_context *context)
{
  const struct settings *settings = &process->settings;
  return !settings->is_memcheck && settings->gen_suppressions == GEN_SUPPRESSIONS_NO && !context->suppression &&
         context->origin_stack && (context->kind == RECORD_ERROR_CONDITION || context->kind == RECORD_ERROR_VALUE);
}

static void add_leader(void **slot, const struct leader *leader)
{
  struct leader *copy = memory_allocate(sizeof *copy);
  *copy = *leader;
  *slot = copy;
}

void error_storms_fold(struct htab *storms, const struct process *process, struct error_context *context)
{
  struct leader leader = {.context = context};
  if (!may_be_folded(process, context))
    return;
  identify_own_place(context->stack, process, &leader.place);
  if (!leader.place.code)
    return;
  void **slot = htab_find_slot(storms, &leader, INSERT);
  if (!*slot) {
    add_leader(slot, &leader);
    return;
  }
  context->folded_into = ((struct leader *)*slot)->context;
  context->folded_into->folded_contexts++;
  add_saturated(&context->folded_into->folded_count, context->count);
}
