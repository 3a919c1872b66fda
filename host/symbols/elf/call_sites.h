/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which code of a module refers to which other code: calls, slots that calls go through, addresses that are taken. */
#ifndef SEEP_HOST_SYMBOLS_ELF_CALL_SITES_H
#define SEEP_HOST_SYMBOLS_ELF_CALL_SITES_H

#include "host/symbols/elf/elf_file.h"

struct call_sites;

/* Read all code of a module once. The file must stay open as long as the result is used. */
struct call_sites *call_sites_create(struct elf_file *file);
void call_sites_destroy(struct call_sites *sites);

/* How many calls of a function there are, without those from itself. A function that other modules can call counts two
 * more, and so does one whose address is taken. */
unsigned call_sites_count(const struct call_sites *sites, uint64_t start, uint64_t end);

/* Where functions jump to a function, as they do that end in a call of it: the address of each jump that stands outside
 * of the function. Returns how many there are in `ret`. */
size_t call_sites_jumps(const struct call_sites *sites, uint64_t start, uint64_t end, uint64_t *ret, size_t capacity);

/* The function that a call reaches whose `target` is a stub of the procedure linkage table or, with `is_slot`, the
 * address of the slot that it goes through. The name is NULL when only the address is known, the address 0 when only
 * the name is. False when `target` is neither. */
bool call_sites_callee(const struct call_sites *sites, uint64_t target, bool is_slot, const char **ret_name,
                       uint64_t *ret_address);

#endif
