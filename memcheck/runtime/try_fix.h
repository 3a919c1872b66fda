/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --try-fix: what would come of it if followed blocks were freed where `seep explain` suggests it.
 *
 * At that moment the tool itself marks the block as freed, and keeps it from being used again. No code of the program
 * runs for that, and nothing that it can see changes: what the block holds stays. But each later access to it is an
 * error, which is noted here before all that decides whether it is shown; and the leak check does not find the block,
 * but what only the block has pointed to. */
#ifndef SEEP_MEMCHECK_RUNTIME_TRY_FIX_H
#define SEEP_MEMCHECK_RUNTIME_TRY_FIX_H

#include "memcheck/pure/blocks/blocks.h"
#include "memcheck/pure/follow/moments.h"
#include "memcheck/pure/stacks/stacks.h"

#include "pub_tool_basics.h"

/* Once options are known. `retire`: mark a live block as freed by a call with this stack; false: it is none that the
 * heap has made. */
void try_fix_begin(Bool (*retire)(block_id block, stack_id stack));

/* Of each followed block, whether something is tried or not. */
void try_fix_made(followed_id id, block_id block, ThreadId tid);
/* Events and exits, with their stacks: blocks may be due then. */
void try_fix_event(followed_id id, block_id block, stack_id stack);
void try_fix_exit(followed_id id, block_id block, stack_id stack);

/* Free what is due; where references and exits are consistent. */
void try_fix_settle(void);

/* What the program is told that it may use of the block there, which counts as a use; 0: none was freed so. */
SizeT try_fix_usable_size(ThreadId tid, Addr start);

/* The moment of a block, for the record. */
struct moment try_fix_moment(followed_id id);

#endif
