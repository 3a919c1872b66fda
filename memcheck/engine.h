/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The instrumenter: VEX's flat code for a block in, the same with definedness and addressability tracked out.
 *
 * It stands on libvex's constructors only and knows neither the core nor the tool's state: all it needs to know is in the
 * policy, so that a test can run instrumented code natively. */
#ifndef SEEP_MEMCHECK_ENGINE_H
#define SEEP_MEMCHECK_ENGINE_H

#include <stdbool.h>
#include <stddef.h>

#include "libvex.h"
#include "libvex_guest_amd64.h"
#include "libvex_ir.h"

/* A function that instrumented code calls, with its name for traces of code. */
struct engine_call {
  const char *name;
  void *function;
};

/* Sizes of accesses: 1, 2, 4, 8, 16 and 32 bytes. */
enum { ENGINE_SIZES = 6 };

/* Places in the shadows of the guest state that belong to no register, as offsets of the guest state: where checks find the
 * address of an access and a tag, and where those of loads leave V bits and tag. */
#define ENGINE_ADDRESS ENGINE_IN_TAGS(guest_FPTAG)
#define ENGINE_TAG ENGINE_IN_TAGS(guest_FPROUND)
#define ENGINE_LOADED_V ((int)(sizeof(VexGuestAMD64State) + offsetof(VexGuestAMD64State, guest_FPTAG)))
#define ENGINE_LOADED_TAG ENGINE_IN_TAGS(guest_EMNOTE)
#define ENGINE_IN_TAGS(field) ((int)(2 * sizeof(VexGuestAMD64State) + offsetof(VexGuestAMD64State, field)))
enum { ENGINE_LOADED_V_BYTES = 32 };

/* What instrumented code calls; checks.h tells what each has to do. Calls that are made for nearly every access, hardly ever
 * taken, have no arguments: the guest state is in %rbp. They may change no register but %rax, %rcx, %rdx, %r11, %xmm0, %xmm1. */
struct engine_calls {
  struct engine_call load[ENGINE_SIZES];  /* at ENGINE_ADDRESS; leaves V bits, a part of those in memory, and tag */
  struct engine_call store[ENGINE_SIZES]; /* at ENGINE_ADDRESS, what ENGINE_TAG says */
  struct engine_call undefined_value[ENGINE_SIZES]; /* what ENGINE_TAG says */
  struct engine_call undefined_condition;           /* the same */
  struct engine_call helper_reads;  /* (state, address, bytes); leaves 8 bytes of V bits, all or none, and tag */
  struct engine_call helper_writes; /* (state, address, bytes, v_bits, tag) */
  struct engine_call forget_redzone; /* (base, bytes) */
};

enum engine_precision {
  ENGINE_CHEAP,   /* exact rules only where they are always worth it */
  ENGINE_AUTO,    /* in blocks that need them: with constants that word-at-a-time code uses */
  ENGINE_EXACT,   /* everywhere */
};

/* With more, VEX may run out of memory, spill slots or room for its output. */
enum { ENGINE_STATEMENTS_MAX = 2200 };

struct engine_policy {
  bool values;                   /* track definedness; else addressability only */
  bool origins;                  /* keep tags */
  enum engine_precision precision;
  struct engine_calls calls;
  int statements_max;            /* give up on blocks that grow beyond; 0: never */
  void (*unknown_operation)(IROp op); /* called when a block has an operation that the table does not know */
};

/* NULL when the block became too large. */
IRSB *engine_instrument(const struct engine_policy *policy, IRSB *block, const VexGuestLayout *layout);

#endif
