/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The version of a library whose file name does not tell, by the versions of the symbols it defines. */
#ifndef SEEP_HOST_SYMBOLS_LIBRARY_VERSION_H
#define SEEP_HOST_SYMBOLS_LIBRARY_VERSION_H

#include "host/symbols/symbols.h"

/* "2.36" for glibc, whose newest symbol version is GLIBC_2.36 (prefix "GLIBC_"); malloc'ed. NULL: the file is not
 * there, or is another one than the module says, or defines no such version. */
char *library_version(const struct symbols_module *module, const char *prefix);

#endif
