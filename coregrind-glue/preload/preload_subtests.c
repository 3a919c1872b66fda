/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Check, the library for unit tests, forks a process for each test, and in there calls a function of its own with the test's
 * name right before the test. It does so in all versions, linked into the program or not; only without a symbol table
 * nothing is heard of it. The name goes to the tool as an option that the program changes; what it means for a process
 * that was not forked is the reporter's business. */
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
