/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Symbols of the files that the dynamic linker has loaded, by their own tables. It is not asked itself where it may be
 * locked, nor for what is not there: of that it keeps a message, in memory that it gets from the program's malloc(). */
#ifndef SEEP_NATIVE_LOADED_SYMBOLS_H
#define SEEP_NATIVE_LOADED_SYMBOLS_H

#include <link.h>
#include <stdbool.h>

/* What the file defines by that name; NULL: nothing. */
const Elf64_Sym *loaded_symbols_find(const struct link_map *file, const char *name);

/* Where that is. */
void *loaded_symbols_place(const struct link_map *file, const Elf64_Sym *symbol);

/* Does any file define it, from `first` on in the order of loading? */
bool loaded_symbols_have(const struct link_map *first, const char *name);

/* The C library; NULL: it is not to be found. */
const struct link_map *loaded_symbols_libc(void);

/* This library itself. */
const struct link_map *loaded_symbols_of_this(void);

#endif
