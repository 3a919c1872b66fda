/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The folder of the translation cache: only its owner may write there, and files of others are not read. Stands on the kernel
 * and env.h alone, as it must be tried in natively built programs that are killed. */
#ifndef SEEP_COREGRIND_GLUE_TRANSLATIONS_CODE_FOLDER_H
#define SEEP_COREGRIND_GLUE_TRANSLATIONS_CODE_FOLDER_H

#include "cache/code_writer.h"

struct code_folder {
  int fd;             /* -1: closed */
  uint64_t bytes_max; /* of all files; one takes a quarter at most */
};

/* Open a folder, and make it and those above it when they are missing. NULL: done; else why it is not used. */
const char *code_folder_open(struct code_folder *folder, const char *path, uint64_t bytes_max);
void code_folder_close(struct code_folder *folder);

/* Open a file for reading, note that it is used; its descriptor, or -1: there is none that can be trusted. */
int code_folder_open_file(const struct code_folder *folder, const char *name, uint64_t *ret_bytes);

/* Add blocks to a file, which is made when it is missing, damaged or too large. False: the disk is full, another process is
 * at it, ...; then nothing is lost but time. */
bool code_folder_add(const struct code_folder *folder, const char *name, const struct code_identity *identity,
                     const char *path, const struct code_batch *batch);

/* Remove what was not used for longest when there is too much, and what killed writers have left. */
void code_folder_prune(const struct code_folder *folder);

#endif
