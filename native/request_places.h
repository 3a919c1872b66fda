/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the program's own code has client requests. */
#ifndef SEEP_NATIVE_REQUEST_PLACES_H
#define SEEP_NATIVE_REQUEST_PLACES_H

#include <stdbool.h>
#include <stdint.h>

enum { REQUEST_BYTES = 19 };

/* Show each, with the code in which it lies, until `visit` returns false. The list of files with code is up to date. */
void request_places_visit(bool (*visit)(unsigned char *place, uint64_t code_start, uint64_t code_end));

#endif
