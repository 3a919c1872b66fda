/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel knows where the program is, however it was called. What is beside it counts only if the file that is wanted
 * is there. */
#include "config.h" // VALGRIND_LIBEXEC

#include "base/installed.h"

#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char data_dir[PATH_MAX], core_dir[PATH_MAX], vgdb[PATH_MAX];

static bool join(char ret[static PATH_MAX], const char *folder, const char *rest)
{
  int length = snprintf(ret, PATH_MAX, "%s/%s", folder, rest);
  return length > 0 && length < PATH_MAX;
}

/* The folder of the program; false: it cannot be found out. */
static bool find_program(char ret[static PATH_MAX])
{
  ssize_t length = readlink("/proc/self/exe", ret, PATH_MAX - 1);
  if (length <= 0)
    return false;
  ret[length] = '\0';
  char *slash = strrchr(ret, '/');
  if (slash)
    *slash = '\0';
  return slash;
}

/* The folder at `relative` to the program's, if that has the file; `ret` is unchanged if not. */
static void find_beside(const char *program, const char *relative, const char *file, char ret[static PATH_MAX])
{
  char folder[PATH_MAX], path[PATH_MAX], whole[PATH_MAX];
  if (join(folder, program, relative) && join(path, folder, file) && access(path, R_OK) == 0 && realpath(folder, whole))
    strcpy(ret, whole);
}

static void find_vgdb(const char *program)
{
  char path[PATH_MAX];
  if (join(path, program, "../libexec/seep/vgdb") && access(path, X_OK) == 0)
    strcpy(vgdb, path);
}

static void find_all(void)
{
  char program[PATH_MAX];
  strcpy(data_dir, PKGDATADIR);
  strcpy(core_dir, VALGRIND_LIBEXEC);
  strcpy(vgdb, "vgdb");
  if (!find_program(program))
    return;
  find_beside(program, "../share/seep", "default.supp", data_dir);
  find_beside(program, "../libexec/seep", "default.supp", core_dir);
  find_vgdb(program);
}

const char *installed_data_dir(void)
{
  pthread_once(&once, find_all);
  return data_dir;
}

const char *installed_core_dir(void)
{
  pthread_once(&once, find_all);
  return core_dir;
}

const char *installed_vgdb(void)
{
  pthread_once(&once, find_all);
  return vgdb;
}
