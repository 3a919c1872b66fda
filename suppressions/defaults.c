/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Only what Valgrind's own package brings is loaded by default. Other packages keep files in the same folder, but those
 * hide leaks of whole libraries, which is for the user to ask for. */
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "host/base/installed.h"
#include "host/base/print.h"
#include "suppressions/suppressions.h"

#define DEBIAN_DIR "/usr/lib/valgrind"

static struct error *load_default(struct suppressions *set, const char *folder, const char *name, bool *ret_is_there)
{
  char *path = print_text("%s/%s", folder, name);
  *ret_is_there = access(path, F_OK) == 0;
  struct error *error = *ret_is_there ? suppressions_load(set, path) : NULL;
  free(path);
  return error;
}

/* Valgrind may have been removed since Seep was installed; then there is a copy. */
static struct error *load_default_of_core(struct suppressions *set)
{
  bool is_there;
  struct error *error = load_default(set, installed_core_dir(), "default.supp", &is_there);
  return error || is_there ? error : load_default(set, installed_data_dir(), "valgrind.supp", &is_there);
}

struct error *suppressions_load_defaults(struct suppressions *set, const char *own_dir)
{
  bool is_there;
  struct error *error = own_dir ? load_default(set, own_dir, "default.supp", &is_there) : NULL;
  if (!error)
    error = load_default_of_core(set);
  return error || !own_dir ? error : load_default(set, DEBIAN_DIR, "debian.supp", &is_there);
}

void suppressions_add_default_search_dirs(struct suppressions *set, const char *own_dir)
{
  suppressions_set_own_dir(set, own_dir);
  suppressions_add_search_dir(set, own_dir);
  suppressions_add_search_dir(set, DEBIAN_DIR);
  suppressions_add_search_dir(set, installed_core_dir());
}
