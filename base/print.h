/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text made by a format, for those who cannot do without it. */
#ifndef SEEP_BASE_PRINT_H
#define SEEP_BASE_PRINT_H

#include "base/error.h"

/* *ret is malloc'ed. Fails only without memory. */
struct error *print_new(char **ret, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
