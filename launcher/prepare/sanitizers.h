/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Programs built with a sanitizer, recognised by their files. */
#ifndef SEEP_LAUNCHER_PREPARE_SANITIZERS_H
#define SEEP_LAUNCHER_PREPARE_SANITIZERS_H

#include "base/error.h"

/* An error that names the sanitizer and a remedy when the program is built with one that cannot run under Seep. What
 * is no sound ELF file is none. */
struct error *sanitizers_check(const char *path);

/* The same for libraries that a program is to be given or brings along. */
struct error *sanitizers_check_libraries(const char *program);

#endif
