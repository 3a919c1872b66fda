/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The command of a suite: started, and waited for as a shell would. */
#ifndef SEEP_HOST_SUITE_SUITE_CHILD_H
#define SEEP_HOST_SUITE_SUITE_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "host/base/error.h"

struct suite_child {
  pid_t pid;
  int status; /* as waitpid() gives it */
};

/* Take over signals, before anything is started. The terminal's signals reach the command anyway and do not end the
 * suite, which has to report; signals sent to the suite alone are passed on. */
void suite_child_prepare(void);

/* Run `arguments` with `environment`. When it cannot be executed *ret_status is set to what a shell would exit with. */
struct error *suite_child_start(char *const *arguments, char *const *environment, struct suite_child *ret,
                                int *ret_status);

/* Wait until it has ended; `tick` is called several times a second. */
void suite_child_wait(struct suite_child *child, void (*tick)(void *context), void *context);

/* End as the command did: with its status, or by its signal. */
void suite_child_end_like(const struct suite_child *child) __attribute__((noreturn));

#endif
