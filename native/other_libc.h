/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a program opens with dlmopen() has a C library of its own, with a heap of which nothing is seen. */
#ifndef SEEP_NATIVE_OTHER_LIBC_H
#define SEEP_NATIVE_OTHER_LIBC_H

/* The file of such a library, if there has been one so far; NULL: there was none. */
const char *other_libc_path(void);

#endif
