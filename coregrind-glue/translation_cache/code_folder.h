/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The folder of the translation cache. Only its owner may write there, and files of others are not read. Needs nothing
 * but the kernel and env.h, so that tests can run it in native programs, and kill these. */
#ifndef SEEP_COREGRIND_GLUE_TRANSLATION_CACHE_CODE_FOLDER_H
#define SEEP_COREGRIND_GLUE_TRANSLATION_CACHE_CODE_FOLDER_H

#include "shared/cache/code_writer.h"

struct code_folder {
  int fd;             /* -1: closed */
  uint64_t bytes_max; /* of all files; one takes a quarter at most */
};

/* Open a folder, and make it and those above it when they are missing. NULL: done; else why it is not used. */
const char *code_folder_open(struct code_folder *folder, const char *path, uint64_t bytes_max);
void code_folder_close(struct code_folder *folder);

/* Open a file for reading, note that it is used; its descriptor, or -1: there is none that can be trusted. */
int code_folder_open_file(const struct code_folder *folder, const char *name, uint64_t *ret_bytes);

/* Add blocks to a file, which is made anew when it is missing, damaged or too large. False: they were not added (the
 * disk is full, another process is writing); then they have to be translated again some time. */
bool code_folder_add(const struct code_folder *folder, const char *name, const struct code_identity *identity,
                     const char *path, const struct code_batch *batch);

/* If there is too much, remove the files that were not used for the longest time; and remove what killed writers have
 * left. */
void code_folder_prune(const struct code_folder *folder);

#endif
