/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is asked of this process from outside while it runs: snapshots (`seep snapshot PID`).
 *
 * Who asks connects to a socket in the abstract namespace, sends a line, and then a signal (watched_thread.h), as
 * nobody waits at the socket; the thread that gets the signal answers. */
#ifndef SEEP_NATIVE_REQUESTS_H
#define SEEP_NATIVE_REQUESTS_H

/* The process begins, or a child of it does. */
void requests_begin(void);

/* Nothing more is answered. */
void requests_end(void);

/* Before that, where the program goes on and does not listen any more: nobody is about to send a signal, which would
 * end it. */
void requests_send_away(void);

#endif
