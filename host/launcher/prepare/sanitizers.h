/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Recognises programs that were built with a sanitizer, by their files. */
#ifndef SEEP_HOST_LAUNCHER_PREPARE_SANITIZERS_H
#define SEEP_HOST_LAUNCHER_PREPARE_SANITIZERS_H

#include "host/base/error.h"

/* An error that names the sanitizer and a remedy if the program is built with one that cannot run under Seep. NULL
 * also for files that are not valid ELF. */
struct error *sanitizers_check(const char *path);

/* The same for libraries that the program brings along, or gets by LD_PRELOAD. */
struct error *sanitizers_check_libraries(const char *program);

#endif
