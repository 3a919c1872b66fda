/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The test's memory, and the shadow of it: where direct code looks for it, and copies to be held against it. */
#ifndef SEEP_TESTS_DIRECT_SHADOWS_H
#define SEEP_TESTS_DIRECT_SHADOWS_H

#include "direct/machine.h"

/* What can be written to. */
struct memory {
  uint8_t data[MACHINE_PAGE], stack[MACHINE_STACK_BYTES];
};

void memory_take(struct memory *ret);
void memory_put(const struct memory *memory);

/* V and A bits of data, alias and stack, and of a margin on either side. Elsewhere nothing is addressable. */
enum { SHADOWS_MARGIN = 512, SHADOWS_BYTES = 2 * MACHINE_PAGE + MACHINE_STACK_BYTES + 6 * SHADOWS_MARGIN };
struct shadows {
  uint8_t v[SHADOWS_BYTES], a[SHADOWS_BYTES / 8];
};

void shadows_init(void);
void shadows_take(struct shadows *ret);
void shadows_put(const struct shadows *shadows);

/* V bits of a byte; and is it addressable? */
uint8_t shadows_v(const struct shadows *shadows, uint64_t address);
bool shadows_a(const struct shadows *shadows, uint64_t address);
/* Bytes that are outside stay as they are. */
void shadows_set_v(struct shadows *shadows, uint64_t address, uint64_t bytes, uint8_t v);
void shadows_set_a(struct shadows *shadows, uint64_t address, uint64_t bytes, bool is_addressable);

/* The first byte whose V bits, or A bit, differ; false: none. */
bool shadows_differ(const struct shadows *a, const struct shadows *b, uint64_t *ret_address);

#endif
