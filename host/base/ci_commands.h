/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Commands that CI systems take from a job's output: "::error ..." at the beginning of a line (GitHub, which leaves out
 * blanks), and "##[error]", "##vso[", "##teamcity[" anywhere in one (GitHub, Azure, TeamCity). Text of others must not
 * give any, so the character that would complete such a beginning is written in another way. GitLab's need control
 * characters, which are never written. */
#ifndef SEEP_HOST_BASE_CI_COMMANDS_H
#define SEEP_HOST_BASE_CI_COMMANDS_H

#include <stdbool.h>
#include <stddef.h>

/* What has been written of the current line; all zero at the beginning. */
struct job_line {
  bool has_begun; /* by something else than blanks and one colon */
  bool has_colon;
  unsigned char hashes; /* right before, with or without letters after them; 2 are as good as more */
};

/* Take the next character of the output into account, and tell whether it must be written in another way. `next` is the
 * byte after it, or NUL: a command's name follows the colons at once, and Seep's own ":::" is none. */
bool job_line_completes(struct job_line *line, const char *character, size_t bytes, char next);

#endif
