/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a pprof profile as its viewers do, which trust every number in it. */
#ifndef SEEP_TESTS_SUPPORT_PPROF_READER_H
#define SEEP_TESTS_SUPPORT_PPROF_READER_H

#include <stddef.h>

/* What is wrong with a gzipped profile: it cannot be unpacked, or a sample, location, line, function or mapping refers
 * to one that is not there, or to a text beyond the table; NULL: nothing. */
const char *pprof_fault(const void *data, size_t size);

#endif
