/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Wrong rules, which the oracle must notice. */
#ifndef SEEP_TESTS_ORACLE_MUTANTS_H
#define SEEP_TESTS_ORACLE_MUTANTS_H

/* How many were not; prints a line for each. */
unsigned mutants_missed(void);

#endif
