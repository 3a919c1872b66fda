/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Check, the library for unit tests, forks a process for each test, which calls a function of Check with the test's
 * name right before the test. All versions do, whether linked statically or not; without a symbol table the call is not
 * noticed. The name is sent to the tool as a change of an option. What it means for a process that was not forked is
 * for the reporter to decide. */
#include "pub_tool_basics.h"
#include "pub_tool_redir.h"

#include "valgrind.h"

enum { OPTION_BYTES = 256 };

void VG_WRAP_FUNCTION_ZU(Za, tcase_fn_start)(const char *name, const char *file, int line);
void VG_WRAP_FUNCTION_ZU(Za, tcase_fn_start)(const char *name, const char *file, int line)
{
  char option[OPTION_BYTES] = "--suite-subtest=";
  OrigFn original;
  VALGRIND_GET_ORIG_FN(original);
  SizeT at = sizeof "--suite-subtest=" - 1;
  for (const char *from = name; from && *from && at + 1 < sizeof option; from++)
    option[at++] = *from;
  option[at] = '\0';
  VALGRIND_CLO_CHANGE(option);
  CALL_FN_v_WWW(original, name, file, line);
}
