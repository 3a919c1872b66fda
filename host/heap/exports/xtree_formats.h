/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Execution trees as Valgrind writes them. What host/heap/exports/export.h writes in these formats adds up functions
 * and follows the heap over time; these are stack by stack, and of one moment, so that all that reads Valgrind's files
 * finds the same in them. */
#ifndef SEEP_HOST_HEAP_EXPORTS_XTREE_FORMATS_H
#define SEEP_HOST_HEAP_EXPORTS_XTREE_FORMATS_H

#include <stdio.h>

#include "host/model/process/xtree.h"

/* Whether all could be written is for the caller to see. */
void xtree_put_callgrind(const struct process *process, const struct xtree *xtree, FILE *output);
void xtree_put_massif(const struct process *process, const struct xtree *xtree, FILE *output);

/* "cmd: ./prog argument", a line. */
void xtree_put_command(const struct process *process, FILE *output);

/* Text of the program on one line. */
void xtree_put_text(const char *text, FILE *output);

#endif
