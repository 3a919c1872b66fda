/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Libraries that are closed: stacks with code of theirs keep what they meant, and its rules of unwinding are forgotten.
 * That there was another C library is not. */
#include <dlfcn.h>

#include "native/door.h"
#include "native/next_functions.h"
#include "native/other_libc.h"
#include "native/process.h"

DOOR int dlclose(void *library)
{
  int (*const next)(void *) = (int (*)(void *))next_functions_get("dlclose");
  if (process_is_watched())
    (void)other_libc_path(); /* which is remembered */
  const int result = next(library);
  if (process_is_watched())
    process_look_at_code();
  return result;
}
