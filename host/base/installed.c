/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel knows where the program is, however it was called. What is beside it counts only if the file that is
 * wanted is there. */
#include "config.h" // VALGRIND_LIBEXEC

#include "host/base/installed.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/join_path.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char program[PATH_MAX], parts[PATH_MAX], data_dir[PATH_MAX], core_dir[PATH_MAX];

static bool find_program(char ret_folder[static PATH_MAX])
{
  const ssize_t length = readlink("/proc/self/exe", program, PATH_MAX - 1);
  program[length > 0 ? length : 0] = '\0';
  const char *slash = strrchr(program, '/');
  if (slash)
    memcpy(ret_folder, program, (size_t)(slash - program));
  ret_folder[slash ? slash - program : 0] = '\0';
  return slash;
}

/* The folder, without links, if it has the file; `ret` is unchanged if not. */
static bool find(const char *folder, const char *file, int mode, char ret[static PATH_MAX])
{
  char path[PATH_MAX], whole[PATH_MAX];
  if (!join_path(path, folder, file) || access(path, mode) < 0 || !realpath(folder, whole))
    return false;
  strcpy(ret, whole);
  return true;
}

static bool find_beside(const char *here, const char *relative, const char *file, int mode, char ret[static PATH_MAX])
{
  char folder[PATH_MAX];
  return join_path(folder, here, relative) && find(folder, file, mode, ret);
}

/* In the build tree, where `make install` puts them from here, then where configure said. */
static void find_parts(const char *here)
{
  if (!find_beside(here, "libexec/seep", INSTALLED_TOOL, X_OK, parts)
      && !find_beside(here, "../libexec/seep", INSTALLED_TOOL, X_OK, parts))
    find(PKGLIBEXECDIR, INSTALLED_TOOL, X_OK, parts);
}

static void find_all(void)
{
  char here[PATH_MAX];
  strcpy(data_dir, PKGDATADIR);
  strcpy(core_dir, VALGRIND_LIBEXEC);
  if (!find_program(here))
    return;
  find_parts(here);
  if (!find_beside(here, "share/seep", "default.supp", R_OK, data_dir))
    find_beside(here, "../share/seep", "default.supp", R_OK, data_dir);
  find_beside(here, "../libexec/seep", "default.supp", R_OK, core_dir);
}

static const char *found(const char *path)
{
  pthread_once(&once, find_all);
  return *path ? path : NULL;
}

const char *installed_program(void)
{
  return found(program);
}

const char *installed_parts(void)
{
  return found(parts);
}

struct error *installed_part(const char *name, char ret[static PATH_MAX])
{
  const char *folder = installed_parts();
  if (folder && join_path(ret, folder, name) && access(ret, R_OK) == 0)
    return NULL;
  if (!installed_program())
    return error_errno(errno, "cannot determine the path of this program: /proc/self/exe");
  return error_format("a part of Seep is missing: %s is not in %s; install Seep again", name,
                      folder ? folder : PKGLIBEXECDIR);
}

bool installed_is_part(const char *path)
{
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  return strncmp(name, "vgpreload_", strlen("vgpreload_")) == 0 || strcmp(name, INSTALLED_TOOL) == 0 ||
         strcmp(name, INSTALLED_SUITE_LIBRARY) == 0;
}

const char *installed_data_dir(void)
{
  return found(data_dir);
}

const char *installed_core_dir(void)
{
  return found(core_dir);
}
