/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which blocks are behind the loss records of the last leak check. */
#ifndef SEEP_MEMCHECK_LEAK_LEAK_BLOCK_LIST_H
#define SEEP_MEMCHECK_LEAK_LEAK_BLOCK_LIST_H

#include <stdbool.h>
#include <stdint.h>

/* The id of an allocation stack in loss records: cut to --leak-resolution. */
uint32_t leak_block_list_stack_key(uint32_t stack);

/* A check has ended: lists show its blocks from now on. */
void leak_block_list_begin(void);

/* Tell the blocks of some loss records of the last check, and what is lost through them. */
struct leak_block_list_query {
  unsigned first, last; /* numbers of records */
  unsigned blocks_max;  /* 0: all */
  unsigned heuristics;  /* only blocks that were found by these; 0: all */
};
/* False when there is no record with the first number. */
bool leak_block_list_tell(const struct leak_block_list_query *list);

#endif
