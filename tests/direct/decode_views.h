/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An instruction as both decoders can tell it, so that they can be compared field by field. */
#ifndef SEEP_TESTS_DIRECT_DECODE_VIEWS_H
#define SEEP_TESTS_DIRECT_DECODE_VIEWS_H

#include <capstone/capstone.h>

#include "memcheck/pure/direct/decode.h"

enum {
  VIEW_LENGTH, VIEW_ENCODING, VIEW_ADDRESS, VIEW_BYTES, VIEW_ACCESS, VIEW_GENERAL_READ, VIEW_GENERAL_WRITTEN,
  VIEW_VECTOR_READ, VIEW_VECTOR_WRITTEN, VIEW_FLAGS_READ, VIEW_FLAGS_WRITTEN, VIEW_TARGET, VIEW_FIELDS
};

extern const char *const view_field_names[VIEW_FIELDS];

/* A value for each field, in words: two for the memory's address. */
struct view {
  uint64_t values[VIEW_FIELDS][2];
};

void view_of_ours(const uint8_t *code, const struct direct_instruction *ours, struct view *ret);
void view_of_capstone(csh capstone, const cs_insn *theirs, struct view *ret);

bool view_agrees(unsigned field, const struct view *ours, const struct view *theirs);
void view_print(unsigned field, const struct view *view, char *ret, size_t size);

/* Is it a difference of known_differences.def? */
bool view_is_known(unsigned field, const char *mnemonic, const struct view *ours, const struct view *theirs);

/* Is it an instruction that capstone should know? */
bool view_is_known_surplus(const uint8_t *code, const struct direct_instruction *ours);

#endif
