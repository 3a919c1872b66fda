/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whose code has made a block, for heuristics about layouts of Rust's and CPython's; while all threads stand still. */
#ifndef SEEP_NATIVE_LANGUAGES_H
#define SEEP_NATIVE_LANGUAGES_H

#include "memcheck/pure/leak/leak_scan.h"

/* By the code that has called the allocator. */
enum leak_layout languages_layout_of(const struct block *block);

/* What is kept of files goes. */
void languages_forget(void);

#endif
