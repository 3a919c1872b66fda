/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SEEP_HEAP_QUESTIONS_ASK_ROOTS_H
#define SEEP_HEAP_QUESTIONS_ASK_ROOTS_H

#include "heap/questions/ask.h"

/* A table of the root groups that retain most. */
struct error *ask_put_roots(const struct question *question, const char *heading, uint64_t limit);

#endif
