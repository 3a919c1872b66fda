/* SPDX-License-Identifier: GPL-2.0-or-later */
/* elfutils' libraries (libdw, libelf, and libdwfl, which is in libdw) are released together and keep their sonames, so
 * that one newer than the headers is fine. */
#include "host/symbols/dwarf/dwarf_library.h"

#include <elfutils/libdwfl.h>
#include <elfutils/version.h>
#include <stdlib.h>

enum { MINORS = 1000 }; /* in a number as _ELFUTILS_VERSION has it */

static long parse_version(const char *text)
{
  char *end;
  long major = strtol(text, &end, 10);
  return major * MINORS + (*end == '.' ? strtol(end + 1, NULL, 10) : 0);
}

struct error *dwarf_library_check(void)
{
  const char *found = dwfl_version(NULL);
  if (found && parse_version(found) >= _ELFUTILS_VERSION)
    return NULL;
  return error_format("elfutils' library libdw is version %s here, and Seep was compiled with %d.%d, so lines may be "
                      "missing; install that version or a later one, or compile Seep again",
                      found ? found : "unknown", _ELFUTILS_VERSION / MINORS, _ELFUTILS_VERSION % MINORS);
}
