/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file that is about to be executed: will a library in LD_PRELOAD be loaded into the program? It is not if the
 * program has no dynamic loader, is for another machine, or gains rights. Freestanding. */
#ifndef SEEP_SHARED_BASE_PROGRAM_FILE_H
#define SEEP_SHARED_BASE_PROGRAM_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

struct program_file {
  const char *why;      /* why a library will not be loaded; NULL: it will */
  const char *fault;    /* why it cannot be executed, or not as a program; NULL: it can, or it is a script */
  bool is_elf;
  bool refuses_library; /* its loader prints an error if the library is in LD_PRELOAD */
};

/* Is it a dynamic loader, by its name? It loads the library, though it is not loaded by a loader itself. */
bool program_file_is_loader(const char *path);

/* Of an open file, its status and its path. */
struct program_file program_file_examine(int fd, const struct stat *status, const char *path);

#endif
