/* SPDX-License-Identifier: GPL-2.0-or-later */
/* realloc() in the guest, in front of the core's own replacement (same tag, higher priority): that one turns realloc(p, 0)
 * into free(p) without a word, so the tool would never learn of it. Everything else goes on to the core's. */
#include "pub_tool_basics.h"
#include "pub_tool_redir.h"

#include "coregrind-glue/preload_requests.h"

#define REALLOC(soname)                                                                                   \
  void *VG_REPLACE_FUNCTION_EZU(10090, soname, realloc)(void *block, SizeT size);                         \
  void *VG_REPLACE_FUNCTION_EZU(10091, soname, realloc)(void *block, SizeT size);                         \
  void *VG_REPLACE_FUNCTION_EZU(10091, soname, realloc)(void *block, SizeT size)                          \
  {                                                                                                       \
    if (size == 0 && block)                                                                               \
      return (void *)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, PRELOAD_REALLOC_ZERO, block, 0, 0, 0, 0);         \
    return VG_REPLACE_FUNCTION_EZU(10090, soname, realloc)(block, size);                                  \
  }

REALLOC(VG_Z_LIBC_SONAME)
REALLOC(SO_SYN_MALLOC)
