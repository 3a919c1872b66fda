/* SPDX-License-Identifier: GPL-2.0-or-later */
/* "beef" may be the name of a function and the beginning of an identity; each item is tried as both. */
#include "host/model/process/explained_blocks.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/model/process/identify.h"
#include "host/model/process/leak_places.h"

/* What a stack is compared with; identities are made for the first item that can be one. */
struct allocation {
  const struct process *process;
  const struct stack *stack;
  struct leak_place place;
  struct identity identities[LEAK_KINDS];
  bool is_identified;
};

static void is_identity_of(struct allocation *allocation, const char *item, bool *ret)
{
  if (!identity_is_prefix(item))
    return;
  if (!allocation->is_identified)
    identify_blocks(allocation->stack, allocation->process, allocation->identities);
  allocation->is_identified = true;
  for (size_t kind = 0; kind < LEAK_KINDS; kind++)
    *ret |= strncmp(allocation->identities[kind].digits, item, strlen(item)) == 0;
}

static void is_item(struct allocation *allocation, const char *item, bool *ret)
{
  *ret = leak_place_matches(&allocation->place, &allocation->process->settings, item);
  if (!*ret)
    is_identity_of(allocation, item, ret);
}

void followed_is_meant(const struct process *process, const struct stack *stack, const char *list, bool *ret,
                       uint64_t *ret_items)
{
  struct allocation allocation = {.process = process, .stack = stack, .place = leak_place_of_stack(process, stack)};
  char *items = memory_text(list), *rest = items;
  bool is_meant = false;
  uint64_t met = 0;
  unsigned n = 0;
  for (char *item; (item = strsep(&rest, ",")); n++) {
    bool is_this = false;
    is_item(&allocation, item, &is_this);
    is_meant |= is_this;
    if (is_this && n < ASKED_ITEMS_MAX)
      met |= UINT64_C(1) << n;
  }
  free(items);
  *ret = is_meant;
  *ret_items = met;
}
