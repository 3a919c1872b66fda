/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The text of a suppression file: read in one piece, taken line by line. */
#ifndef SEEP_SUPPRESSIONS_FILE_TEXT_H
#define SEEP_SUPPRESSIONS_FILE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "host/base/error.h"

/* What makes two paths the same file. */
struct file_identity {
  dev_t device;
  ino_t inode;
};

/* A text and the place reached in it. */
struct file_text {
  const char *name; /* of the file, for messages; not owned */
  char *text;
  size_t size;
  size_t position;
  unsigned line; /* number of the line last returned; 0 before the first */
};

/* Regular files and pipes, as shells make them for <(command), are read; /dev/null reads as empty; everything else is
 * refused unread. The message says what is wrong, not with which path. *ret_missing tells a file that is not there from
 * other failures; it is set also when this fails. */
struct error *file_text_open(const char *path, struct file_text *ret, struct file_identity *ret_identity,
                             bool *ret_missing);

/* Text from memory; copied. */
void file_text_copy(const char *text, size_t size, struct file_text *ret);
void file_text_deinit(struct file_text *source);

/* The next line that is not blank, without white space around it, or NULL at the end. Comments come too. The line lives
 * as long as the source and may be written to. Fails for lines that are too long and for NUL bytes. */
struct error *file_text_next_line(struct file_text *source, char **ret);

#endif
