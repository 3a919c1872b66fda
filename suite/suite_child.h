/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The command of a suite: started, and waited for as a shell would. */
#ifndef SEEP_SUITE_SUITE_CHILD_H
#define SEEP_SUITE_SUITE_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/error.h"

struct suite_child {
  pid_t pid;
  int status; /* as waitpid() gives it */
};

/* Take over the signals, before anything is started. What the terminal sends reaches the command by itself, and the suite lives on
 * to tell of it; what is sent to the suite alone is handed on. */
void suite_child_prepare(void);

/* Run `arguments` with `environment`. When it cannot be executed *ret_status is set to what a shell would exit with. */
struct error *suite_child_start(char *const *arguments, char *const *environment, struct suite_child *ret, int *ret_status);

/* Until it has ended; `tick` is called several times a second. */
void suite_child_wait(struct suite_child *child, void (*tick)(void *context), void *context);

/* End as it did: with its status, or by its signal. */
void suite_child_end_like(const struct suite_child *child) __attribute__((noreturn));

#endif
