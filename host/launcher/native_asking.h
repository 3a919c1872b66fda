/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep snapshot` and its like of a program that runs natively: shared/base/native_requests.h, the end that asks. */
#ifndef SEEP_HOST_LAUNCHER_NATIVE_ASKING_H
#define SEEP_HOST_LAUNCHER_NATIVE_ASKING_H

#include <stdbool.h>
#include <stddef.h>

#include "host/base/error.h"

/* A connection to the process; -1: it does not run natively under Seep, or cannot be reached. */
int native_asking_connect(long pid);

/* Does it run natively under Seep, as far as may be known of it? */
bool native_asking_is_native(long pid);

/* Who answers. */
struct native_target {
  long pid;
  long thread; /* 0: any, whatever it waits for */
};

/* Ask for a snapshot, or what shared/base/native_requests.h has besides, and wait for what the program says of it: a
 * text, terminated. `fd` is closed. */
struct error *native_asking_ask(int fd, const struct native_target *target, const char *label, char *ret_answer,
                                size_t bytes);

#endif
