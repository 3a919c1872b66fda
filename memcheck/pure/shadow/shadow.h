/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The shadow: for each byte of the guest one A bit (may it be touched?) and eight V bits (is this bit's value
 * defined?).
 *
 * Both are mapped directly, far above anything the core places: V bits of address a are the byte at a +
 * SHADOW_V_OFFSET, the A bit is bit a % 8 of the byte at a / 8 + SHADOW_A_OFFSET. A set V bit means undefined, a set A
 * bit means not addressable. The offsets are not multiples of the page size, as else a store into the shadow and an
 * unrelated load of the guest would share their low 12 address bits, which the CPU takes for a dependency.
 *
 * Invariant: a byte that is not addressable has all its V bits set. So a load only looks at V bits: zero says both.
 *
 * Shadow pages that are absent (not mapped) stand for all ones. That makes the two common states of large ranges free:
 * not addressable (both planes absent), and fresh undefined memory (V absent, A zero and untouched); memory that is
 * defined from the start needs zero pages, which cost nothing until written. Instrumented code may touch an absent
 * page: the fault handler asks shadow_resolve_fault(), which makes the page present, and the access is repeated. */
#ifndef SEEP_MEMCHECK_PURE_SHADOW_SHADOW_H
#define SEEP_MEMCHECK_PURE_SHADOW_SHADOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The guest lives in [0, SHADOW_LIMIT): it is given no address beyond (coregrind-glue/memory/address_space.c). What
 * instrumented code finds at [SHADOW_LIMIT, SHADOW_LIMIT + 64) is never addressable: it looks there for addresses out
 * of range. Nearly all memory is that which the core places by itself, below SHADOW_NEAR_LIMIT: tables may make a
 * difference between the two.
 *
 *   TiB  0       33 34  38 39 42        63             96        128
 *        | guest  |  | A |  |T |         |      V       |   kernel |
 *
 * T are tables of the tool (coregrind-glue/memory/sparse_pages.h). Above 96 TiB the kernel has its stack and places
 * what it places by itself, from 42 TiB on when stacks are unlimited. */
#define SHADOW_NEAR_LIMIT (UINT64_C(1) << 37)
#define SHADOW_LIMIT (UINT64_C(33) << 40)
#define SHADOW_V_OFFSET UINT64_C(0x3effc0000840)
#define SHADOW_A_OFFSET UINT64_C(0x220000000440)

enum { SHADOW_DEFINED = 0x00, SHADOW_UNDEFINED = 0xff };
enum { SHADOW_GRANULE_BYTES = 8 }; /* of the guest, whose A bits share a byte */

struct shadow;

/* Everything starts as not addressable. There is one shadow per process, as its place is fixed. */
struct shadow *shadow_create(void);
void shadow_destroy(struct shadow *shadow);

/* Set the state of [start, start + bytes). Parts outside [0, SHADOW_LIMIT) are ignored. The cost is that of the pages
 * touched before, not of the range's size. */
void shadow_make_noaccess(struct shadow *shadow, uint64_t start, uint64_t bytes);
void shadow_make_undefined(struct shadow *shadow, uint64_t start, uint64_t bytes);
void shadow_make_defined(struct shadow *shadow, uint64_t start, uint64_t bytes);
/* Not addressable, and not soon to be used again, as it is unmapped: all pages of its shadow are given back. */
void shadow_release(struct shadow *shadow, uint64_t start, uint64_t bytes);
/* Bytes that are addressable become defined, the others stay as they are. */
void shadow_make_defined_if_addressable(struct shadow *shadow, uint64_t start, uint64_t bytes);

/* Give [to, to + bytes) the state of [from, from + bytes), A and V; the ranges may overlap. */
void shadow_copy(struct shadow *shadow, uint64_t to, uint64_t from, uint64_t bytes);
/* The same for memory that moves: [from, from + bytes) is not addressable any more, where the ranges do not overlap.
 * Cheaper than copying when both start alike in their pages. [to + bytes, to + to_bytes) is undefined and will move
 * along next time, or is empty. */
void shadow_move(struct shadow *shadow, uint64_t to, uint64_t to_bytes, uint64_t from, uint64_t bytes);
/* As shadow_copy() for V bits only, of addressable bytes only: what copying data does. Source bytes that are not
 * addressable count as defined. */
void shadow_copy_values(struct shadow *shadow, uint64_t to, uint64_t from, uint64_t bytes);

/* The first byte of the range that is not addressable; false: there is none. Addresses beyond SHADOW_LIMIT are not. */
bool shadow_find_unaddressable(const struct shadow *shadow, uint64_t start, uint64_t bytes, uint64_t *ret_address);
/* The first byte that is not addressable or has undefined bits; *ret_addressable says which of the two. */
bool shadow_find_undefined(const struct shadow *shadow, uint64_t start, uint64_t bytes, uint64_t *ret_address,
                           bool *ret_addressable);
/* The first address in [start, end) at which addressable memory begins, and in *ret_end where it stops or `end`; quick
 * over absent pages. false: there is none. */
bool shadow_next_addressable(const struct shadow *shadow, uint64_t start, uint64_t end, uint64_t *ret_start,
                             uint64_t *ret_end);

/* Where the last addressable byte of [start, end) ends; `start`: there is none. */
uint64_t shadow_last_addressable(const struct shadow *shadow, uint64_t start, uint64_t end);

/* The same for bytes that are not wholly undefined: nothing was stored from there on since all was undefined. */
uint64_t shadow_last_touched(const struct shadow *shadow, uint64_t start, uint64_t end);

/* The first run of aligned 8-byte words in [start, end) that are addressable and wholly defined; start and end are
 * aligned. Quick over absent pages. false: there is none. */
bool shadow_next_defined(const struct shadow *shadow, uint64_t start, uint64_t end, uint64_t *ret_start,
                         uint64_t *ret_end);

/* V bits of one byte, 0xff when it is not addressable; never faults. */
uint8_t shadow_value(const struct shadow *shadow, uint64_t address);
bool shadow_is_addressable(const struct shadow *shadow, uint64_t address);
/* V bits of an addressable byte become `value`; a byte that is not addressable stays as it is. */
void shadow_set_value(struct shadow *shadow, uint64_t address, uint8_t value);

/* The host address of a memory fault: true when it lies in the shadow and the page is now present. */
bool shadow_resolve_fault(struct shadow *shadow, uint64_t host_address);

/* Bytes of shadow that are mapped now, both planes. */
uint64_t shadow_mapped_bytes(const struct shadow *shadow);

/* Does the invariant hold everywhere? Looks at all A bits that are mapped. */
bool shadow_is_valid(const struct shadow *shadow);

/* --- for code that may fault: the tool in a guest's process, not while describing errors --- */

static inline uint8_t *shadow_v_bits(uint64_t address)
{
  return (uint8_t *)(address + SHADOW_V_OFFSET);
}

static inline uint8_t *shadow_a_bits(uint64_t address)
{
  return (uint8_t *)((address >> 3) + SHADOW_A_OFFSET);
}

#endif
