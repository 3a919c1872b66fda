/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs one instruction on the processor, with all registers as given, and tells all registers after it. */
#ifndef SEEP_TESTS_DIRECT_MACHINE_H
#define SEEP_TESTS_DIRECT_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Both are so low that an address without registers reaches them. In front of a page of data, and behind it, is
 * nothing; the alias is the same page, to be read only. */
#define MACHINE_DATA UINT64_C(0x10001000)
#define MACHINE_ALIAS UINT64_C(0x10011000)
#define MACHINE_STACK UINT64_C(0x10021000)
enum { MACHINE_PAGE = 4096, VECTOR_BYTES = 32, GENERALS = 16, VECTORS = 16 };

struct machine {
  uint64_t general[GENERALS];
  uint64_t flags;
  uint8_t vectors[VECTORS][VECTOR_BYTES];
};

enum machine_outcome { MACHINE_DONE, MACHINE_FAULT, MACHINE_TRAP, MACHINE_ILLEGAL, MACHINE_ASTRAY };

void machine_init(void);

/* Where an instruction of so many bytes will be run. */
uint64_t machine_code_address(size_t bytes);

/* The instruction may not branch. It is done if exactly so many bytes of it were taken. */
enum machine_outcome machine_run(const uint8_t *code, size_t bytes, const struct machine *before, struct machine *ret);

#endif
