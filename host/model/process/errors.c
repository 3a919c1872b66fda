/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Contexts get their identities and are sorted, so that those of one error are neighbours. */
#include "host/model/process/errors.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/model/process/identify.h"

struct item {
  const struct error_context *context;
  struct identity identity;
  size_t index;
};

bool error_is_found(const struct error_context *context)
{
  return !context->is_ignored && error_own_count(context) > 0;
}

static int by_error(const struct item *x, const struct item *y)
{
  const int order = strcmp(x->identity.digits, y->identity.digits);
  return order ? order : COMPARE((uintptr_t)x->context->suppression, (uintptr_t)y->context->suppression);
}

ORDER(by_error_and_index, struct item, by_error(x, y) ?: UP(index))

static size_t list_contexts(const struct process *process, struct item *items)
{
  size_t count = 0;
  for (size_t i = 0; i < error_table_size(process->errors); i++) {
    const struct error_context *context = error_table_at(process->errors, i);
    if (!error_is_found(context))
      continue;
    items[count] = (struct item){.context = context, .index = i};
    identify_error(context, process, &items[count++].identity);
  }
  return count;
}

void errors_find(const struct process *process, struct errors *ret)
{
  const size_t room = error_table_size(process->errors) + 1;
  struct item *items = memory_zeroed(room, sizeof *items);
  *ret = (struct errors){.items = memory_zeroed(room, sizeof(struct error_context *))};
  const size_t count = list_contexts(process, items);
  qsort(items, count, sizeof *items, by_error_and_index);
  for (size_t i = 0; i < count; i++)
    if (i == 0 || by_error(&items[i - 1], &items[i]) != 0)
      ret->items[ret->count++] = items[i].context;
  free(items);
}

void errors_release(struct errors *errors)
{
  free(errors->items);
}
