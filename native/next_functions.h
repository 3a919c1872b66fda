/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions of the program and of its libraries that have the names of ours: what ours call, and whose they are. */
#ifndef SEEP_NATIVE_NEXT_FUNCTIONS_H
#define SEEP_NATIVE_NEXT_FUNCTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* Find them, without a word of the dynamic linker's: this is the first thing that is done. */
void next_functions_begin(void);

/* The function of that name in the libraries behind this one. */
void *next_functions_get(const char *name);

/* From now on it is this one, if it was found at the beginning. */
void next_functions_set(const char *name, void *function);

/* The same, of those that were found at the beginning; NULL: it is not among them. */
void *next_functions_known(const char *name);

/* A function of that name, as the dynamic linker finds it from `where` on (RTLD_DEFAULT, RTLD_NEXT); NULL: none. */
void *next_functions_ask(void *where, const char *name);

/* The first function of that name in the order of loading; NULL: none. At the beginning only. */
void *next_functions_first(const char *name);

/* Is this thread asking the dynamic linker, which may allocate memory? */
bool next_functions_are_asked_for(void);

/* Does the program have a function of that name which comes in front of `ours`? */
bool next_functions_have_own(const char *name, void *ours);

/* Is malloc(), free() or one of their kind the program's own, so that nothing of its heap is seen? */
bool next_functions_have_own_malloc(void);

/* Is a function by which C++ gets or frees memory, or malloc(), another one than the C or C++ library's? */
bool next_functions_have_foreign_new(void);

/* Is that the file of a C++ library? */
bool next_functions_are_cxx_library(const char *path);

/* Is this in the C++ library's own new, of any kind? */
bool next_functions_are_new(uint64_t address);

#endif
