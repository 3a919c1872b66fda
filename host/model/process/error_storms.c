/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The first error of its kind, origin and own place leads; those that follow are counted with it. */
#include "host/model/process/error_storms.h"

#include <stddef.h>
#include <stdlib.h>

#include "host/base/hash_table.h"
#include "host/base/memory.h"
#include "host/model/process/identify.h"

/* The error that stands for those like it. */
struct leader {
  struct own_place place;
  struct error_context *context;
};

HASHED(leader, struct leader,
       HASH(context->origin_stack, HASH(place.code, HASH(context->kind, (hashval_t)x->place.frame))),
       SAME(place.code) && SAME(place.frame) && SAME(context->kind) && SAME(context->origin) &&
         SAME(context->origin_stack))

struct htab *error_storms_create(void)
{
  return HASH_TABLE(leader, 16, free);
}

/* Errors of system calls' parameters are few, and each tells something else. Whoever asks for suppressions wants one
 * for each error. */
static bool may_be_folded(const struct process *process, const struct error_context *context)
{
  const struct settings *settings = &process->settings;
  return !settings->is_memcheck && settings->gen_suppressions == GEN_SUPPRESSIONS_NO && !context->suppression &&
         context->origin_stack && (context->kind == RECORD_ERROR_CONDITION || context->kind == RECORD_ERROR_VALUE);
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
    *slot = memory_copy(&leader, sizeof leader);
    return;
  }
  context->folded_into = ((struct leader *)*slot)->context;
  context->folded_into->folded_contexts++;
  add_saturated(&context->folded_into->folded_count, context->count);
}
