/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file that each test has for itself. */
#ifndef SEEP_TESTS_SUPPORT_TEMPORARY_FILE_H
#define SEEP_TESTS_SUPPORT_TEMPORARY_FILE_H

/* Checked fixtures: an empty file is there, and no more. */
void temporary_file_setup(void);
void temporary_file_teardown(void);

/* Its path, between the two. */
extern char temporary_file[];

#endif
