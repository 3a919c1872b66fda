/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the kernel tells of a process, line by line (proc(5), /proc/PID/status). */
#ifndef SEEP_HOST_BASE_PROCESS_STATUS_H
#define SEEP_HOST_BASE_PROCESS_STATUS_H

#include <stdbool.h>

enum { PROCESS_STATUS_BYTES = 8192 };

/* The value behind `name` ("\nNSpid:") up to its line's end, in `text`; false: it is not known. */
bool process_status_find(long pid, const char *name, char text[PROCESS_STATUS_BYTES], const char **ret);

/* Its state as a letter ('T': stopped, 'Z': ended, but nobody has waited for it); 0: it is not known. */
char process_status_state(long pid);

#endif
