/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Findings made up for tests of formats: none at all, one, some of every sort, hundreds at one place,
 * hostile ones, many. */
#ifndef SEEP_TESTS_FORMATS_SPECIMENS_H
#define SEEP_TESTS_FORMATS_SPECIMENS_H

#include "host/reports/formats/formats.h"

/* Fails the program without memory. All of it is kept until the end of the program. */
const struct findings *specimen_none(void);
const struct findings *specimen_one(void);
const struct findings *specimen_some(void);
const struct findings *specimen_places(void);
const struct findings *specimen_hostile(void);
const struct findings *specimen_many(size_t count);

/* By those names; `count` is for "many". NULL: there is no such one. */
const struct findings *specimen(const char *name, size_t count);

/* What was put into the hostile ones. */
extern const char *const hostile_texts[]; /* ends with NULL */

#endif
