/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The subcommands that stand on host/heap/; as host/runs/commands.h. */
#ifndef SEEP_HOST_HEAP_QUESTIONS_HEAP_COMMANDS_H
#define SEEP_HOST_HEAP_QUESTIONS_HEAP_COMMANDS_H

/* seep heap [RUN] [QUESTION [ARGUMENT]]: what a run knows of the heap. */
int command_heap(int argc, char **argv);

/* seep pack [RUN...]: make runs ready for another machine. */
int command_pack(int argc, char **argv);

#endif
