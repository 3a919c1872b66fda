/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of this folder share. */
#ifndef SEEP_COREGRIND_GLUE_DIRECT_DIRECT_PRIVATE_H
#define SEEP_COREGRIND_GLUE_DIRECT_DIRECT_PRIVATE_H

#include "coregrind-glue/direct/direct.h"
#include "memcheck/direct/block.h"
#include "memcheck/direct/state.h"

/* --- words.c --- */

extern struct direct_policy direct_policy;
/* These and the processor's registers are all that direct code works with. */
extern struct direct_state direct_state;

/* Where indirect jumps and returns go, by the lowest bits of the guest's address. */
struct direct_way {
  ULong guest, host;
};

enum { DIRECT_TABLE_WAYS = 1 << 16 };
extern struct direct_way direct_table[DIRECT_TABLE_WAYS];

/* --- stack_in_use.c --- */

/* Is the stack as direct code expects it: aligned, without holes for a while above its pointer, nothing addressable below? */
Bool stack_in_use_is_usual(Addr sp);
/* For direct_state: how far its pointer may move. */
void stack_in_use_set_bounds(void);
/* Direct code has moved it. */
void stack_in_use_note(Addr sp);

/* --- guest_view.c --- */

/* What the translator asks about the guest; valid until the next call. */
const struct direct_guest *guest_view(Addr block_start);
/* Where code of that address is, as the core redirects it; 0: it is wrapped, and code has to tell that. */
Addr guest_view_redirected(Addr address);
/* Can it be read as code of a file? */
Bool guest_view_is_code(Addr address);
/* From now on, flags that a function leaves behind are kept. */
void guest_view_keep_flags(void);

/* --- code_blocks.c --- */

/* A block as it is kept. */
struct code_block {
  struct code_block *next; /* for the hash table */
  Addr address;
  UInt guest_bytes;
  Bool needs_flags;
  Addr start, end; /* host code */
  UInt marks;
  Addr *addresses; /* of the guest's instructions */
  Int *pending;    /* as in struct direct_block */
  struct direct_mark *mark;
};

Bool code_blocks_init(void);
/* NULL: there is none, and none can be made. */
const struct code_block *code_blocks_find(Addr address);
/* Makes an exit jump to its target's block. NULL: that has none. */
const struct code_block *code_blocks_link(UInt exit);
Addr code_blocks_target_of(UInt exit);
/* The block with this host code. */
const struct code_block *code_blocks_find_by_host(Addr host);

#endif
