/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bytes that a system call is said to access, as the core knows the call or as a request's number tells its size, and
 * that make no difference to it: padding, members that a flag switches off, what lies behind the end of a text, room
 * for results. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_UNUSED_BYTES_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_UNUSED_BYTES_H

#include "pub_tool_basics.h"

enum bytes_use {
  BYTES_USED,
  BYTES_COPIED,    /* the kernel copies them, so they must be there; their values do not matter */
  BYTES_UNTOUCHED, /* it does not even look */
};

/* What the system call that the thread is about to make does with the byte `at`, announced as part of `what`, and with
 * those that follow it up to *ret_end. Unless known otherwise they are used. */
enum bytes_use bytes_use_at(ThreadId tid, const HChar *what, Addr at, Addr *ret_end);

/* Is what is announced as a text as long as another argument says, rather than up to its end only? */
Bool bytes_of_text(ThreadId tid, const HChar *what, Addr start, SizeT *ret_bytes);

/* A message that io_uring_enter() submits for the descriptor of a socket: what is announced until it is NULL again as a
 * part of "msg_name)" or "msg_control)" is of this. */
struct sent_message {
  Int descriptor;
  Addr name, control;
  SizeT name_bytes, control_bytes;
};
void bytes_in_message(const struct sent_message *message);

#endif

