/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whose code a frame is, and where its source lies on this machine: --own and --path-map, and the tree of the suite
 * that it was recorded in, which takes the place of both where nothing was said. */
#ifndef SEEP_HOST_MODEL_FRAMES_OWNERSHIP_H
#define SEEP_HOST_MODEL_FRAMES_OWNERSHIP_H

#include <stdbool.h>

#include "host/base/error.h"
#include "host/base/options.h"

struct ownership;

/* --own='src=GLOB', 'obj=GLOB' or 'fun=GLOB', any number: what matches one of them is own. '*' matches any text,
 * slashes too; a pattern that does not begin with a slash may begin after any slash of the path. A path may be that of
 * the record or that of this machine. Without --own, own is what ownership_is_local() says. */
void ownership_create(const struct options *options, struct ownership **ret);
void ownership_destroy(struct ownership *ownership);

/* Does --own say what is own? */
bool ownership_is_chosen(const struct ownership *ownership);

/* Any of the three may be NULL: unknown. */
bool ownership_is_own(const struct ownership *ownership, const char *function, const char *object, const char *source);

/* Has --own been given, and has nothing that was asked about so far been own? */
bool ownership_is_unmet(const struct ownership *ownership);

/* Is it neither the system's nor the language's, as far as one can tell by where module and source lie: in the suite's
 * tree, or not below /usr, /lib, /lib64, /opt or /nix; and not of a library that comes with the compiler or from a
 * package registry. Either may be NULL. */
bool ownership_is_local(const struct ownership *ownership, const char *object, const char *source);

/* Does the file lie where the system's do? */
bool ownership_is_system(const char *path);

/* Where the file's directory is on this machine: where --path-map=OLD=NEW (the first that fits) says; else, if the file
 * is not where it was, its place below the current directory, if the suite ran in another checkout and there is such a
 * file. malloc'ed. */
char *ownership_map_directory(const struct ownership *ownership, const char *directory, const char *file);

/* The path from the current directory; NULL: it does not lie below, or the record is of no suite. */
const char *ownership_from_here(const struct ownership *ownership, const char *path);

#endif
