/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs without the tool (--checks=leaks): the program itself is executed, with a library that watches its heap. */
#ifndef SEEP_LAUNCHER_NATIVE_RUN_H
#define SEEP_LAUNCHER_NATIVE_RUN_H

#include <stdbool.h>

#include "host/base/error.h"
#include "host/base/options.h"
#include "host/launcher/prepare/set_up.h"

/* Is this what --checks asks for? */
bool native_run_is_wanted(const struct options *options);

/* Can the library be loaded into the program? `path` is what is executed. */
struct error *native_run_check(const char *path, const struct options *options);

/* Execute the program. `arguments`: those of the tool. Returns only on failure. */
struct error *native_run_become(const struct set_up *set_up, const char *path, char **program, char **arguments);

#endif
