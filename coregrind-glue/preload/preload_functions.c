/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest's string and memory functions, replaced for two reasons: vectorised originals read past the end of what
 * they are given and would give false alarms, and overlap is checked. Memcheck's rules on which functions check for it,
 * and on what they are called in the report, are kept.
 *
 * Each kind is a function here, which is inlined into every symbol that preload_functions.def gives this kind: so each
 * symbol has code and a name of its own in stack traces. */
#include "pub_tool_basics.h"
#include "pub_tool_redir.h"

#include "coregrind-glue/preload/preload_bytes.h"
#include "coregrind-glue/preload/preload_memory.h"
#include "coregrind-glue/preload/preload_wide.h"

#define LIBC VG_Z_LIBC_SONAME
#define LOADER VG_Z_LD_LINUX_X86_64_SO_2
#define PROGRAM NONE
#define MUSL libcZdso
#define STATIC libcZdsoZdstatic

/* Ends the guest as its C library would. */
extern void __chk_fail(void) __attribute__((weak, noreturn));
extern void _exit(int status) __attribute__((noreturn));

INLINED void check_room(const char *function, SizeT bytes, SizeT room)
{
  if (bytes <= room)
    return;
  VALGRIND_PRINTF_BACKTRACE("*** %s: buffer overflow detected ***: program terminated\n", function);
  if (__chk_fail)
    __chk_fail();
  _exit(1);
}

INLINED void check_overlap(const char *function, const void *to, SizeT to_bytes, const void *from, SizeT from_bytes,
                           SizeT shown_bytes)
{
  if (ranges_overlap(to, to_bytes, from, from_bytes))
    VALGRIND_DO_CLIENT_REQUEST_STMT(PRELOAD_OVERLAP, function, to, from, shown_bytes, 0);
}

/* --- searching and comparing --- */

#define SHAPE_strlen SizeT, (const char *text), (text)
INLINED SizeT replace_strlen(const char *text)
{
  return bytes_length(text);
}

#define SHAPE_strnlen SizeT, (const char *text, SizeT max), (text, max)
INLINED SizeT replace_strnlen(const char *text, SizeT max)
{
  return bytes_length_within(text, max);
}

#define SHAPE_strchr char *, (const char *text, int wanted), (text, wanted)
INLINED char *replace_strchr(const char *text, int wanted)
{
  return bytes_find(text, (char)wanted);
}

#define SHAPE_strchrnul SHAPE_strchr
INLINED char *replace_strchrnul(const char *text, int wanted)
{
  return bytes_find_or_end(text, (char)wanted);
}

#define SHAPE_strrchr SHAPE_strchr
INLINED char *replace_strrchr(const char *text, int wanted)
{
  return bytes_find_last(text, (char)wanted);
}

#define SHAPE_rawmemchr void *, (const void *start, int wanted), (start, wanted)
INLINED void *replace_rawmemchr(const void *start, int wanted)
{
  return bytes_find_sure(start, (char)wanted);
}

#define SHAPE_memchr void *, (const void *start, int wanted, SizeT bytes), (start, wanted, bytes)
INLINED void *replace_memchr(const void *start, int wanted, SizeT bytes)
{
  return bytes_find_within(start, (char)wanted, bytes);
}

#define SHAPE_memrchr SHAPE_memchr
INLINED void *replace_memrchr(const void *start, int wanted, SizeT bytes)
{
  return bytes_find_last_within(start, (char)wanted, bytes);
}

#define SHAPE_memcmp int, (const void *a, const void *b, SizeT bytes), (a, b, bytes)
INLINED int replace_memcmp(const void *a, const void *b, SizeT bytes)
{
  return memory_compare(a, b, bytes);
}

#define SHAPE_strcmp int, (const char *a, const char *b), (a, b)
INLINED int replace_strcmp(const char *a, const char *b)
{
  return bytes_compare(a, b);
}

#define SHAPE_strncmp int, (const char *a, const char *b, SizeT max), (a, b, max)
INLINED int replace_strncmp(const char *a, const char *b, SizeT max)
{
  return bytes_compare_within(a, b, max);
}

#define SHAPE_strcasecmp SHAPE_strcmp
INLINED int replace_strcasecmp(const char *a, const char *b)
{
  return bytes_compare_any_case(a, b, SIZE_MAX, NULL);
}

#define SHAPE_strncasecmp SHAPE_strncmp
INLINED int replace_strncasecmp(const char *a, const char *b, SizeT max)
{
  return bytes_compare_any_case(a, b, max, NULL);
}

#define SHAPE_strcasecmp_l int, (const char *a, const char *b, void *locale), (a, b, locale)
INLINED int replace_strcasecmp_l(const char *a, const char *b, void *locale)
{
  return bytes_compare_any_case(a, b, SIZE_MAX, locale);
}

#define SHAPE_strncasecmp_l int, (const char *a, const char *b, SizeT max, void *locale), (a, b, max, locale)
INLINED int replace_strncasecmp_l(const char *a, const char *b, SizeT max, void *locale)
{
  return bytes_compare_any_case(a, b, max, locale);
}

#define SHAPE_strstr char *, (const char *text, const char *wanted), (text, wanted)
INLINED char *replace_strstr(const char *text, const char *wanted)
{
  return bytes_find_text(text, wanted);
}

#define SHAPE_strcasestr SHAPE_strstr
INLINED char *replace_strcasestr(const char *text, const char *wanted)
{
  return bytes_find_text_any_case(text, wanted);
}

#define SHAPE_strpbrk char *, (const char *text, const char *set), (text, set)
INLINED char *replace_strpbrk(const char *text, const char *set)
{
  return bytes_find_one_of(text, set);
}

#define SHAPE_strspn SizeT, (const char *text, const char *set), (text, set)
INLINED SizeT replace_strspn(const char *text, const char *set)
{
  return bytes_span(text, set, true);
}

#define SHAPE_strcspn SHAPE_strspn
INLINED SizeT replace_strcspn(const char *text, const char *set)
{
  return bytes_span(text, set, false);
}

#define SHAPE_wcslen SizeT, (const Int *text), (text)
INLINED SizeT replace_wcslen(const Int *text)
{
  return wide_length(text);
}

#define SHAPE_wcsnlen SizeT, (const Int *text, SizeT max), (text, max)
INLINED SizeT replace_wcsnlen(const Int *text, SizeT max)
{
  return wide_length_within(text, max);
}

#define SHAPE_wcscmp int, (const Int *a, const Int *b), (a, b)
INLINED int replace_wcscmp(const Int *a, const Int *b)
{
  return wide_compare(a, b);
}

#define SHAPE_wcsncmp int, (const Int *a, const Int *b, SizeT max), (a, b, max)
INLINED int replace_wcsncmp(const Int *a, const Int *b, SizeT max)
{
  return wide_compare_within(a, b, max);
}

#define SHAPE_wcschr Int *, (const Int *text, Int wanted), (text, wanted)
INLINED Int *replace_wcschr(const Int *text, Int wanted)
{
  return wide_find(text, wanted);
}

#define SHAPE_wcsrchr SHAPE_wcschr
INLINED Int *replace_wcsrchr(const Int *text, Int wanted)
{
  return wide_find_last(text, wanted);
}

#define SHAPE_wmemchr Int *, (const Int *start, Int wanted, SizeT count), (start, wanted, count)
INLINED Int *replace_wmemchr(const Int *start, Int wanted, SizeT count)
{
  return wide_find_within(start, wanted, count);
}

#define SHAPE_wmemcmp SHAPE_wcsncmp
INLINED int replace_wmemcmp(const Int *a, const Int *b, SizeT count)
{
  return wide_compare_array(a, b, count);
}

/* --- plain memory --- */

#define SHAPE_memmove void *, (void *to, const void *from, SizeT bytes), (to, from, bytes)
INLINED void *replace_memmove(void *to, const void *from, SizeT bytes)
{
  return memory_move(to, from, bytes);
}

#define SHAPE_memcpy SHAPE_memmove
INLINED void *replace_memcpy(void *to, const void *from, SizeT bytes)
{
  check_overlap("memcpy", to, bytes, from, bytes, bytes);
  return memory_move(to, from, bytes);
}

#define SHAPE_mempcpy SHAPE_memmove
INLINED void *replace_mempcpy(void *to, const void *from, SizeT bytes)
{
  check_overlap("mempcpy", to, bytes, from, bytes, bytes);
  return (char *)memory_move_bytes(to, from, bytes) + bytes;
}

#define SHAPE_bcopy void, (const void *from, void *to, SizeT bytes), (from, to, bytes)
INLINED void replace_bcopy(const void *from, void *to, SizeT bytes)
{
  memory_move_bytes(to, from, bytes);
}

#define SHAPE_memset void *, (void *to, Int value, SizeT bytes), (to, value, bytes)
INLINED void *replace_memset(void *to, Int value, SizeT bytes)
{
  return memory_fill(to, value, bytes);
}

#define SHAPE_memccpy void *, (void *to, const void *from, int last, SizeT bytes), (to, from, last, bytes)
INLINED void *replace_memccpy(void *to, const void *from, int last, SizeT bytes)
{
  const char *end = bytes_find_within(from, (char)last, bytes);
  const SizeT copied = end ? (SizeT)(end - (const char *)from) + 1 : bytes;
  check_overlap("memccpy", to, bytes, from, copied, bytes);
  memory_move_bytes(to, from, copied);
  return end ? (char *)to + copied : NULL;
}

/* In glibc this is the same code as __memmove_chk(), and which of the two was called cannot be told. */
#define SHAPE_memcpy_chk void *, (void *to, const void *from, SizeT bytes, SizeT room), (to, from, bytes, room)
INLINED void *replace_memcpy_chk(void *to, const void *from, SizeT bytes, SizeT room)
{
  check_room("memcpy_chk", bytes, room);
  return memory_move_bytes(to, from, bytes);
}

#define SHAPE_mempcpy_chk SHAPE_memcpy_chk
INLINED void *replace_mempcpy_chk(void *to, const void *from, SizeT bytes, SizeT room)
{
  check_room("mempcpy_chk", bytes, room);
  check_overlap("mempcpy_chk", to, bytes, from, bytes, bytes);
  return (char *)memory_move_bytes(to, from, bytes) + bytes;
}

#define SHAPE_memmove_chk SHAPE_memcpy_chk
INLINED void *replace_memmove_chk(void *to, const void *from, SizeT bytes, SizeT room)
{
  check_room("memmove_chk", bytes, room);
  return memory_move_bytes(to, from, bytes);
}

#define SHAPE_memset_chk void *, (void *to, Int value, SizeT bytes, SizeT room), (to, value, bytes, room)
INLINED void *replace_memset_chk(void *to, Int value, SizeT bytes, SizeT room)
{
  check_room("memset_chk", bytes, room);
  return memory_fill(to, value, bytes);
}

/* --- copying strings: how long they are is known only afterwards, so is overlap --- */

#define SHAPE_strcpy char *, (char *to, const char *from), (to, from)
INLINED char *replace_strcpy(char *to, const char *from)
{
  const SizeT bytes = bytes_copy(to, from) + 1;
  check_overlap("strcpy", to, bytes, from, bytes, 0);
  return to;
}

#define SHAPE_stpcpy SHAPE_strcpy
INLINED char *replace_stpcpy(char *to, const char *from)
{
  const SizeT bytes = bytes_copy(to, from) + 1;
  check_overlap("stpcpy", to, bytes, from, bytes, 0);
  return to + bytes - 1;
}

#define SHAPE_strcat SHAPE_strcpy
INLINED char *replace_strcat(char *to, const char *from)
{
  const SizeT before = bytes_length(to);
  const SizeT bytes = bytes_copy(to + before, from) + 1;
  check_overlap("strcat", to, before + bytes, from, bytes, 0);
  return to;
}

#define SHAPE_strncat char *, (char *to, const char *from, SizeT max), (to, from, max)
INLINED char *replace_strncat(char *to, const char *from, SizeT max)
{
  const SizeT before = bytes_length(to);
  const SizeT copied = bytes_copy_within(to + before, from, max);
  const SizeT read = copied < max ? copied + 1 : copied;
  to[before + copied] = 0;
  check_overlap("strncat", to, before + copied + 1, from, read, max);
  return to;
}

/* All of the destination is written, whatever the source's length. Returns that. */
INLINED SizeT copy_and_pad(const char *function, char *to, const char *from, SizeT max)
{
  const SizeT copied = bytes_copy_within(to, from, max);
  const SizeT read = copied < max ? copied + 1 : copied;
  check_overlap(function, to, max, from, read, max);
  for (SizeT i = copied; i < max; i++)
    to[i] = 0;
  return copied;
}

#define SHAPE_strncpy SHAPE_strncat
INLINED char *replace_strncpy(char *to, const char *from, SizeT max)
{
  copy_and_pad("strncpy", to, from, max);
  return to;
}

#define SHAPE_stpncpy SHAPE_strncat
INLINED char *replace_stpncpy(char *to, const char *from, SizeT max)
{
  return to + copy_and_pad("stpncpy", to, from, max);
}

#define SHAPE_strlcpy SizeT, (char *to, const char *from, SizeT room), (to, from, room)
INLINED SizeT replace_strlcpy(char *to, const char *from, SizeT room)
{
  const SizeT copied = room > 0 ? bytes_copy_within(to, from, room - 1) : 0;
  if (room > 0)
    to[copied] = 0;
  const SizeT length = copied + bytes_length(from + copied);
  check_overlap("strlcpy", to, room > 0 ? copied + 1 : 0, from, length + 1, room);
  return length;
}

#define SHAPE_strlcat SHAPE_strlcpy
INLINED SizeT replace_strlcat(char *to, const char *from, SizeT room)
{
  const SizeT before = bytes_length_within(to, room);
  const SizeT copied = before < room ? bytes_copy_within(to + before, from, room - before - 1) : 0;
  if (before < room)
    to[before + copied] = 0;
  const SizeT length = copied + bytes_length(from + copied);
  check_overlap("strlcat", to, before + copied + (before < room), from, length + 1, room);
  return before + length;
}

/* Returns how long the copy is. */
INLINED SizeT copy_with_room(const char *function, char *to, const char *from, SizeT room)
{
  const SizeT copied = bytes_copy_within(to, from, room);
  check_room(function, copied + 1, room);
  to[copied] = 0;
  return copied;
}

#define SHAPE_strcpy_chk char *, (char *to, const char *from, SizeT room), (to, from, room)
INLINED char *replace_strcpy_chk(char *to, const char *from, SizeT room)
{
  copy_with_room("strcpy_chk", to, from, room);
  return to;
}

#define SHAPE_stpcpy_chk SHAPE_strcpy_chk
INLINED char *replace_stpcpy_chk(char *to, const char *from, SizeT room)
{
  return to + copy_with_room("stpcpy_chk", to, from, room);
}

#define SHAPE_wcscpy Int *, (Int *to, const Int *from), (to, from)
INLINED Int *replace_wcscpy(Int *to, const Int *from)
{
  const SizeT bytes = (wide_copy(to, from) + 1) * sizeof(Int);
  check_overlap("wcscpy", to, bytes, from, bytes, 0);
  return to;
}

/* As copy_and_pad(). */
INLINED SizeT wide_copy_and_pad(const char *function, Int *to, const Int *from, SizeT max)
{
  const SizeT copied = wide_copy_within(to, from, max);
  const SizeT read = copied < max ? copied + 1 : copied;
  check_overlap(function, to, max * sizeof(Int), from, read * sizeof(Int), 0);
  for (SizeT i = copied; i < max; i++)
    to[i] = 0;
  return copied;
}

#define SHAPE_wcsncpy Int *, (Int *to, const Int *from, SizeT max), (to, from, max)
INLINED Int *replace_wcsncpy(Int *to, const Int *from, SizeT max)
{
  wide_copy_and_pad("wcsncpy", to, from, max);
  return to;
}

#define SHAPE_wcpncpy SHAPE_wcsncpy
INLINED Int *replace_wcpncpy(Int *to, const Int *from, SizeT max)
{
  return to + wide_copy_and_pad("wcpncpy", to, from, max);
}

/* --- the symbols --- */

#define DEFINE_OF_SHAPE(name, function, result, parameters, arguments) \
  result name parameters;                                              \
  result name parameters                                               \
  {                                                                    \
    return function arguments;                                         \
  }
#define DEFINE(name, function, ...) DEFINE_OF_SHAPE(name, function, __VA_ARGS__)

#define FUNCTION(library, class, priority, symbol, kind) \
  DEFINE(VG_REPLACE_FUNCTION_EZZ(class##priority, library, symbol), replace_##kind, SHAPE_##kind)
#include "coregrind-glue/preload/preload_functions.def"
