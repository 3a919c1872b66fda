/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which language's code calls an allocator, as far as its blocks have a layout of their own: Rust's Arc and Rc, objects
 * of CPython. */
#ifndef SEEP_COREGRIND_GLUE_MODULES_LANGUAGE_H
#define SEEP_COREGRIND_GLUE_MODULES_LANGUAGE_H

#include <stdint.h>

#include "memcheck/pure/modules/file_language.h"

/* Whose is the call at `instruction`, an address of a call stack? Rust's if it is made by Rust's code or goes to Rust's
 * allocator, Python's if the interpreter makes it; another's where that cannot be known. Files are read;
 * language_forget() releases what is kept of them. */
enum language language_of_call(uint64_t instruction);
void language_forget(void);

#endif
