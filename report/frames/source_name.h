/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Records may come from anywhere and name any file: only what is called like a source is shown as one. */
#ifndef SEEP_REPORT_FRAMES_SOURCE_NAME_H
#define SEEP_REPORT_FRAMES_SOURCE_NAME_H

#include <stdbool.h>

/* Does the file's name end as names of sources do ("a.c", "b.rs")? */
bool source_name_is(const char *path);

#endif
