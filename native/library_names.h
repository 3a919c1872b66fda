/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whoever asks the C library or the C++ library itself for a function that has one of ours in front of it gets ours all
 * the same: libraries that are opened with RTLD_DEEPBIND, and dlsym() with such a library's handle. */
#ifndef SEEP_NATIVE_LIBRARY_NAMES_H
#define SEEP_NATIVE_LIBRARY_NAMES_H

#include <stdbool.h>

/* From now on. The functions behind ours have been found. false: their tables cannot be changed. */
bool library_names_begin(void);

#endif
