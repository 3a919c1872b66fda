/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What conditions of suppressions are asked about: which program a process runs, for which test, with which
 * libraries. */
#ifndef SEEP_HOST_MODEL_PROCESS_PROGRAM_FACTS_H
#define SEEP_HOST_MODEL_PROCESS_PROGRAM_FACTS_H

#include "host/record/frame_reader.h"
#include "suppressions/suppressions.h"

struct program_facts;

void program_facts_create(struct program_facts **ret);
void program_facts_destroy(struct program_facts *context);

/* Copy what a condition is compared with, such as the path of the program (EXTENSION_EXE); it takes the place of an
 * earlier one. */
void program_facts_set(struct program_facts *context, enum extension_id fact, const char *text);

/* The same with the test's name. A program has a name of its own, if none is given, where a build has added to it. */
void program_facts_set_test(struct program_facts *context, const char *test);

/* The process runs one of several tests that the test, or else the program, consists of ("test::subtest"). NULL: it is
 * not known which. */
void program_facts_set_subtest(struct program_facts *context, const char *subtest);

/* Take a module that was mapped; what is no library is passed over. */
void program_facts_add_module(struct program_facts *context, const struct record_module *module);

/* As suppressions see it, valid until the context is changed. glibc, whose file name does not tell its version, is read
 * when this is first asked; it must be the file of the run. */
void program_facts_for_match(struct program_facts *context, const struct suppressions_context **ret);

#endif
