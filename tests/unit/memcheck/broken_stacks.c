/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A stack whose hash is another one's. */
#include "unit/memcheck/broken_private.h"

#include "memcheck/pure/stacks/stacks.c"

void broken_stack_is_in_no_bucket(void)
{
  static const uint64_t ips[] = {0x1000, 0x2000};
  struct stacks *stacks = stacks_create();
  const stack_id id = stacks_intern(stacks, ips, 2);
  stack_at(stacks, id)->hash++;
  stacks_retire(stacks, 0x1000, 0x1001, 1);
}
