/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whose code a frame is, and where its source lies on this machine: --own and --path-map. */
#ifndef SEEP_REPORT_FRAMES_OWNERSHIP_H
#define SEEP_REPORT_FRAMES_OWNERSHIP_H

#include <stdbool.h>

#include "base/error.h"
#include "base/options.h"

struct ownership;

/* --own='src=GLOB', 'obj=GLOB' or 'fun=GLOB', any number: what matches one of them is own. '*' matches any text,
 * slashes too; a pattern that does not begin with a slash may begin behind any slash of the path. Without --own, own is
 * what ownership_is_local() says. Fails for a pattern of another form. */
struct error *ownership_create(const struct options *options, struct ownership **ret);
void ownership_destroy(struct ownership *ownership);

/* Any of the three may be NULL: unknown. `source` is the path after mapping. */
bool ownership_is_own(const struct ownership *ownership, const char *function, const char *object, const char *source);

/* Is it neither the system's nor the language's, as far as one can tell by where module and source lie: not below
 * /usr, /lib, /lib64, /opt or /nix, and not of a library that comes with the compiler or from a package registry.
 * Either may be NULL. */
bool ownership_is_local(const char *object, const char *source);

/* Does the file lie where the system's do? */
bool ownership_is_system(const char *path);

/* The directory where --path-map=OLD=NEW (the first that fits) says it is; malloc'ed, NULL without memory. */
char *ownership_map_path(const struct ownership *ownership, const char *directory);

#endif
