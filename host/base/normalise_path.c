/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is kept of the path never reaches beyond the part that is looked at. */
#include "host/base/normalise_path.h"

#include <stdbool.h>
#include <string.h>

void normalise_path(char *path)
{
  const bool is_absolute = *path == '/';
  char *start = path + is_absolute, *kept = start;
  for (char *part = start, *next; *part; part = next) {
    const size_t length = strcspn(part, "/");
    next = part + length + (part[length] == '/');
    const bool is_up = length == 2 && memcmp(part, "..", 2) == 0;
    char *slash = memrchr(start, '/', (size_t)(kept - start)), *last = slash ? slash + 1 : start;
    if (is_up && kept > start && !(kept - last == 2 && memcmp(last, "..", 2) == 0))
      kept = slash ? slash : start;
    else if (length > 0 && !(length == 1 && *part == '.') && !(is_up && is_absolute)) {
      if (kept > start)
        *kept++ = '/';
      memmove(kept, part, length);
      kept += length;
    }
  }
  *kept = '\0';
}
