/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Client requests of the program (<valgrind/memcheck.h>, <seep/seep.h>): leak checks and their counts, snapshots,
 * marks. A request is a sequence of instructions that does nothing; those in the program's own file become calls. */
#ifndef SEEP_NATIVE_CLIENT_REQUESTS_H
#define SEEP_NATIVE_CLIENT_REQUESTS_H

/* At the beginning, while there is one thread. */
void client_requests_begin(void);

#endif
