/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One block of the guest's code and what is made of it.
 *
 * A block begins at one place and runs to an instruction that always jumps, to one that is not copied, or to a limit;
 * branches leave it on the way. */
#ifndef SEEP_MEMCHECK_PURE_DIRECT_BLOCK_H
#define SEEP_MEMCHECK_PURE_DIRECT_BLOCK_H

#include "memcheck/pure/direct/decode.h"
#include "memcheck/pure/direct/emit.h"

enum { DIRECT_STEPS_MAX = 64, DIRECT_EXITS_MAX = 2 * DIRECT_STEPS_MAX + 2, DIRECT_MARKS_MAX = 12 * DIRECT_STEPS_MAX };

#define DIRECT_NO_REQUEST (~0u)

/* Code to be pasted, which works at any place. */
struct direct_snippet {
  const uint8_t *start, *end;
};

/* What the translator asks about the guest. */
struct direct_guest {
  void *context;
  /* May this instruction be copied into a block? Asked for each, the first included. */
  bool (*may_copy)(void *context, uint64_t address, const uint8_t *code, unsigned bytes);
  /* The request of the preload library that it is, or DIRECT_NO_REQUEST. What it does is the tool's business. */
  unsigned (*request_of)(void *context, const uint8_t *code, unsigned bytes);
  /* Reads code; how many bytes of it there are. */
  size_t (*read)(void *context, uint64_t address, uint8_t code[static DIRECT_INSTRUCTION_BYTES_MAX]);
  uint32_t state;  /* where struct direct_state is */
  struct direct_snippet jump; /* to direct_state.target */
  bool is_stressed;        /* leave for precise code at random */
  /* Is this code that the program has made? That may store some whole pages below its stack pointer. */
  bool (*is_made)(void *context, uint64_t address);
  bool watches_tags;       /* no word that has a tag may be overwritten without leaving */
  /* Code counts instead of checking: the word that these instructions increment, seen from where %gs begins. Each is
   * executed if the first one is, unless it faults. NULL: it checks. */
  uint32_t (*counter_of)(void *context, uint64_t address, const uint8_t *bytes, unsigned instructions);
};

/* A jump always leaves direct code; it may be linked to the target's code, behind the test of registers if they are all
 * known; or even behind all checks at that code's start, which the block has made: what follows is a call. */
enum direct_link { DIRECT_LINKS_NOT, DIRECT_LINKS, DIRECT_LINKS_INNER };

/* A jump out of the block to a constant address. `distance`: of the jump instruction. It leads to a stub at first. */
struct direct_exit {
  uint64_t target;
  uint8_t *distance;
  uint8_t *stub;
  uint8_t *name; /* in the stub: 32 bits that the glue sets, and finds in direct_state.exit when the stub is executed */
  uint8_t links;   /* to what, enum direct_link */
  uint32_t known;  /* registers that are defined there, a bit each; 0: it is not known whether anything is */
};

/* Which registers of the guest are borrowed: bit n means that direct_state.borrowed[n] has what it held. */
enum {
  DIRECT_BORROWS_NOTHING = 0,
  DIRECT_BORROWS_RCX = 1,
  DIRECT_BORROWS_RAX = 2,
  DIRECT_BORROWS_RDX = 4,
  DIRECT_BORROWS_RDI = 8,
  DIRECT_BORROWS_XMM15 = 16, /* in direct_state.vector */
};

/* From an offset in the host's code on: which step it belongs to, and what is borrowed. */
struct direct_mark {
  uint16_t host_offset;
  uint8_t step;
  uint8_t borrowed; /* DIRECT_BORROWS_* */
};

struct direct_block {
  uint64_t address;
  uint32_t guest_bytes;
  uint8_t *start, *end;            /* host code, but for the cold part */
  uint32_t tests;                  /* registers, a bit each: it begins with a look at whether they are defined */
  uint8_t *tested;                 /* behind that, */
  uint8_t *inner;                  /* and behind all checks at its start */
  bool needs_flags;                /* on entry */
  bool stores_modes;               /* of SSE: the program may ask what exceptions there were */
  uint64_t returns_to;             /* behind a call: the guest's address, */
  const uint8_t *landing;          /* and the host's; NULL: no call */
  unsigned steps, exits, marks;
  uint64_t addresses[DIRECT_STEPS_MAX]; /* of the guest's instructions */
  int32_t pending[DIRECT_STEPS_MAX];    /* bytes that the stack has given up before it, not yet undefined as far as they
                                           are below the red zone */
  struct direct_exit exit[DIRECT_EXITS_MAX];
  struct direct_mark mark[DIRECT_MARKS_MAX];
};

/* Where an instruction of the host belongs to. */
struct direct_place {
  uint64_t address; /* of the guest's instruction */
  int32_t pending;
  uint8_t borrowed;
};

/* Marks and steps in as few bytes as will do; how many. */
enum { DIRECT_PLACES_BYTES_MAX = 8 * DIRECT_STEPS_MAX + 8 * DIRECT_MARKS_MAX };
unsigned direct_places_pack(const struct direct_block *block, uint8_t packed[static DIRECT_PLACES_BYTES_MAX]);
/* Of the host's instruction at that offset of the block, whose first instruction the guest has at `address`. */
struct direct_place direct_places_find(const uint8_t *packed, uint64_t address, uint32_t host_offset);

/* What is hardly ever executed goes to `cold`. false: not even the first instruction can be copied, or there is no room
 * left (`is_full` of either). */
bool direct_translate(const struct direct_guest *guest, uint64_t address, struct direct_code *code,
                      struct direct_code *cold, struct direct_block *ret);

#endif
