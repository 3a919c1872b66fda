/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of a translation cache as the tool reads them: mapped, with faults survived. */
#ifndef SEEP_TESTS_SUPPORT_CODE_READER_H
#define SEEP_TESTS_SUPPORT_CODE_READER_H

#include "coregrind-glue/translation_cache/code_folder.h"

/* Before the first one: faults of guarded accesses end them. */
void code_reader_catch_faults(void);

struct code_reader {
  struct code_file file; /* base NULL: there is none that can be used */
  void *mapped;
  size_t bytes;
};

void code_reader_init(struct code_reader *reader, const struct code_folder *folder, const char *name,
                      const struct code_identity *identity);
void code_reader_deinit(struct code_reader *reader);

enum code_reading { READ_NOTHING, READ_RIGHT, READ_WRONG };

/* Look for a block where the guest's memory holds `content`, and judge what is found. */
enum code_reading code_reader_find(const struct code_reader *reader, const struct code_identity *identity,
                                   const struct code_key *key, unsigned content);

#endif
