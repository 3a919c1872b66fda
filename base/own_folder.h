/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Folders in which Seep keeps what it makes, and removes what is old. */
#ifndef SEEP_BASE_OWN_FOLDER_H
#define SEEP_BASE_OWN_FOLDER_H

#include "base/error.h"

/* The user's home; NULL: there is none, or it does not exist and is not ours to make. */
const char *own_folder_home(void);

/* Open a folder that only this user can write to, for reading; *ret_fd is -1 when there is none. The last two parts of the path are
 * folders, or links that this user or root has made: who owns what lies above them cannot lead elsewhere. */
struct error *own_folder_open(const char *path, int *ret_fd);

#endif
