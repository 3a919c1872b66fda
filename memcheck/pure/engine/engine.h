/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The instrumenter: VEX's flat code for a block in, the same with definedness and addressability tracked out.
 *
 * It stands on libvex's constructors only and knows neither the core nor the tool's state: all it needs to know is in
 * the policy, so that a test can run instrumented code natively. */
#ifndef SEEP_MEMCHECK_PURE_ENGINE_ENGINE_H
#define SEEP_MEMCHECK_PURE_ENGINE_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "libvex.h"
#include "libvex_guest_amd64.h"
#include "libvex_ir.h"

#include "memcheck/pure/engine/failing_instructions.h"

/* A function that instrumented code calls, with its name for traces of code. */
struct engine_call {
  const char *name;
  void *function;
};

/* Sizes of accesses: 1, 2, 4, 8, 16 and 32 bytes. */
enum { ENGINE_SIZES = 6 };

/* Behind the guest state the core keeps two areas of its size. The first has the V bits of each register; the second
 * has tags of origins: 32 bits at the start of each aligned word of eight bytes, which mean something only where that
 * word has V bits set. */
#define ENGINE_V_BITS_OFFSET ((int)sizeof(VexGuestAMD64State))
#define ENGINE_TAGS_OFFSET (2 * ENGINE_V_BITS_OFFSET)
#define ENGINE_IN_TAGS(field) (ENGINE_TAGS_OFFSET + (int)offsetof(VexGuestAMD64State, field))

/* Some of these registers are always defined, so their places there are free: checks find the address of an access and
 * a tag in two, those of loads leave V bits (32 bytes) and their tag in two others. */
#define ENGINE_ADDRESS ENGINE_IN_TAGS(guest_FPTAG)
#define ENGINE_TAG ENGINE_IN_TAGS(guest_FPROUND)
#define ENGINE_LOADED_V (ENGINE_V_BITS_OFFSET + (int)offsetof(VexGuestAMD64State, guest_FPTAG))
#define ENGINE_LOADED_TAG ENGINE_IN_TAGS(guest_EMNOTE)
/* Speculative code has others: which registers have undefined bits (undefined_registers.h), whether precise code of a
 * block runs (so that a fault there is the guest's own), and an eighth of SHADOW_V_OFFSET and of SHADOW_A_OFFSET, as
 * constants of that size are dear and the CPU can multiply an index by eight. */
#define ENGINE_UNDEFINED ENGINE_IN_TAGS(guest_CC_OP)
#define ENGINE_IS_PRECISE ENGINE_IN_TAGS(guest_IDFLAG)
#define ENGINE_V_EIGHTH ENGINE_IN_TAGS(guest_CC_NDEP)
#define ENGINE_A_EIGHTH ENGINE_IN_TAGS(guest_DFLAG)
enum { ENGINE_LOADED_V_BYTES = 32 };

/* What instrumented code calls; checks.h tells what each has to do. Calls that are made for nearly every access, hardly
 * ever taken, have no arguments: the guest state is in %rbp. They may change no register but %rax, %rcx, %rdx, %r11,
 * %xmm0, %xmm1. */
struct engine_calls {
  struct engine_call load[ENGINE_SIZES];  /* at ENGINE_ADDRESS; leaves V bits, a part of those in memory, and tag */
  struct engine_call store[ENGINE_SIZES]; /* at ENGINE_ADDRESS, what ENGINE_TAG says */
  struct engine_call undefined_value[ENGINE_SIZES]; /* what ENGINE_TAG says */
  struct engine_call undefined_condition;           /* the same */
  struct engine_call helper_reads;  /* (state, address, bytes); leaves 8 bytes of V bits, all or none, and tag */
  struct engine_call helper_writes; /* (state, address, bytes, v_bits, tag) */
  struct engine_call forget_redzone; /* (base, bytes) */
  struct engine_call make_defined[ENGINE_SIZES]; /* speculative: before a store at ENGINE_ADDRESS; when that may not be
                                                    made, continues with precise code at the instruction */
  struct engine_call read, written;  /* (address, bytes): every load and store is told; without function: none. Precise
                                        code only */
  struct engine_call stored;         /* (address, bytes): after stores of or over undefined bits, if `follows` */
  struct engine_call stack_moved;    /* speculative: (from, to) */
  struct engine_call stack_set; /* the same, to something that is not made of it: (from, to, how, as in stack_sums.h) */
  struct engine_call recheck_registers; /* in ENGINE_UNDEFINED, those that are set without need are cleared */
};

/* With more, VEX may run out of memory, spill slots or room for its output. */
enum { ENGINE_STATEMENTS_MAX = 2200 };

struct engine_policy {
  bool values;                   /* track definedness; else addressability only */
  bool origins;                  /* keep tags */
  bool exact; /* exact rules of sums, products, orders and the like, which cost more than the cheap ones */
  struct engine_calls calls;
  bool (*leaves_shade)(const void *function); /* does this helper leave V bits and tag of its 64-bit result as a load
                                                 does? NULL: none does */
  bool (*jumps_to_next)(Addr instruction,
                        unsigned bytes); /* may it be a jump or call to the one behind it? NULL: none is */
  bool speculates;               /* there is speculative code as well, so the word of undefined registers is kept */
  struct promotions *promotions; /* with that: counts, and says, where speculation fails; NULL: nobody does */
  const uint64_t *lowest_stack_tag; /* where the lowest address above the stack pointer is that has a tag (checks.h) */
  uint64_t *stack_set_by; /* precise code stores there how the stack pointer is about to be set (stack_sums.h), unless
                             it is moved. NULL: nobody asks */
  bool follows;           /* tell of stores (`calls.stored`), and of undefined values say nothing: what is undefined
                             are the pointers that are followed (memcheck/follow/follow.h) */
  unsigned stress;               /* speculative: make checks fail at random; the seed, 0: not */
  int statements_max;            /* give up on blocks that grow beyond; 0: never */
  void (*unknown_operation)(IROp op); /* called when a block has an operation that the table does not know */
};

/* Precise code. NULL when the block became too large. `at`: when not 0, the block is entered from speculative code, by
 * a jump to this address's alias. */
IRSB *engine_instrument(const struct engine_policy *policy, IRSB *block, const VexGuestLayout *layout, Addr at);

/* The address under which precise code for a guest address is found, when the address itself leads to speculative
 * code. */
#define ENGINE_ALIAS(address) ((Addr)(address) | UINT64_C(1) << 62)
#define ENGINE_IS_ALIAS(address) (((Addr)(address) >> 62) == 1)
#define ENGINE_WITHOUT_ALIAS(address) ((Addr)(address) & ~(UINT64_C(1) << 62))

/* Speculative code: speculate.c. NULL when the block is better run precisely, or became too large (*ret_too_large). */
IRSB *engine_speculate(const struct engine_policy *policy, IRSB *block, const VexGuestLayout *layout,
                       bool *ret_too_large);

/* Is there a load in it whose value nobody uses? VEX drops it, and with it the fault that it may cause. */
bool engine_has_dead_load(const IRSB *block);

#endif
