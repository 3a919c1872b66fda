/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is known of a module while symbols are in use; for symbols.c, worker_deaths.c and module_cache.c. */
#ifndef SEEP_HOST_SYMBOLS_MODULE_STATE_H
#define SEEP_HOST_SYMBOLS_MODULE_STATE_H

#include "host/symbols/elf/bytes.h"
#include "host/symbols/elf/file_state.h"
#include "host/symbols/module_answers.h"
#include "host/symbols/name_sources.h"
#include "host/symbols/symbols.h"

enum reading { READ_ALL, READ_SYMBOLS, READ_NOTHING };

struct module {
  struct byte_builder key; /* what symbols_module says, as bytes */
  struct symbols_module about; /* its strings are owned */
  uint32_t number;
  enum reading reading;
  unsigned deaths;            /* of workers over this module */
  unsigned worker_generation; /* of the worker that has it open; 0: none */
  unsigned opened;            /* its sources of names (name_sources.h) */
  struct file_state here;          /* of the file that would be opened, when the module was first met */
  struct file_state file;          /* of the file that the worker has open */
  struct byte_builder probes; /* of the debug files that were looked for */
  struct answers *answers;
  unsigned sources;           /* of the answers, which all come from these */
  bool has_answers, has_new_answers;
  bool is_mixed;              /* answers come from different sources */
  bool is_packed;             /* answers were packed with the run */
};

#endif
