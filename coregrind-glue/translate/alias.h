/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A guest address has two translations: the speculative one under the address itself, and the precise one under its
 * alias (memcheck/pure/engine/engine.h). To the core an alias is an address like any other, so it chains jumps to it
 * and finds its code. */
#ifndef SEEP_COREGRIND_GLUE_TRANSLATE_ALIAS_H
#define SEEP_COREGRIND_GLUE_TRANSLATE_ALIAS_H

/* Code that has put an alias into the guest's instruction pointer, other than by a jump to a constant, goes on by
 * jumping here, with the guest state in %rbp. */
void alias_find_code(void);
/* Likewise, but by way of the core. */
void alias_return_to_core(void);

#endif
