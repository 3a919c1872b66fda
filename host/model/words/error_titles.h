/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An error as people name it: "use after free" rather than "Invalid read"; the same on the screen and on the page. */
#ifndef SEEP_HOST_MODEL_WORDS_ERROR_TITLES_H
#define SEEP_HOST_MODEL_WORDS_ERROR_TITLES_H

#include "host/model/process/model.h"

/* The worst first: verdicts have this order. */
enum error_name {
#define ERROR_NAME(id, one, several) ERROR_NAME_##id,
#include "host/model/words/error_names.def"
  ERROR_NAMES,
};

/* By its kind, and what is known of the address. */
enum error_name error_name_of(const struct error_context *error);

/* "use after free", "uses after free" */
const char *error_name_words(enum error_name name, size_t count);

/* "use after free: read of 8 bytes, 16 bytes into a freed block of 24 bytes"; malloc'ed. */
void error_title(const struct process *process, const struct error_context *error, char **ret);

/* The heap block that an error's address lies in or beside. */
enum error_block { ERROR_BLOCK_NONE, ERROR_BLOCK_LIVE, ERROR_BLOCK_FREED };
enum error_block error_block_of(const struct error_context *error);

#endif
