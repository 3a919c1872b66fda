/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs one instruction on the processor, or some, with all registers as given, and tells all registers after each. */
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
/* Code, and the same page again where 32 bits do not reach. */
#define MACHINE_CODE UINT64_C(0x20000000)
#define MACHINE_FAR_CODE UINT64_C(0x5a1200000000)
enum { MACHINE_PAGE = 4096, MACHINE_STACK_BYTES = 4 * MACHINE_PAGE, VECTOR_BYTES = 32, GENERALS = 16, VECTORS = 16 };

struct machine {
  uint64_t general[GENERALS];
  uint64_t flags;
  uint8_t vectors[VECTORS][VECTOR_BYTES];
};

enum machine_outcome { MACHINE_DONE, MACHINE_FAULT, MACHINE_TRAP, MACHINE_ILLEGAL, MACHINE_ASTRAY };

/* Of SSE, at the beginning. */
enum { MACHINE_MODES = 0x1f80 };

/* An instruction, and what it finds. */
struct machine_place {
  uint64_t address;
  struct machine state;
};

void machine_init(void);

/* So many bytes of code there are from that address on; 0: it is in none of the two. */
size_t machine_code_left(uint64_t address);

/* Where an instruction of so many bytes will be run. */
uint64_t machine_code_address(size_t bytes);

/* The instruction may not branch. It is done if exactly so many bytes of it were taken. */
enum machine_outcome machine_run(const uint8_t *code, size_t bytes, const struct machine *before, struct machine *ret);

/* Runs from places[0] on, with %fs beginning at `fs_base`, until an instruction faults or so many are done; tells
 * how many are. places[i] becomes what the i-th finds. */
unsigned machine_walk(struct machine_place *places, unsigned steps_max, uint64_t fs_base);

/* Who is asked first about faults outside of these. */
void machine_set_handler(bool (*handler)(int signal, void *context));
void machine_set_segment(uint64_t fs_base);
/* The program's own, which C code may need. */
void machine_reset_segment(void);

#endif
