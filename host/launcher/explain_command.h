/* SPDX-License-Identifier: GPL-2.0-or-later */
/* seep explain: the launcher's part, which is to run programs again. */
#ifndef SEEP_HOST_LAUNCHER_EXPLAIN_COMMAND_H
#define SEEP_HOST_LAUNCHER_EXPLAIN_COMMAND_H

/* As host/runs/commands.h. */
int command_explain(int argc, char **argv);

#endif
