/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/model/process/found_later.h"

#include <stddef.h>

#include "shared/record/record.h"

const struct found_later *found_later_of(uint64_t kind)
{
  static const struct {
    uint64_t kind;
    struct found_later entry;
  } entries[] = {
#define FOUND_LATER(KIND, name, where, state, label) {RECORD_ERROR_##KIND, {where, state, label}},
#include "host/model/process/found_later.def"
  };
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
    if (entries[i].kind == kind)
      return &entries[i].entry;
  return NULL;
}

const char *found_later_when(uint64_t when)
{
  static const char *const words[] = {[RECORD_FOUND_BY_CALL] = "when the block was freed or resized",
                                      [RECORD_FOUND_BEFORE_REUSE] = "before its memory was used again",
                                      [RECORD_FOUND_AT_END] = "at the end of the program"};
  return when < sizeof words / sizeof *words && words[when] ? words[when] : "some time later";
}
