/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/model/words/signal_name.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

const char *signal_name(uint64_t number)
{
  static char names[NSIG][16];
  if (number == 0 || number >= NSIG)
    return "SIG?";
  const char *name = sigabbrev_np((int)number);
  char *kept = names[number];
  if (name)
    snprintf(kept, sizeof names[0], "SIG%s", name);
  else
    snprintf(kept, sizeof names[0], "SIG%" PRIu64, number);
  return kept;
}
