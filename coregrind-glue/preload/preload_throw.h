/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What operator new does when there is no memory. C code cannot throw, and the core's replacements end the program
 * instead; but libstdc++ has a function that throws, which is called if the library was loaded with the program. */
#ifndef SEEP_COREGRIND_GLUE_PRELOAD_PRELOAD_THROW_H
#define SEEP_COREGRIND_GLUE_PRELOAD_PRELOAD_THROW_H

#include "pub_tool_vkiscnums.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/preload/preload_skip.h"

typedef void new_handler(void);
/* Of libstdc++: std::get_new_handler() and std::__throw_bad_alloc(); NULL: it is not loaded. */
extern new_handler *_ZSt15get_new_handlerv(void) __attribute__((weak));
extern void _ZSt17__throw_bad_allocv(void) __attribute__((weak));

/* Returns when the program's handler may have found memory. `kind`: "" or " aligned". */
INLINED void new_failed(const char *kind)
{
  new_handler *handler = _ZSt15get_new_handlerv ? _ZSt15get_new_handlerv() : NULL;
  if (handler) {
    handler();
    return;
  }
  if (_ZSt17__throw_bad_allocv)
    _ZSt17__throw_bad_allocv();
  VALGRIND_PRINTF("new/new[]%s failed and should throw an exception, but Valgrind\n", kind);
  VALGRIND_PRINTF_BACKTRACE("   cannot throw exceptions and so is aborting instead.  Sorry.\n");
  raw_syscall(__NR_exit_group, 1, 0, 0, 0, 0, 0);
}

#endif
