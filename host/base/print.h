/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Texts that are printed into memory. Without memory the program ends (host/base/memory.h). */
#ifndef SEEP_HOST_BASE_PRINT_H
#define SEEP_HOST_BASE_PRINT_H

#include <stdarg.h>
#include <stdio.h>

#include "host/base/error.h"
#include "host/base/memory.h"
#include "host/base/print.h"

/* A malloc'ed text. */
char *print_text(const char *format, ...) __attribute__((format(printf, 1, 2))) MEMORY_RETURNS;
char *print_args(const char *format, va_list args) __attribute__((format(printf, 1, 0))) MEMORY_RETURNS;

/* The same in *ret; never fails. */
void print_new(char **ret, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A stream that makes a text, as open_memstream() does. */
FILE *print_begin(char **text, size_t *size) MEMORY_RETURNS;

/* Close it, and return the text, which is malloc'ed. */
char *print_end(FILE *stream, char **text) __attribute__((returns_nonnull));

#endif
