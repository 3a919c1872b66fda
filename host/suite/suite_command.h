/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep suite [options] -- COMMAND`: the programs of a test suite under the checker, everything around them without. */
#ifndef SEEP_HOST_SUITE_SUITE_COMMAND_H
#define SEEP_HOST_SUITE_SUITE_COMMAND_H

/* argv[0] is "suite". Returns, or ends as COMMAND did. */
int command_suite(int argc, char **argv);

#endif
