/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which threads an error is about: the one in which it happened, and those that freed and allocated the block. */
#ifndef SEEP_HOST_MODEL_WORDS_THREAD_WORDS_H
#define SEEP_HOST_MODEL_WORDS_THREAD_WORDS_H

#include "host/model/process/model.h"

/* "in thread 3, which runs user and was started by main() (t.c:9); freed by a thread that runs freer; allocated by the
 * main thread"; malloc'ed, NULL: no thread but the first has to do with it. */
char *thread_words(const struct process *process, const struct error_context *error);

#endif
