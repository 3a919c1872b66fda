/* SPDX-License-Identifier: GPL-2.0-or-later */
/* asprintf() that returns an error. */
#ifndef SEEP_BASE_PRINT_H
#define SEEP_BASE_PRINT_H

#include <stdio.h>

#include "host/base/error.h"

/* *ret is malloc'ed. Fails only without memory. */
struct error *print_new(char **ret, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same without a reason: NULL without memory. */
char *print_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Close a stream that open_memstream() made for *text, and return that; NULL without memory. */
char *print_end(FILE *stream, char **text);

#endif
