/* SPDX-License-Identifier: GPL-2.0-or-later */
/* They are few: lists will do. */
#include "memcheck/pure/follow/count_parts.h"

#include "memcheck/pure/base/env.h"

void *count_parts_room(void *old, size_t count, size_t *capacity, size_t bytes)
{
  if (count < *capacity)
    return old;
  *capacity = 2 * *capacity + 4;
  void *made = env_allocate("counts", *capacity * bytes);
  if (old)
    memcpy(made, old, count * bytes);
  env_free(old);
  return made;
}

void count_parts_add(struct count_parts *parts, uint32_t stack, uint32_t number)
{
  for (size_t i = 0; i < parts->count; i++)
    if (parts->items[i].stack == stack) {
      parts->items[i].number += number;
      return;
    }
  parts->items = count_parts_room(parts->items, parts->count, &parts->capacity, sizeof *parts->items);
  parts->items[parts->count++] = (struct count_part){stack, number};
}

void count_parts_take(struct count_parts *parts, size_t index, uint32_t number)
{
  parts->items[index].number -= number;
  if (parts->items[index].number == 0)
    parts->items[index] = parts->items[--parts->count];
}

uint64_t count_parts_total(const struct count_parts *parts)
{
  uint64_t number = 0;
  for (size_t i = 0; i < parts->count; i++)
    number += parts->items[i].number;
  return number;
}

void count_parts_release(struct count_parts *parts)
{
  env_free(parts->items);
  *parts = (struct count_parts){0};
}

void count_parts_add_all(struct count_parts *parts, const struct count_parts *more)
{
  for (size_t i = 0; i < more->count; i++)
    count_parts_add(parts, more->items[i].stack, more->items[i].number);
}

bool count_parts_are_of_one_key(const struct count_parts *parts, const struct count_stacks *stacks)
{
  for (size_t i = 1; i < parts->count; i++)
    if (stacks->key(parts->items[i].stack) != stacks->key(parts->items[0].stack))
      return false;
  return true;
}
