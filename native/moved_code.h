/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The first instructions of a function, moved elsewhere so that others can stand in their place. Only what compilers
 * put at the beginning of functions is understood; a function that begins with anything else is left alone. */
#ifndef SEEP_NATIVE_MOVED_CODE_H
#define SEEP_NATIVE_MOVED_CODE_H

#include <stddef.h>

enum { MOVED_CODE_BYTES = 64 }; /* that a copy takes at most */

/* Copy whole instructions, `least` bytes or more, to `to`, which has MOVED_CODE_BYTES and is less than 2 GiB away; then
 * a jump to what follows them. Returns how many bytes of the function they have; 0: they cannot be moved. */
size_t moved_code_copy(const unsigned char *from, size_t least, unsigned char *to);

#endif
