/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which code of a module refers to which other code: calls, slots that calls go through, addresses that are taken. */
#ifndef SEEP_SYMBOLS_ELF_CALL_SITES_H
#define SEEP_SYMBOLS_ELF_CALL_SITES_H

#include "symbols/elf/elf_file.h"

struct call_sites;

/* Read all code of a module once. The file must stay open as long as the result is used. NULL without memory. */
struct call_sites *call_sites_create(struct elf_file *file);
void call_sites_destroy(struct call_sites *sites);

/* How many calls of a function there are, those from itself aside. One that other modules can call counts for two more,
 * and so does one whose address is taken. */
unsigned call_sites_count(const struct call_sites *sites, uint64_t start, uint64_t end);

/* What a call of `target` ends up in when that is a stub of the procedure linkage table, or with `is_slot`, when it
 * goes through the slot at that address. The name is NULL where only an address is known, and the address 0 where only
 * the name is. False when it is neither. */
bool call_sites_callee(const struct call_sites *sites, uint64_t target, bool is_slot, const char **ret_name,
                       uint64_t *ret_address);

#endif
