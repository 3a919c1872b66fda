/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of functions as rustc gives them. */
#ifndef SEEP_MEMCHECK_PURE_MODULES_RUST_NAMES_H
#define SEEP_MEMCHECK_PURE_MODULES_RUST_NAMES_H

#include <stdbool.h>

/* Is it a mangled name of rustc's, of the scheme of now ("_RNv...") or the one before ("_ZN...17h<16 digits>E"), or one
 * of those by which its code calls the allocator? */
bool rust_names_is(const char *name);

#endif
