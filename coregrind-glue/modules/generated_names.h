/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of functions in generated code (generated_code.h), where the compiler tells them: to profilers, in
 * /tmp/perf-PID.map, or to debuggers, by __jit_debug_descriptor. They are looked up when a stack is sent, and sent
 * before it. */
#ifndef SEEP_COREGRIND_GLUE_MODULES_GENERATED_NAMES_H
#define SEEP_COREGRIND_GLUE_MODULES_GENERATED_NAMES_H

#include <stddef.h>
#include <stdint.h>

/* Send what is known of these instructions, as far as it has not been sent. */
void generated_names_send(const uint64_t *ips, size_t count);

/* A new stream begins, to which nothing was sent. */
void generated_names_forget_sent(void);

#endif
