/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Paths by their text alone; no file is looked at. */
#ifndef SEEP_HOST_BASE_NORMALISE_PATH_H
#define SEEP_HOST_BASE_NORMALISE_PATH_H

/* Takes "." and ".." out as far as the text allows, in place. */
void normalise_path(char *path);

#endif
