/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One block of the guest's code and what is made of it.
 *
 * A block begins at one place and runs to an instruction that always jumps, to one that is not copied, or to a limit; branches leave
 * it on the way. */
#ifndef SEEP_MEMCHECK_DIRECT_BLOCK_H
#define SEEP_MEMCHECK_DIRECT_BLOCK_H

#include "memcheck/direct/decode.h"
#include "memcheck/direct/emit.h"

enum { DIRECT_STEPS_MAX = 64, DIRECT_EXITS_MAX = 2 * DIRECT_STEPS_MAX + 2, DIRECT_MARKS_MAX = 6 * DIRECT_STEPS_MAX };

/* What the translator asks about the guest. */
struct direct_guest {
  void *context;
  /* May this instruction be copied into a block? Asked for each, the first included. */
  bool (*may_copy)(void *context, uint64_t address, const uint8_t *code, unsigned bytes);
  /* Is it a request of the preload library? Then what it does is the tool's business, and the block ends. */
  bool (*is_request)(void *context, const uint8_t *code, unsigned bytes);
  /* Reads code; how many bytes of it there are. */
  size_t (*read)(void *context, uint64_t address, uint8_t code[static DIRECT_INSTRUCTION_BYTES_MAX]);
  uint32_t state;  /* where struct direct_state is */
  bool is_stressed;        /* leave for precise code at random */
  bool returns_keep_flags; /* some code reads flags that a function has left */
};

/* A jump out of the block to a constant address. `distance`: of the jump instruction. It leads to a stub at first. */
struct direct_exit {
  uint64_t target;
  uint8_t *distance;
  uint8_t *index;  /* in the stub: 32 bits that name the exit */
  bool is_linked;  /* to the target's code; else it always leaves direct code */
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
  uint8_t *start, *end;            /* host code */
  bool needs_flags;                /* on entry */
  uint64_t returns_to;             /* behind a call: the guest's address, */
  const uint8_t *landing;          /* and the host's; NULL: no call */
  unsigned steps, exits, marks;
  uint64_t addresses[DIRECT_STEPS_MAX]; /* of the guest's instructions */
  int32_t pending[DIRECT_STEPS_MAX];    /* bytes that the stack has given up before it, not yet undefined as far as they are below the red zone */
  struct direct_exit exit[DIRECT_EXITS_MAX];
  struct direct_mark mark[DIRECT_MARKS_MAX];
};

/* Are flags read from that address on before they are written, as far as can be seen? */
bool direct_reads_flags_at(const struct direct_guest *guest, uint64_t address);

/* false: not even the first instruction can be copied, or the code has no room left (`code->is_full`). */
bool direct_translate(const struct direct_guest *guest, uint64_t address, struct direct_code *code, struct direct_block *ret);

#endif
