/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the checker says by itself, on standard error, when nobody else can: the reporter prints all the rest. */
#ifndef SEEP_NATIVE_SAY_H
#define SEEP_NATIVE_SAY_H

/* `more` is printed after `text`. */
void say(const char *text, const char *more);

/* Ends the program with the status that it would have ended with, if that is known, else with Seep's own. Its record
 * breaks off, so that nobody takes it for checked. */
void say_and_end(const char *text, const char *more) __attribute__((noreturn));

/* From now on nothing is said: reports go nowhere. */
void say_nothing(void);

/* The program is about to end with that status. */
void say_status_is(int status);

#endif
