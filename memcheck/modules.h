/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of files mapped with execute permission, kept true while the guest maps and unmaps, and sent to the host, which
 * turns addresses into names by it. */
#ifndef SEEP_MEMCHECK_MODULES_H
#define SEEP_MEMCHECK_MODULES_H

#include <stdbool.h>
#include <stdint.h>

/* Watch the guest's mappings; before the core maps the guest. */
void modules_init(void);

/* Number of the table's present state. */
uint64_t modules_epoch(void);

/* Send all modules that are mapped now, for the beginning of a stream. */
void modules_send_all(void);

/* An upper bound of the thread-local variables of all modules, bytes. */
uint64_t modules_tls_bytes(void);

#endif
