/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Programs that this process, or a child in its memory, executes. With --trace-children they are watched, too. */
#ifndef SEEP_NATIVE_EXECUTIONS_H
#define SEEP_NATIVE_EXECUTIONS_H

#include <stdbool.h>

/* From now on each way to execute a program leads here. false: the C library's code cannot be changed. */
bool executions_begin(void);

/* Have `put` see each of these ways, and what is to take its place, until it returns false, which is returned then. */
bool executions_visit(bool (*put)(void *function, void *to));

/* Say which programs children in this memory (vfork(), posix_spawn()) have executed since the last time. */
void executions_tell_spawned(void);

/* This is a forked child: such children are its parent's to tell. */
void executions_in_child(void);

#endif
