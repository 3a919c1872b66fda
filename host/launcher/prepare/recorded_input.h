/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Standard input for the record, in the words of shared/base/standard_input.h, and from there. */
#ifndef SEEP_HOST_LAUNCHER_PREPARE_RECORDED_INPUT_H
#define SEEP_HOST_LAUNCHER_PREPARE_RECORDED_INPUT_H

#include "host/base/error.h"
#include "host/base/options.h"

/* malloc'ed. */
char *recorded_input_describe(void);

/* Set --standard-input, by which the record tells it. */
struct error *recorded_input_note(struct options *options);

/* Open what `recorded` says (NULL: nothing is known). *ret_fd is -1 when it was not of a kind that can be had again:
 * then it is the present standard input, and *ret_note says what differs, NULL: nothing does; static. */
struct error *recorded_input_open(const char *recorded, int *ret_fd, const char **ret_note);

#endif
