/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An instruction to be tried, and states to try it on. */
#ifndef SEEP_TESTS_DIRECT_SUBJECT_H
#define SEEP_TESTS_DIRECT_SUBJECT_H

#include "direct/every_encoding.h"
#include "direct/machine.h"
#include "memcheck/pure/direct/decode.h"

struct subject {
  uint8_t code[ENCODING_BYTES];
  struct direct_instruction is;
  uint16_t undefined; /* flags that it leaves as the manual does not say */
};

enum { SUBJECT_TEXT = 256 };

/* false: capstone is not as needed. */
bool subject_init(void);

/* Of ENCODING_BYTES at `code`, as the guest has them at `address`. false: they are not in the table. */
bool subject_make(struct subject *ret, const uint8_t *code, uint64_t address);

/* Does it go on elsewhere, or may it? */
bool subject_jumps(const struct direct_instruction *is);

/* Bytes and mnemonic. */
void subject_describe(const struct subject *subject, char ret[static SUBJECT_TEXT]);

/* Anything, but for the stack pointer, which is in the middle of the first page of its stack. */
void subject_fill_state(struct machine *ret);

/* Registers that differ, as sets of decode.h. */
uint32_t subject_differing(const struct machine *a, const struct machine *b);

/* Makes the operand's address `target`, that in the segment aside: by its registers, or by the displacement if these
 * cannot. The instruction is at `address`. */
bool subject_aim(struct subject *subject, uint64_t address, uint64_t target, struct machine *machine);

#endif
