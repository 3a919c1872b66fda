/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where files that belong to Seep are. A tree that can be moved, such as an unpacked tarball, has them beside the
 * program; otherwise they are where configure said. Results are borrowed, and always the same. */
#ifndef SEEP_BASE_INSTALLED_H
#define SEEP_BASE_INSTALLED_H

/* The folder of default.supp and the sets. */
const char *installed_data_dir(void);

/* The folder of the core's own files, among them its default.supp. */
const char *installed_core_dir(void);

/* What to execute as vgdb: a path, or a name to be looked for in PATH. */
const char *installed_vgdb(void);

#endif
