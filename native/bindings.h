/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Libraries that were opened with RTLD_DEEPBIND call the C library's malloc() and free() directly, past those in front
 * of them. */
#ifndef SEEP_NATIVE_BINDINGS_H
#define SEEP_NATIVE_BINDINGS_H

#include <stdbool.h>

/* Has there been such a library, of those that code_files.h knows and whose functions were bound? Its path; NULL: there
 * was none. */
const char *bindings_past_us(void);

#endif
