/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The dynamic linker may be locked, and shows only the files of the first namespace. So the files are looked at that
 * have code in the process. */
#include "native/other_libc.h"

#include <string.h>

#include "native/code_files.h"
#include "native/loaded_symbols.h"
#include "native/mappings.h"
#include "native/process.h"

static char found[MAPPINGS_PATH_BYTES]; /* empty: none; libraries may be gone later */

static bool look(void *context, const struct code_image *image)
{
  const struct link_map *const libc = context;
  if (!strstr(image->path, "/libc.so.") || image->bias == libc->l_addr)
    return false;
  memcpy(found, image->path, strlen(image->path) + 1);
  return true;
}

const char *other_libc_path(void)
{
  const struct link_map *const libc = loaded_symbols_libc();
  if (found[0] == '\0' && libc) {
    process_look_at_code();
    (void)code_visit_images(look, (void *)libc);
  }
  return found[0] != '\0' ? found : NULL;
}
