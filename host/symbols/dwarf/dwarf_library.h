/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The library that reads DWARF, as it is at run time. */
#ifndef SEEP_HOST_SYMBOLS_DWARF_DWARF_LIBRARY_H
#define SEEP_HOST_SYMBOLS_DWARF_DWARF_LIBRARY_H

#include "host/base/error.h"

/* An error when it is older than the one that Seep was compiled with: then it may lack what is relied on. */
struct error *dwarf_library_check(void);

#endif
