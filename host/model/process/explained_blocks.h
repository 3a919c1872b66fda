/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which blocks are followed to where they are lost. That is decided when a stack allocates for the first time, so by
 * the stack alone. */
#ifndef SEEP_HOST_MODEL_PROCESS_EXPLAINED_BLOCKS_H
#define SEEP_HOST_MODEL_PROCESS_EXPLAINED_BLOCKS_H

#include "host/model/process/model.h"

/* Does `list`, a value of --explain but not `all`, mean blocks that this stack allocates? Its items are places, as
 * leak_place_matches() takes them, and beginnings of identities: of what the blocks would be if they were leaked, in
 * any way but in a cycle of several places, or if they grew. *ret_items: bit n is set if item n means them, of the
 * first ASKED_ITEMS_MAX. */
void followed_is_meant(const struct process *process, const struct stack *stack, const char *list, bool *ret,
                       uint64_t *ret_items);

#endif
