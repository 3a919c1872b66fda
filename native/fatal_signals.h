/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A signal that ends the process leads to the leak check first (--check-killed=yes). Where the program leaves a signal
 * to the kernel's default, and that is to end the process, a handler of ours stands in for it; the program is told of
 * the default. It then ends by the same signal, from the same place, with what the kernel said of it. */
#ifndef SEEP_NATIVE_FATAL_SIGNALS_H
#define SEEP_NATIVE_FATAL_SIGNALS_H

/* Before program_signals_begin(); after program_signals_end(). */
void fatal_signals_begin(void);
void fatal_signals_end(void);

#endif
