/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names and versions of libraries, read from file names. */
#ifndef SEEP_SUPPRESSIONS_LIBRARY_NAME_H
#define SEEP_SUPPRESSIONS_LIBRARY_NAME_H

#include <stddef.h>

/* What comes after the last slash of a path. */
const char *library_last_component(const char *path);

/* Parts of a path: "libglib-2.0" and "0.7400.6" of "/usr/lib/libglib-2.0.so.0.7400.6", "libc" and "2.31" of
 * "libc-2.31.so". Of a path that is no library's the name is its last component and the version empty. */
struct library_name {
  const char *name, *version; /* inside the path; not NUL-terminated */
  size_t name_bytes, version_bytes;
  int is_library;
};
struct library_name library_name(const char *path);

#endif
