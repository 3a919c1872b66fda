/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who asks for Memcheck's defaults gets its name as well, and a line on copyright below it: readers of reports look for
 * these, and filters drop them. */
#include "host/model/words/heading.h"

#include <stdio.h>

char *heading_line(const struct process *process, unsigned index)
{
  static const char core[] = "Using Valgrind-%s and LibVEX; rerun with -h for copyright info";
  char *line;
  int length = -1;
  bool is_memcheck = process->settings.is_memcheck;
  if (is_memcheck && index == 0)
    length = asprintf(&line, "Memcheck, a memory error detector");
  else if (is_memcheck && index == 1)
    length = asprintf(&line,
                      "Copyright (C) 2026, and GNU GPL'd, by the authors of Seep %s, a memory error and leak checker",
                      process->seep_version);
  else if (index == 0)
    length = asprintf(&line, "Seep %s, a memory error and leak checker", process->seep_version);
  else if (index == (is_memcheck ? 2 : 1) && process->settings.leaks_only)
    length = asprintf(&line, "The program runs natively (--checks=leaks); rerun with -h for copyright info");
  else if (index == (is_memcheck ? 2 : 1))
    length = asprintf(&line, core, process->core_version);
  return length < 0 ? NULL : line;
}
