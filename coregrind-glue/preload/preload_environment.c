/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is put into the environment may be read much later and elsewhere. So it is checked here, where it is known who
 * has put it there. */
#include "pub_tool_basics.h"
#include "pub_tool_redir.h"

#include "memcheck.h"
#include "valgrind.h"

/* Reads a string, so that what is wrong with it is reported with the caller as the innermost frame. */
#define READ_STRING(text)                       \
  do {                                          \
    for (const char *p = (text); p && *p; p++)  \
      __asm__ volatile("" ::: "memory");        \
  } while (0)

int VG_WRAP_FUNCTION_ZU(VG_Z_LIBC_SONAME, putenv)(char *setting);
int VG_WRAP_FUNCTION_ZU(VG_Z_LIBC_SONAME, putenv)(char *setting)
{
  OrigFn original;
  Word result;
  VALGRIND_GET_ORIG_FN(original);
  READ_STRING(setting);
  CALL_FN_W_W(result, original, setting);
  return (int)result;
}

int VG_WRAP_FUNCTION_ZU(VG_Z_LIBC_SONAME, unsetenv)(const char *name);
int VG_WRAP_FUNCTION_ZU(VG_Z_LIBC_SONAME, unsetenv)(const char *name)
{
  OrigFn original;
  Word result;
  VALGRIND_GET_ORIG_FN(original);
  READ_STRING(name);
  CALL_FN_W_W(result, original, name);
  return (int)result;
}

int VG_WRAP_FUNCTION_ZU(VG_Z_LIBC_SONAME, setenv)(const char *name, const char *value, int overwrite);
int VG_WRAP_FUNCTION_ZU(VG_Z_LIBC_SONAME, setenv)(const char *name, const char *value, int overwrite)
{
  OrigFn original;
  Word result;
  VALGRIND_GET_ORIG_FN(original);
  READ_STRING(name);
  READ_STRING(value);
  (void)VALGRIND_CHECK_VALUE_IS_DEFINED(overwrite);
  CALL_FN_W_WWW(result, original, name, value, overwrite);
  return (int)result;
}
