/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The library stays loaded. It never writes beyond the room that it is given, whatever the data says. */
#include "host/symbols/elf/zstd.h"

#include <dlfcn.h>
#include <string.h>

typedef size_t decompress_function(void *to, size_t room, const void *from, size_t bytes);
typedef unsigned is_error_function(size_t result);

static decompress_function *decompress;
static is_error_function *is_error;

static void load(void)
{
  static bool is_tried;
  void *library = is_tried ? NULL : dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
  void *found[] = {library ? dlsym(library, "ZSTD_decompress") : NULL, library ? dlsym(library, "ZSTD_isError") : NULL};
  is_tried = true;
  if (!found[0] || !found[1])
    return;
  memcpy(&decompress, &found[0], sizeof decompress);
  memcpy(&is_error, &found[1], sizeof is_error);
}

bool zstd_is_there(void)
{
  load();
  return decompress != NULL;
}

bool zstd_decompress(const void *data, size_t data_bytes, void *ret, size_t bytes)
{
  if (!zstd_is_there())
    return false;
  const size_t result = decompress(ret, bytes, data, data_bytes);
  return !is_error(result) && result == bytes;
}
