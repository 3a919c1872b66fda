/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From 2.16 of gperftools on tcmalloc's start is a loop: it allocates until its allocator, which is replaced, has set
 * itself up. So that is done first, by the one function of it that is not replaced. */
#include "pub_tool_basics.h"
#include "pub_tool_redir.h"

#include "valgrind.h"

extern void *tc_malloc_skip_new_handler(SizeT bytes) __attribute__((weak));

void *VG_WRAP_FUNCTION_ZU(libtcmallocZa, _ZN15MallocExtension8instanceEv)(void);
void *VG_WRAP_FUNCTION_ZU(libtcmallocZa, _ZN15MallocExtension8instanceEv)(void)
{
  static Bool is_set_up;
  OrigFn original;
  Word result;
  VALGRIND_GET_ORIG_FN(original);
  if (!is_set_up && tc_malloc_skip_new_handler) {
    is_set_up = True;
    tc_malloc_skip_new_handler(1);
  }
  CALL_FN_W_v(result, original);
  return (void *)result;
}
