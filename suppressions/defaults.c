/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Only what Valgrind's own package brings is loaded by default. Other packages keep files in the same folder, but those
 * hide leaks of whole libraries, which is for the user to ask for. */
#include <stdlib.h>
#include <unistd.h>

#include "base/installed.h"
#include "suppressions/suppressions.h"

#define DEBIAN_DIR "/usr/lib/valgrind"

static struct error *load_if_there(struct suppressions *set, const char *path)
{
  return access(path, F_OK) == 0 ? suppressions_load(set, path) : NULL;
}

static struct error *load_default(struct suppressions *set, const char *folder, const char *name)
{
  char *path;
  if (asprintf(&path, "%s/%s", folder, name) < 0)
    return error_no_memory();
  struct error *error = load_if_there(set, path);
  free(path);
  return error;
}

struct error *suppressions_load_defaults(struct suppressions *set, const char *own_dir)
{
  struct error *error = own_dir ? load_default(set, own_dir, "default.supp") : NULL;
  if (!error)
    error = load_default(set, installed_core_dir(), "default.supp");
  return error || !own_dir ? error : load_default(set, DEBIAN_DIR, "debian.supp");
}

struct error *suppressions_add_default_search_dirs(struct suppressions *set, const char *own_dir)
{
  struct error *error = suppressions_set_own_dir(set, own_dir);
  if (!error)
    error = suppressions_add_search_dir(set, own_dir);
  if (!error)
    error = suppressions_add_search_dir(set, DEBIAN_DIR);
  return error ? error : suppressions_add_search_dir(set, installed_core_dir());
}
