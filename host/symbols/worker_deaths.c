/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A module over which a worker crashes is tried once more in a fresh worker, in case another module had used up its
 * memory; then without DWARF; then not at all. One that takes too long is not tried again in the same way. */
#include "host/symbols/worker_deaths.h"

void worker_deaths_note(struct module *module, enum worker_outcome outcome, const struct warnings *warnings)
{
  module->deaths++;
  if (module->deaths == 1 && outcome == WORKER_CRASHED)
    return;
  const char *what = outcome == WORKER_TOO_SLOW ? "takes too long" : "fails";
  if (module->reading == READ_ALL)
    warn_of(warnings, error_format("%s: reading its debug information %s, so it may be damaged; only its symbol table "
                                   "is used: build or install it again",
                                   module->about.path, what));
  else
    warn_of(warnings, error_format("%s: reading its symbol table %s; " SYMBOLS_NAMELESS, module->about.path, what));
  module->reading++;
}
