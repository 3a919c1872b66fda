/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of functions in Valgrind's and our preload libraries, which carry what they stand in for. */
#ifndef SEEP_HOST_BASE_ZENCODE_H
#define SEEP_HOST_BASE_ZENCODE_H

#include <stdbool.h>

/* Does `symbol` replace or wrap a function? */
bool zencode_is_replacement(const char *symbol);

/* The name of that function: "malloc" for "_vgr10010ZU_libcZdsoZa_malloc". Malloc'ed; NULL when there is none. */
char *zencode_decode(const char *symbol);

#endif
