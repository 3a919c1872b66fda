/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An entry of a suppression file that hides a definitely lost block hides what is lost through that block, too: who has
 * freed the one has to free the others. Memcheck's personality knows no such thing. */
#include "host/model/process/suppressed_losses.h"

#include <stdlib.h>

#include "host/base/order.h"
#include "host/model/process/model.h"
#include "host/model/process/suppression_match.h"

void suppressed_losses_find(struct process *process, const struct loss_record *record, struct suppression **ret)
{
  struct suppression_match match;
  suppression_match_loss(record, NULL, &match);
  process_find_suppression(process, &match.finding, ret);
  suppression_match_release(&match);
}

ORDER(by_root, struct loss_item, UP(loss.leader_stack_id))

/* Roots are definitely lost. Each is matched once. A definitely lost block of a cycle may hang from one, too. */
struct error *suppressed_losses_by_root(struct process *process)
{
  struct leak_check *check = &process->check;
  const struct loss_item *previous = NULL;
  struct error *error = NULL;
  if (process->settings.is_memcheck || check->loss_count == 0)
    return NULL;
  qsort(check->losses, check->loss_count, sizeof *check->losses, by_root);
  for (size_t i = 0; !error && i < check->loss_count; i++) {
    struct loss_item *item = &check->losses[i];
    struct loss_record root = {.kind = RECORD_LEAK_DEFINITE};
    if (item->loss.leader_stack_id == 0)
      continue;
    if (previous && by_root(previous, item) == 0)
      item->by_root = previous->by_root;
    else if (!(error = process_stack(process, item->loss.leader_stack_id, &root.stack)))
      suppressed_losses_find(process, &root, &item->by_root);
    previous = item;
  }
  return error;
}
