/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who asks for Memcheck's defaults gets its name as well, and a line on copyright below it: readers of reports look for
 * these, and filters drop them. */
#include "host/model/words/heading.h"

#include <stdio.h>

#include "host/base/print.h"

char *heading_line(const struct process *process, unsigned index)
{
  bool is_memcheck = process->settings.is_memcheck;
  if (is_memcheck && index == 0)
    return print_text("Memcheck, a memory error detector");
  if (is_memcheck && index == 1)
    return print_text("Copyright (C) 2026, and GNU GPL'd, by the authors of Seep %s, a memory error and leak checker",
                      process->seep_version);
  if (index == 0)
    return print_text("Seep %s, a memory error and leak checker", process->seep_version);
  if (index != (is_memcheck ? 2 : 1))
    return NULL;
  if (process->settings.is_attached)
    return print_text("The program ran before Seep came (seep attach); rerun with -h for copyright info");
  if (process->settings.leaks_only)
    return print_text("The program runs natively (--checks=leaks); rerun with -h for copyright info");
  return print_text("Using Valgrind-%s and LibVEX; rerun with -h for copyright info", process->core_version);
}
