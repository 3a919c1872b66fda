/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of the instrumenter share; engine.h is for others.
 *
 * Every temporary of the original block has a shade: what is known of its definedness. Shades are known statically
 * where they can be (constants, registers that are always defined, values after a complaint), and no code is made for
 * those. */
#ifndef SEEP_MEMCHECK_PURE_ENGINE_ENGINE_PRIVATE_H
#define SEEP_MEMCHECK_PURE_ENGINE_ENGINE_PRIVATE_H

#include "memcheck/pure/engine/engine.h"
#include "memcheck/pure/engine/stack_sums.h"
#include "memcheck/pure/engine/undefined_registers.h"
#include "memcheck/pure/engine/weave.h"

#include "libvex_guest_amd64.h"

/* An atom with V bits, NULL when wholly defined; and an atom with the origin of its undefined bits, a tag of 32 bits,
 * NULL when there is none or origins are not kept. */
struct shade {
  IRExpr *v_bits, *tag;
};

/* How a temporary is used by the original block. */
enum use { USE_NONE, USE_AS_ADDRESS, USE_AS_VALUE };

/* Where the shadow of an address is looked for: the address itself, as far as it is within SHADOW_LIMIT; and its V
 * bits. */
struct place {
  IRExpr *address, *within, *v_bits;
};

struct engine {
  struct weave weave;
  const struct engine_policy *policy;
  const VexGuestLayout *layout;
  const IRSB *original;
  struct shade *shades; /* by temporary of the original block */
  enum use *uses;       /* the same; NULL: all as values */
  struct stack_sums stack_sums;
  const IRStmt *last_mark; /* of the instruction that is being instrumented; NULL: none yet */
  unsigned complaints; /* in this block */
  struct place last_place;
  IRExpr *undefined; /* the word of undefined_registers.h as it was last put, when there is speculative code as well */
  uint64_t registers_written;  /* since then, in the same bits */
  IRExpr *written[UNDEFINED_REGISTERS_BITS]; /* what V bits these got; NULL: not as one word */
  struct told_store {
    IRExpr *address, *guard;
    int bytes;
  } stores[2];                 /* of this statement, to be told of behind it */
  unsigned store_count;
  bool is_promoted,
    stays_precise; /* the block (failing_instructions.h); it is followed by such a block, as far as one can tell */
};

/* --- engine.c --- */

/* Adds the mark, which becomes *last; that was the one before, NULL: there was none. */
void engine_begin_instruction(const struct engine_policy *policy, struct weave *weave, const VexGuestLayout *layout,
                              IRStmt *mark, const IRStmt **last);

/* --- engine_shades.c: shades of atoms and expressions --- */

/* What is known of a temporary or constant; and what is known of a temporary from now on. */
struct shade engine_shade_of_atom(const struct engine *engine, const IRExpr *atom);
void engine_set_shade(struct engine *engine, IRTemp temporary, struct shade shade);
/* The shade of a flat expression; checks what it loads. `use`: of its result. */
struct shade engine_shade_of(struct engine *engine, IRExpr *expression, enum use use);
/* The origin of something made of both. */
IRExpr *engine_merge_tags(struct engine *engine, struct shade a, struct shade b);
/* V bits as an I64 that is zero exactly when they are. */
IRExpr *engine_fold_v_bits(struct weave *weave, IRExpr *v_bits);
/* Undefined wherever any of the inputs is: collects inputs one by one. An I64 in `v_bits`. */
void engine_collect_shade(struct engine *engine, struct shade *all, struct shade input);
/* A collected shade cast pessimistically to a type. */
struct shade engine_cast_shade(struct engine *engine, IRType type, struct shade all);

/* --- engine_calls.c --- */

/* Call a function that may describe where the program is, if the guard (NULL: always) holds. */
IRDirty *engine_add_call(struct weave *weave, const VexGuestLayout *layout, const struct engine_call *call,
                         IRExpr **arguments, IRExpr *guard);
IRDirty *engine_call(struct engine *engine, const struct engine_call *call, IRExpr **arguments, IRExpr *guard);
/* What a call reads or writes of the guest state. */
void engine_declare_effect(IRDirty *dirty, IREffect effect, int offset, int bytes);
/* Put the tag of a shade where the next check looks for it. */
void engine_put_tag_for_check(struct engine *engine, struct shade shade);
/* One of ENGINE_SIZES. */
const struct engine_call *engine_call_of_size(const struct engine_call calls[], int bytes);
/* Both; NULL stands for true. */
IRExpr *engine_and_guards(struct engine *engine, IRExpr *a, IRExpr *b);
/* NULL for a guard that is constantly true. */
IRExpr *engine_simplify_guard(IRExpr *guard);

/* --- engine_complaints.c, engine_repeated_complaints.c --- */

/* Complain if the atom has undefined bits and the guard (NULL: always) holds; it counts as defined from there on. */
void engine_complain(struct engine *engine, IRExpr *atom, IRExpr *guard);
/* The same for the divisor, if the expression is a division of integers, and as far as it may be zero. */
void engine_complain_about_divisor(struct engine *engine, const IRExpr *expression);
/* When the block is done: drops complaints about what was complained about before. */
void engine_drop_repeated_complaints(const struct engine *engine);
/* Are both the same temporary? The first may be NULL. */
bool engine_is_same_temporary(const IRExpr *a, const IRExpr *b);

/* --- engine_registers.c: shadow registers --- */

/* Reads and writes of guest registers, by their offset or through an index; `guard` (NULL: always) says at run time
 * whether it is written. */
struct shade engine_get_register(struct engine *engine, int offset, IRType type);
void engine_put_register(struct engine *engine, int offset, IRType type, struct shade shade, IRExpr *guard);
struct shade engine_get_indexed_register(struct engine *engine, const IRRegArray *array, IRExpr *index, int bias);
void engine_put_indexed_register(struct engine *engine, const IRPutI *put);
/* Has the register no shadow, as its bits count as defined always? */
bool engine_is_always_defined(const struct engine *engine, int offset, int bytes);

/* --- engine_memory.c: loads and stores --- */

/* Check a load and give its shade; with a guard, it is wholly defined when that does not hold. */
struct shade engine_load(struct engine *engine, IRExpr *address, IRType type, IRExpr *guard);
/* Check a store and write its V bits if the guard holds. */
void engine_store(struct engine *engine, IRExpr *address, IRType type, struct shade shade, IRExpr *guard);
/* The same at an address that need not be an atom of the original block: its definedness is not checked. */
struct shade engine_load_at(struct engine *engine, IRExpr *address, IRType type, IRExpr *guard);
void engine_store_at(struct engine *engine, IRExpr *address, IRType type, struct shade shade, IRExpr *guard);
/* Tell of an access if it is to be told and the guard (NULL: always) holds. */
void engine_tell_access(struct engine *engine, const struct engine_call *call, IRExpr *address, int bytes,
                        IRExpr *guard);
/* The statement stores there if the guard (NULL: always) holds. */
void engine_note_stored(struct engine *engine, IRExpr *address, int bytes, IRExpr *guard);
/* Behind the statement: tell of what it has stored, if it is to be told. */
void engine_tell_stored(struct engine *engine);
/* The A bits of the bytes at `address`, in the low bits of an I64. `place`: the host address of those of its
 * granule. */
IRExpr *engine_load_a_bits(struct weave *weave, IRExpr *address, IRExpr *place, int bytes);
/* A call leaves its results in ENGINE_LOADED_V and ENGINE_LOADED_TAG. */
void engine_declare_loaded(IRDirty *dirty);

/* --- engine_statements.c: the larger statements --- */

/* True: it was added as well. */
bool engine_call_dirty_helper(struct engine *engine, IRDirty *dirty);
void engine_load_guarded(struct engine *engine, IRLoadG *load);
void engine_store_guarded(struct engine *engine, IRStoreG *store);
void engine_access_linked(struct engine *engine, IRStmt *statement);
/* Adds the compare-and-swap itself, too. */
void engine_compare_and_swap(struct engine *engine, IRCAS *cas);

/* --- engine_undefined_registers.c: which registers have undefined bits, for the speculative engine --- */

/* `at` is where speculative code has left, 0: it did not. */
void engine_undefined_begin(struct engine *engine, const IRSB *block, Addr at);
/* [offset, offset + bytes) of the guest state is written, and its V bits are these; NULL: nothing is said of them. */
void engine_undefined_note_write(struct engine *engine, int offset, int bytes, IRExpr *v_bits);
/* Adds the exit, with what has to be right before it. */
void engine_undefined_add_exit(struct engine *engine, IRStmt *exit);
void engine_undefined_end(struct engine *engine);

/* --- engine_uses.c --- */

/* How the block's temporaries are used, by temporary. */
enum use *engine_find_uses(const IRSB *block);

#endif
