/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Folders of Seep's own, such as caches, in which it also deletes files; so nobody else may have a hand in them. */
#ifndef SEEP_HOST_BASE_OWN_FOLDER_H
#define SEEP_HOST_BASE_OWN_FOLDER_H

#include "host/base/error.h"

/* The user's home directory; NULL: unknown, or it does not exist (Seep does not create it). */
const char *own_folder_home(void);

/* Make a folder that the user has named, and those above it, for this user alone. It is no error if it exists. */
struct error *folders_make(const char *path);

/* The same for one of Seep's own: nothing is made behind a link of another user, or in another user's folder. What
 * exists is examined by own_folder_open(), which see. */
struct error *own_folder_make(const char *path);

/* Could files be kept there? The folder may have to be made; nothing is made now. */
struct error *own_folder_check(const char *path);

/* Open a folder that only this user can write to, for reading; *ret_fd is -1 if it does not exist. The last two
 * components of the path must be folders, or links that belong to this user or root, so that the owner of a folder
 * above cannot redirect them. */
struct error *own_folder_open(const char *path, int *ret_fd);

#endif
