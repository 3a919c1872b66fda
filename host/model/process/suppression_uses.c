/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which suppressions a process has used, and how often. Every process counts for itself, since processes of one tree
 * share the suppressions but not the reports. */
#include "host/base/hash_table.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/model/process/errors.h"
#include "host/model/process/growth.h"
#include "host/model/process/model.h"

#include <stdlib.h>

HASHED(use, struct suppression_use, htab_hash_pointer(x->entry), SAME(entry))

struct htab *suppression_uses_create(void)
{
  return HASH_TABLE(use, 16, free);
}

static void find_use(struct process *process, struct suppression *entry, struct suppression_use **ret)
{
  struct suppression_use key = {.entry = entry};
  void **slot = htab_find_slot(process->uses, &key, INSERT);
  if (!*slot)
    *slot = memory_copy(&key, sizeof key);
  *ret = *slot;
  (*ret)->last_use = ++process->clock;
}

struct error *process_inherit_use(struct process *process, struct suppression *entry, uint64_t count)
{
  struct suppression_use *use;
  find_use(process, entry, &use);
  return add_or_fail(&use->count, count);
}

struct error *process_use_suppression(struct process *process, struct suppression *entry, uint64_t count)
{
  struct error *error = process_inherit_use(process, entry, count);
  if (!error)
    suppressions_count_use(entry, count, 0, 0);
  return error;
}

struct error *process_use_leak_suppression(struct process *process, struct suppression *entry, uint64_t bytes,
                                           uint64_t blocks)
{
  struct suppression_use *use;
  find_use(process, entry, &use);
  struct error *error = NULL;
  if (use->leak_check != process->check.id) {
    use->leak_check = process->check.id;
    use->leak_bytes = use->leak_blocks = 0;
  }
  if ((error = add_or_fail(&use->count, 1)) || (error = add_or_fail(&use->leak_bytes, bytes)) ||
      (error = add_or_fail(&use->leak_blocks, blocks)))
    return error;
  suppressions_count_use(entry, 1, bytes, blocks);
  return NULL;
}

struct gathering {
  const struct suppression_use **uses;
  size_t count;
};

static int gather(void **slot, void *context)
{
  struct gathering *gathering = context;
  gathering->uses[gathering->count++] = *slot;
  return 1;
}

ORDER_POINTERS(last_used_first, struct suppression_use, DOWN(last_use))

void suppression_uses_list(struct htab *uses, const struct suppression_use ***ret, size_t *ret_count)
{
  struct gathering gathering = {memory_zeroed(htab_elements(uses) + 1, sizeof *gathering.uses), 0};
  htab_traverse_noresize(uses, gather, &gathering);
  qsort(gathering.uses, gathering.count, sizeof *gathering.uses, last_used_first);
  *ret = gathering.uses;
  *ret_count = gathering.count;
}

/* --- for limits of entries --- */

/* The use of an entry among `count` that come in the order in which they were first used; added when it is new. */
static struct suppressions_use *find_count(struct suppressions_use *uses, size_t *count, struct suppression *entry)
{
  for (size_t i = *count; i-- > 0;)
    if (uses[i].entry == entry)
      return &uses[i];
  uses[*count] = (struct suppressions_use){.entry = entry};
  return &uses[(*count)++];
}

static void count_errors(const struct process *process, struct suppressions_use *uses, size_t *count)
{
  for (size_t i = 0; i < error_table_size(process->errors); i++) {
    const struct error_context *error = error_table_at(process->errors, i);
    if (error_is_found(error) && error->suppression)
      find_count(uses, count, error->suppression)->findings++;
  }
}

static void count_losses(const struct process *process, struct suppressions_use *uses, size_t *count)
{
  for (size_t i = 0; i < process->check.record_count; i++) {
    const struct loss_record *record = &process->check.records[i];
    if (!record->suppression || record->blocks == 0)
      continue;
    struct suppressions_use *use = find_count(uses, count, record->suppression);
    use->findings++;
    add_saturated(&use->amounts[EXTENSION_MAX_BYTES], record->bytes);
    add_saturated(&use->amounts[EXTENSION_MAX_BLOCKS], record->blocks);
  }
}

static void count_growth(const struct process *process, struct suppressions_use *uses, size_t *count)
{
  for (size_t i = 0; i < process->growth->site_count; i++) {
    const struct growth_site *site = &process->growth->sites[i];
    if (site->suppression)
      find_count(uses, count, site->suppression)->findings++;
  }
}

void process_count_uses(const struct process *process)
{
  const struct suppressions_context *context;
  process_match_context(process, &context);
  struct suppressions_use *uses = memory_zeroed(process_suppressions_size(process) + 1, sizeof *uses);
  size_t count = 0;
  count_errors(process, uses, &count);
  count_losses(process, uses, &count);
  count_growth(process, uses, &count);
  suppressions_count_process(process->suppressions, context, uses, count);
  free(uses);
}
