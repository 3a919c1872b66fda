/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of Valgrind's replacement functions. */
#ifndef SEEP_SYMBOLS_ZENCODE_H
#define SEEP_SYMBOLS_ZENCODE_H

/* The name of the function that `symbol` replaces or wraps: "malloc" for "_vgr10010ZU_libcZdsoZa_malloc". Returns a
 * malloc'ed string; NULL when it is no such name, is badly encoded, or there is no memory. */
char *zencode_decode(const char *symbol);

#endif
