/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a suite with --full=changed has learned of its programs: from its log, its records, and their gaps. */
#ifndef SEEP_HOST_SUITE_FULL_IMAGES_H
#define SEEP_HOST_SUITE_FULL_IMAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"
#include "host/model/findings/exec_log.h"
#include "host/model/findings/findings.h"

/* A file whose code was mapped, as it was then. */
struct full_module {
  const char *path;
  uint64_t inode, bytes, mtime_ns;
};

struct full_image {
  const struct exec_image *image;
  uint64_t key;
  bool has_status;
  unsigned char status; /* with which its process ended, unless that became another program */
  bool is_bad;          /* errors were found in it, it did not end as it should, or not all of it is known */
  struct full_module *modules;
  size_t module_count, module_capacity;
};

struct full_images;

/* Of the checked programs that have a key; borrows the log. What cannot be read of a record makes its image bad. */
void full_images_create(const struct exec_log *log, const char *run_directory, const struct findings *findings,
                        struct full_images **ret);
void full_images_destroy(struct full_images *images);

/* In the order of their keys. */
const struct full_image *full_images_list(const struct full_images *images, size_t *ret_count);

#endif
