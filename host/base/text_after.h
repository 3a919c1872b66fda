/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Texts that begin in a known way, as arguments do. */
#ifndef SEEP_HOST_BASE_TEXT_AFTER_H
#define SEEP_HOST_BASE_TEXT_AFTER_H

#include <stddef.h>
#include <string.h>

/* What follows the beginning: "json" of "--format=json" after "--format="; NULL: the text begins otherwise. */
static inline const char *text_after(const char *text, const char *beginning)
{
  size_t length = strlen(beginning);
  return strncmp(text, beginning, length) == 0 ? text + length : NULL;
}

#endif
