/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Jumps of two bytes, which only decoding tells from other bytes. */
#ifndef SEEP_HOST_SYMBOLS_ELF_SHORT_JUMPS_H
#define SEEP_HOST_SYMBOLS_ELF_SHORT_JUMPS_H

#include "host/symbols/elf/elf_file.h"

/* How far away from its target one may stand. */
enum { SHORT_JUMP_REACH = 130 };

/* Does the code of a function, from `start` to `end`, have one that leads to `target`? */
bool short_jumps_lead_to(const struct elf_file *file, uint64_t start, uint64_t end, uint64_t target);

#endif
