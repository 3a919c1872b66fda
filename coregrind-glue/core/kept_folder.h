/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A folder that stays within reach wherever the guest moves its root or its mounts. */
#ifndef SEEP_COREGRIND_GLUE_CORE_KEPT_FOLDER_H
#define SEEP_COREGRIND_GLUE_CORE_KEPT_FOLDER_H

#include "pub_tool_basics.h"

/* A descriptor out of the guest's reach, for openat() and its like; -1: there is none, and names must do. */
Int kept_folder_open(const HChar *path);

/* The same of the folder that a file is in; *ret_name is its name there. */
Int kept_folder_open_of(const HChar *path, const HChar **ret_name);

#endif
