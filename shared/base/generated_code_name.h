/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What stands in place of a file's path for code that the program makes while it runs: this, and the name of the file
 * whose code asked for the memory. */
#ifndef SEEP_SHARED_BASE_GENERATED_CODE_NAME_H
#define SEEP_SHARED_BASE_GENERATED_CODE_NAME_H

#define GENERATED_CODE_PREFIX "code made by "

#endif
