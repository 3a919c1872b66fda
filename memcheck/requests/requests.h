/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Client requests: those of valgrind.h and memcheck.h, of <seep/seep.h>, and of the preload library. */
#ifndef SEEP_MEMCHECK_REQUESTS_REQUESTS_H
#define SEEP_MEMCHECK_REQUESTS_REQUESTS_H

void requests_init(void);

/* Once options are known. */
void requests_begin(void);

#endif
