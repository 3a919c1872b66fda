/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "suppressions/library_name.h"

#include <string.h>

const char *library_last_component(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static size_t skip_version(const char *text)
{
  return strspn(text, "0123456789.");
}

/* "libx.so.1.2": what follows ".so." is the version. The 2.0 of libglib-2.0.so.0 is part of the name, but that of
 * libc-2.31.so, where nothing follows, is the version. */
struct library_name library_name(const char *path)
{
  const char *slash = strrchr(path, '/'), *start = slash ? slash + 1 : path, *so = strstr(start, ".so");
  struct library_name name = {start, "", strlen(start), 0, so && (!so[3] || so[3] == '.')};
  if (!name.is_library)
    return name;
  name.name_bytes = (size_t)(so - start);
  if (so[3]) {
    name.version = so + 4;
    name.version_bytes = skip_version(so + 4);
    return name;
  }
  const char *dash = memrchr(start, '-', name.name_bytes);
  if (dash && dash > start && dash + 1 < so && dash + 1 + skip_version(dash + 1) >= so) {
    name.name_bytes = (size_t)(dash - start);
    name.version = dash + 1;
    name.version_bytes = (size_t)(so - dash - 1);
  }
  return name;
}
