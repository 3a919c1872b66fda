/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/bulk.h"

#include "coregrind-glue/core.h"
#include "memcheck/errors.h"

enum { FUNCTION_NAME_BYTES = 32 };

UWord bulk_on_overlap(ThreadId tid, const UWord *argument)
{
  HChar function[FUNCTION_NAME_BYTES];
  core_guest_string(argument[1], function, sizeof function);
  struct record_error error = {.kind = RECORD_ERROR_OVERLAP, .text = core_string(function),
                               .address = argument[2], .auxiliary = argument[3], .size = argument[4]};
  errors_report(tid, &error, false);
  return 0;
}
