/* SPDX-License-Identifier: GPL-2.0-or-later */
/* seep gdb [options] PROGRAM [arguments]: the program under Seep, and gdb connected to it, in one terminal. */
#ifndef SEEP_HOST_LAUNCHER_GDB_COMMAND_H
#define SEEP_HOST_LAUNCHER_GDB_COMMAND_H

/* argv[0] is "gdb". Returns the exit status: the program's own, that of gdb if the program had to be ended, or one of
 * enum exit_status. */
int command_gdb(int argc, char **argv);

#endif
