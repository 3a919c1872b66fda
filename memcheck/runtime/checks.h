/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What instrumented code calls when its inline test says that something is not simply defined and addressable: the slow
 * paths, which report errors and know about origins.
 *
 * How accesses are made (engine.h has the places): with `ea` the smaller of the address and SHADOW_LIMIT,
 *   load:  v = V bits at ea. When v != 0: checks_load_N(...), v &= ENGINE_LOADED_V, tag = ENGINE_LOADED_TAG.
 *   store: V bits at ea = v. When any A bit at ea is set, or v != 0: checks_store_N(...), before the data is stored. */
#ifndef SEEP_MEMCHECK_RUNTIME_CHECKS_H
#define SEEP_MEMCHECK_RUNTIME_CHECKS_H

#include "memcheck/pure/shadow/origins.h"

#include "pub_tool_basics.h"
#include "libvex_guest_amd64.h"

/* The tag of pointers that are followed (followed_pointers.h). */
enum { CHECKS_FOLLOWED = 2 };

/* Once options are known. */
void checks_begin(void);

/* --ignore-ranges names ranges: they are added to those that are ignored already. */
void checks_note_ranges(void);

/* --- called from instrumented code --- */

/* Leave the V bits of a load of 1 to 32 bytes in ENGINE_LOADED_V, and the origin of undefined ones in
 * ENGINE_LOADED_TAG. Bytes that are not addressable are reported, and count as defined then, so that one mistake is one
 * error; under --partial-loads-ok some are let pass as undefined. What is left is a part of the V bits in memory. */
void checks_load_1(VexGuestAMD64State *state, Addr address);
void checks_load_2(VexGuestAMD64State *state, Addr address);
void checks_load_4(VexGuestAMD64State *state, Addr address);
void checks_load_8(VexGuestAMD64State *state, Addr address);
void checks_load_16(VexGuestAMD64State *state, Addr address);
void checks_load_32(VexGuestAMD64State *state, Addr address);
/* After the V bits of a store were written: report bytes that are not addressable and restore their V bits, note the
 * origin of undefined ones. */
void checks_store_1(VexGuestAMD64State *state, Addr address, ULong tag);
void checks_store_2(VexGuestAMD64State *state, Addr address, ULong tag);
void checks_store_4(VexGuestAMD64State *state, Addr address, ULong tag);
void checks_store_8(VexGuestAMD64State *state, Addr address, ULong tag);
void checks_store_16(VexGuestAMD64State *state, Addr address, ULong tag);
void checks_store_32(VexGuestAMD64State *state, Addr address, ULong tag);

/* Memory that a dirty helper of the core reads or writes, of any size. Reading: reports, and leaves 8 bytes of V bits,
 * 0 when all is defined, else all ones; and the tag. Writing: `v_bits` is 0 or all ones, for every byte. */
void checks_helper_reads(VexGuestAMD64State *state, Addr address, ULong bytes);
void checks_helper_writes(VexGuestAMD64State *state, Addr address, ULong bytes, ULong v_bits, ULong tag);

/* An undefined value is used: as a condition; as an address, a jump's target or an argument that must be defined. */
void checks_undefined_condition(VexGuestAMD64State *state, ULong tag);
void checks_undefined_value(VexGuestAMD64State *state, ULong bytes, ULong tag);

/* The ABI says that [base, base + bytes) below the stack pointer holds nothing any more (at calls and returns). */
void checks_forget_redzone(Addr base, ULong bytes);

/* --- called by the rest of the tool --- */

/* The origin of an undefined byte of memory, made on the spot when it has no tag. 0 without --track-origins. */
origin_tag checks_origin_of_memory(ThreadId tid, Addr address);
/* The same for guest register bytes [offset, offset + bytes) of the guest state. */
origin_tag checks_origin_of_register(ThreadId tid, PtrdiffT offset, SizeT bytes);
/* The guest has carved an undefined block out of memory. On its stack, it is the block's and not the frame's. */
struct block;
void checks_note_carved(ThreadId tid, const struct block *block);
/* Data and V bits of [from, from + bytes) were copied to `to`: origins go along. */
void checks_copy_origins(Addr to, Addr from, SizeT bytes);
/* The same for a mapping that has moved. */
void checks_move_origins(Addr to, Addr from, SizeT bytes);
/* Fill in origin and origin_stack_id; sends the stack. */
struct record_error;
void checks_set_origin(struct record_error *error, origin_tag tag);

/* The first words of [start, end) that begin in none of the ranges; false: there are none, and *ret_end is `end`. */
Bool checks_next_not_ignored(Addr start, Addr end, Addr *ret_start, Addr *ret_end);
/* DISABLE_ADDR_ERROR_REPORTING_IN_RANGE and its opposite, which also undoes --ignore-ranges. False: an empty range. */
Bool checks_disable_address_errors(Addr start, SizeT bytes);
Bool checks_enable_address_errors(Addr start, SizeT bytes);
/* At the end: warn of those that are still there. */
void checks_warn_of_ranges_left(void);

#endif
