/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs without the tool (--checks=leaks): the program itself is executed, with a library that watches its heap. */
#ifndef SEEP_HOST_LAUNCHER_NATIVE_RUN_H
#define SEEP_HOST_LAUNCHER_NATIVE_RUN_H

#include "host/base/error.h"
#include "host/base/options.h"
#include "host/launcher/prepare/set_up.h"

/* Can the library be loaded into the program? `path` is what is executed. */
struct error *native_run_check(const char *path, const struct options *options);

/* The library's options, each with its NUL, as NATIVE_VARIABLE's file has them; malloc'ed. `arguments`: those of the
 * tool. */
char *native_run_options(const struct set_up *set_up, char **arguments, size_t *ret_bytes);

/* Execute the program. `arguments`: those of the tool. Returns only on failure. */
struct error *native_run_become(const struct set_up *set_up, const char *path, char **program, char **arguments);

#endif
