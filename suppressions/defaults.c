/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Only what Valgrind's own package brings is loaded by default. Other packages keep files in the same folder, but those
 * hide leaks of whole libraries, which is for the user to ask for. */
#include <stdlib.h>
#include <unistd.h>

#include "config.h"
#include "suppressions/suppressions.h"

#define DEBIAN_DIR "/usr/lib/valgrind"

static const char valgrind_default[] = VALGRIND_LIBEXEC "/default.supp";
static const char debian_default[] = DEBIAN_DIR "/debian.supp";

static struct error *load_if_there(struct suppressions *set, const char *path)
{
  return access(path, F_OK) == 0 ? suppressions_load(set, path) : NULL;
}

static struct error *load_own(struct suppressions *set, const char *own_dir)
{
  char *path;
  if (asprintf(&path, "%s/default.supp", own_dir) < 0)
    return error_no_memory();
  struct error *error = load_if_there(set, path);
  free(path);
  return error;
}

struct error *suppressions_load_defaults(struct suppressions *set, const char *own_dir)
{
  struct error *error = own_dir ? load_own(set, own_dir) : NULL;
  if (!error)
    error = load_if_there(set, valgrind_default);
  return error || !own_dir ? error : load_if_there(set, debian_default);
}

struct error *suppressions_add_default_search_dirs(struct suppressions *set, const char *own_dir)
{
  struct error *error = suppressions_set_own_dir(set, own_dir);
  if (!error)
    error = suppressions_add_search_dir(set, own_dir);
  if (!error)
    error = suppressions_add_search_dir(set, DEBIAN_DIR);
  return error ? error : suppressions_add_search_dir(set, VALGRIND_LIBEXEC);
}
