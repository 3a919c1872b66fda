/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the ABI lets a function use below its stack pointer. Files that stand on the core know it as
 * VG_STACK_REDZONE_SZB. */
#ifndef SEEP_MEMCHECK_PURE_BASE_REDZONE_H
#define SEEP_MEMCHECK_PURE_BASE_REDZONE_H

enum { REDZONE_BYTES = 128 };

#endif
