/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Symbols of the files that the dynamic linker has loaded, by their own tables. It is not asked itself where it may be
 * locked, nor for what is not there: of that it keeps a message, in memory that it gets from the program's malloc(). */
#ifndef SEEP_NATIVE_LOADED_SYMBOLS_H
#define SEEP_NATIVE_LOADED_SYMBOLS_H

#include <link.h>
#include <stdbool.h>
#include <stdint.h>

/* What the file defines by that name; NULL: nothing. */
const Elf64_Sym *loaded_symbols_find(const struct link_map *file, const char *name);

/* The same, also old versions of it: the first one (`last` is NULL), or the one after `last`; NULL: there are no more.
 */
const Elf64_Sym *loaded_symbols_next(const struct link_map *file, const char *name, const Elf64_Sym *last);

/* All symbols of a file that GNU's linker made: *ret_count of them, the first `ret_first` of which are not defined. */
const Elf64_Sym *loaded_symbols_all(const struct link_map *file, uint32_t *ret_first, uint32_t *ret_count);

/* A defined one's name. */
const char *loaded_symbols_name(const struct link_map *file, const Elf64_Sym *symbol);

/* Where that is. */
void *loaded_symbols_place(const struct link_map *file, const Elf64_Sym *symbol);

/* The C library; NULL: it is not to be found. */
const struct link_map *loaded_symbols_libc(void);

/* This library itself. */
const struct link_map *loaded_symbols_of_this(void);

#endif
