/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Errors of the host half are values.
 *
 * A function that can fail returns `struct error *`: NULL means that all went well, anything else belongs to the
 * caller, who hands it on, adds context to it, or prints it and calls error_free(). Results go out through pointer
 * parameters named `ret` and are touched on success only. Only main programs print errors or exit. */
#ifndef SEEP_HOST_BASE_ERROR_H
#define SEEP_HOST_BASE_ERROR_H

struct error;

/* Make an error from a message, one sentence without a full stop, which says what is wrong, where, and what to do.
 * Without memory the program ends (host/base/memory.h). */
struct error *error_format(const char *format, ...) __attribute__((format(printf, 1, 2), returns_nonnull));

/* Like error_format() with ": " and the text of errno_value after it. */
struct error *error_errno(int errno_value, const char *format, ...)
  __attribute__((format(printf, 2, 3), returns_nonnull));

/* Put "context: " in front of the message; takes `error` over and returns what replaces it. NULL stays NULL. */
struct error *error_context(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The message, valid until the error is freed. */
const char *error_message(const struct error *error);

void error_free(struct error *error);

/* Hand an error on, where there is nothing to release. */
#define RETURN_IF_ERROR(call)     \
  do {                            \
    struct error *call_ = (call); \
    if (call_)                    \
      return call_;               \
  } while (0)

#endif
