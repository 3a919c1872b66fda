/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pvalloc() in the guest, in front of the core's own replacement (same tag, higher priority): that one ends the program. */
#include "pub_tool_basics.h"
#include "pub_tool_redir.h"

enum { PAGE_BYTES = 4096 };

#define PVALLOC(soname)                                                                        \
  void *VG_REPLACE_FUNCTION_EZU(10110, soname, memalign)(SizeT alignment, SizeT size);         \
  void *VG_REPLACE_FUNCTION_EZU(10191, soname, pvalloc)(SizeT size);                           \
  void *VG_REPLACE_FUNCTION_EZU(10191, soname, pvalloc)(SizeT size)                            \
  {                                                                                            \
    SizeT rounded = (size + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;                         \
    if (rounded < size)                                                                        \
      return NULL;                                                                             \
    return VG_REPLACE_FUNCTION_EZU(10110, soname, memalign)(PAGE_BYTES, rounded);              \
  }

PVALLOC(VG_Z_LIBC_SONAME)
PVALLOC(SO_SYN_MALLOC)
