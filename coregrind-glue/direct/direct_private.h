/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of this folder share. */
#ifndef SEEP_COREGRIND_GLUE_DIRECT_DIRECT_PRIVATE_H
#define SEEP_COREGRIND_GLUE_DIRECT_DIRECT_PRIVATE_H

#include "coregrind-glue/direct/direct.h"
#include "memcheck/pure/direct/block.h"
#include "memcheck/pure/direct/state.h"

/* --- routines.c: words that direct code works with, and that the rest of this folder reads --- */

extern struct direct_policy direct_policy;

/* The shadow says nothing then. */
static inline Bool direct_counts(void)
{
  return direct_policy.counters != NULL;
}

/* These and the processor's registers are all that direct code works with. */
extern struct direct_state direct_state;

/* Where indirect jumps and returns go, by the lowest bits of `guest`: that is the address a jump leads to. For a return
 * it is the complement of that, as the host's return leads elsewhere: behind the host's call. */
struct direct_way {
  ULong guest, host;
};
#define DIRECT_RETURN_KEY(address) (~(ULong)(address))

enum { DIRECT_TABLE_WAYS = 1 << 16 };
extern struct direct_way direct_table[DIRECT_TABLE_WAYS];

/* --- routine_code.S and routines.c: the ways in and out --- */

/* How direct code was left; routine_code.S goes by the numbers. */
enum direct_way_out { WAY_PRECISE, WAY_PLAIN, WAY_LINK };

/* What direct code visits the tool for, without being left; likewise. */
enum direct_visit { VISIT_REQUEST, VISIT_RETURN, VISIT_JUMP, VISIT_X87, VISIT_PROBE, DIRECT_VISITS };

/* What the routines work with besides. */
struct direct_crossing {
  VexGuestAMD64State *guest;
  Addr host_sp;
  Addr code;        /* where to enter */
  ULong flags;      /* on leaving, the register */
  Addr sp_on_entry;
  /* Where the host goes on, with the guest state in %rbp. */
  Addr (*may_enter)(VexGuestAMD64State *state);
  Addr (*was_left)(VexGuestAMD64State *state, enum direct_way_out way);
  /* Of the guest state general registers and the stack pointer are there, and taken from there afterwards. The host
   * goes on at direct_state.resume. */
  void (*visits[DIRECT_VISITS])(VexGuestAMD64State *state);
  const uint64_t *watched_tags; /* as in struct direct_policy */
};

extern struct direct_crossing direct_crossing;
/* Loads the guest's registers and enters, for `may_enter`; not to be called. */
extern const UChar direct_go_on[];
/* To the host address that lies where the guest's stack pointer is. */
extern const UChar direct_return[];

/* As lahf and seto have them; for direct_state. */
static inline ULong routines_packed_flags(ULong flags)
{
  return (flags & 0xff) << 8 | (flags >> 11 & 1);
}

/* The stack pointer is there now: sets the A bits of what the stack has grown by or given up since `sp_on_entry`, which
 * moves. */
void routines_note_stack(Addr sp);

/* For the translator. */
extern const struct direct_snippet routines_jump;

/* Gives direct_state its first values. `watched_tags`: as in struct direct_policy. */
void routines_begin(const uint64_t *watched_tags);
/* Then: for code that counts. */
void routines_count(void);

/* Where a routine goes on whose instruction at `at` has faulted; 0: it is none that may fault. */
Addr routines_after_fault(Addr at);

/* --- stack_in_use.c --- */

/* Is the stack as direct code expects it: aligned, without holes for a while above its pointer, nothing addressable
 * below? */
Bool stack_in_use_is_usual(Addr sp);
/* For direct_state: how far its pointer may move. */
void stack_in_use_set_bounds(void);
/* Direct code has moved it. */
void stack_in_use_note(Addr sp);
/* A visit: a store far below the stack pointer, which is no error if nothing is addressable there and both are in one
 * mapping; then others there are known to be none, until direct code is left. Else it goes on at
 * direct_state.store_leave. */
void stack_in_use_probe(VexGuestAMD64State *state);

/* --- x87_registers.c --- */

/* A visit: loads them, or goes on at direct_state.store_leave. */
void x87_registers_load(VexGuestAMD64State *state);
/* Direct code is left for VEX's: they are put back, if they are there. */
void x87_registers_put_back(VexGuestAMD64State *state);

/* --- guest_view.c --- */

/* What the translator asks about the guest; valid until the next call. */
const struct direct_guest *guest_view(Addr block_start);
/* Where code counts: the instruction at `from` and the rest of its segment were counted, and will be again by precise
 * code, as far as they are executed. */
struct code_block;
void guest_view_uncount(const struct code_block *block, Addr from);
/* What was read of the guest since then lies in [start, end), and in these regions of it; a block is right as long as
 * none of it changes. */
enum { CODE_REGION_BITS = 12, CODE_REGIONS_MAX = 6 };
struct guest_seen {
  Addr start, end;
  Addr regions[CODE_REGIONS_MAX]; /* as numbers */
  UInt count; /* CODE_REGIONS_MAX + 1: there are more */
};
const struct guest_seen *guest_view_seen(void);
/* Where code of that address is, as the core redirects it; 0: it is wrapped, and code has to tell that. */
Addr guest_view_redirected(Addr address);

/* --- code_space.c --- */

/* Memory for code, in segments. It is written to at one address and executed at another; a place in it is an offset. */
typedef UInt code_offset;

enum { CODE_SEGMENT_BYTES = 1 << 20, CODE_SEGMENTS = 32, CODE_SPACE_BYTES = CODE_SEGMENTS * CODE_SEGMENT_BYTES };
/* What is hardly ever executed lies together, as it would take room in the processor's caches: the rest of each segment
 * from there. */
enum { COLD_PART = CODE_SEGMENT_BYTES / 100 * 40 / 16 * 16 };

/* Empty memory, instead of what there was. False: there is none. */
Bool code_space_get(void);
/* Is there memory, and of this process alone? If it is the parent's, nothing there may be executed or written. */
Bool code_space_is_own(void);
UChar *code_space_at(code_offset offset);
Addr code_space_runs_at(code_offset offset);
code_offset code_space_offset(const UChar *written);
/* False: the address is not in it. */
Bool code_space_find(Addr runs_at, code_offset *ret);

/* --- code_blocks.c --- */

/* A jump out of a block. */
struct code_exit {
  Addr target;          /* of the guest */
  code_offset distance; /* of the jump, which leads to the stub at first; it is the exit's name */
  code_offset stub;
  enum direct_link links;
  UInt known; /* registers that are defined there */
  struct code_exit *next,
    **here; /* jumps to the same block: the next one, and what points to this; NULL: it leads to the stub */
};

/* A block among those that depend on the same region. */
struct code_dependence {
  struct code_dependence *next, **here; /* here: NULL, there is none */
  struct code_block *block;
};

/* A block as it is kept. */
struct code_block {
  struct code_block *next; /* with the same hash of `address` */
  struct code_block *next_call; /* with the same hash of `returns_to` */
  Addr address;            /* by which it is found */
  Addr start;              /* of the guest's instructions: elsewhere if redirected */
  Addr returns_to;         /* behind a call: the guest's address */
  Addr seen_start, seen_end; /* what the block depends on, at most */
  struct code_dependence dependences[CODE_REGIONS_MAX];
  struct code_exit *incoming; /* jumps to it */
  struct code_block *next_dying;
  UInt guest_bytes;
  code_offset code, end;
  UInt tests;              /* registers that the start looks at */
  code_offset tested, inner; /* behind that, and behind all checks at the start */
  code_offset landing;     /* where the host's call returns to; 0: there is no call */
  UShort exits;
  Bool needs_flags;
  Bool is_dying;
  const UChar *places;     /* packed */
  struct code_exit exit[];
};

/* Where a jump leads that may skip so much of the checks at the block's start. */
static inline code_offset code_block_entry(const struct code_block *block, enum direct_link links, UInt known)
{
  if (links == DIRECT_LINKS_INNER)
    return block->inner;
  return (block->tests & ~known) == 0 ? block->tested : block->code;
}

/* --- code_regions.c --- */

/* Remember what code the block was made of, and forget it. */
void code_regions_add(struct code_block *block, const struct guest_seen *seen);
void code_regions_take_out(struct code_block *block);
/* Those that depend on something in [start, end), marked as dying, as a list; NULL: there are none. */
struct code_block *code_regions_in(Addr start, Addr end);

/* --- code_blocks.c --- */

Bool code_blocks_init(void);
/* NULL: there is none, and none can be made. */
struct code_block *code_blocks_find(Addr address);
/* Where the code of that address is executed, and the table has it from now on; 0: there is none. */
Addr code_blocks_find_way(Addr address);
/* Likewise, where the host's call returns to whose guest's returns there; 0: that was none of direct code. */
Addr code_blocks_find_return(Addr address);
/* Where the exit of that name leads. */
Addr code_blocks_target(UInt exit);
/* Makes the exit of that name jump to its target's block. NULL: that has none. */
const struct code_block *code_blocks_link(UInt exit, Addr *ret_target);
/* The block with this host code; NULL: there is none. */
const struct code_block *code_blocks_find_by_host(Addr host);
/* Changes whenever blocks go away. */
UInt code_blocks_losses(void);

#endif
