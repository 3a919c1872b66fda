/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The dynamic linker may be locked, and shows only the files of the first namespace. So the files are looked at that
 * have code in the process. */
#include "native/other_libc.h"

#include <string.h>

#include "native/code_files.h"
#include "native/loaded_symbols.h"
#include "native/mappings.h"
#include "native/process.h"
#include "native/watched_thread.h"

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
    struct watched_thread *const thread = watched_thread_begin(); /* NULL at the end: it is inside */
    process_look_at_code();
    (void)code_visit_images(look, (void *)libc);
    watched_thread_end(thread);
  }
  return found[0] != '\0' ? found : NULL;
}
