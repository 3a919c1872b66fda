/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/symbols/elf/decoder_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "config.h"

static const char *const names[] = {
#define FUNCTION(name) "cs_" #name,
#include "host/symbols/elf/decoder_library.def"
#undef FUNCTION
};

enum { FUNCTIONS = sizeof names / sizeof *names };
_Static_assert(sizeof(struct decoder_library) == FUNCTIONS * sizeof(void *), "nothing but functions");

/* Packages depend on it, so it is missing in a copy of the program only. */
static bool load(struct decoder_library *ret)
{
  void *found[FUNCTIONS], *const library = dlopen(CAPSTONE_FILE, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "seep: instructions cannot be decoded, so some stacks lack frames: %s\n", dlerror());
    return false;
  }
  for (size_t i = 0; i < FUNCTIONS; i++)
    if (!(found[i] = dlsym(library, names[i])))
      return false;
  memcpy(ret, found, sizeof *ret);
  return true;
}

const struct decoder_library *decoder_library(void)
{
  static struct decoder_library library;
  static bool is_tried, is_there;
  if (!is_tried)
    is_there = load(&library);
  is_tried = true;
  return is_there ? &library : NULL;
}
