/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest's string and memory functions, replaced for two reasons: vectorised originals read past the end of what
 * they are given and would give false alarms, and overlap is checked. Memcheck's rules on which functions check for it,
 * and on what they are called in the report, are kept.
 *
 * A kind is a macro that defines a function of the name it is given; preload_functions.def says for which symbols. */
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

#define DIE_OF_OVERFLOW(function)                                                                       \
  do {                                                                                                  \
    VALGRIND_PRINTF_BACKTRACE("*** " function ": buffer overflow detected ***: program terminated\n");  \
    if (__chk_fail)                                                                                     \
      __chk_fail();                                                                                     \
    _exit(1);                                                                                           \
  } while (0)

#define CHECK_OVERLAP(function, to, to_bytes, from, from_bytes, shown_bytes)                      \
  do {                                                                                            \
    if (ranges_overlap(to, to_bytes, from, from_bytes))                                           \
      VALGRIND_DO_CLIENT_REQUEST_STMT(PRELOAD_OVERLAP, function, to, from, shown_bytes, 0);       \
  } while (0)

#define DEFINE(result, name, parameters, ...) \
  result name parameters;                     \
  result name parameters                      \
  {                                           \
    __VA_ARGS__                               \
  }

/* --- searching and comparing --- */

#define KIND_strlen(name) DEFINE(SizeT, name, (const char *text), return bytes_length(text);)
#define KIND_strnlen(name) DEFINE(SizeT, name, (const char *text, SizeT max), return bytes_length_within(text, max);)
#define KIND_strchr(name) DEFINE(char *, name, (const char *text, int wanted), return bytes_find(text, (char)wanted);)
#define KIND_strchrnul(name) \
  DEFINE(char *, name, (const char *text, int wanted), return bytes_find_or_end(text, (char)wanted);)
#define KIND_strrchr(name) \
  DEFINE(char *, name, (const char *text, int wanted), return bytes_find_last(text, (char)wanted);)
#define KIND_rawmemchr(name) \
  DEFINE(void *, name, (const void *start, int wanted), return bytes_find_sure(start, (char)wanted);)
#define KIND_memchr(name)                                            \
  DEFINE(void *, name, (const void *start, int wanted, SizeT bytes), \
         return bytes_find_within(start, (char)wanted, bytes);)
#define KIND_memrchr(name)                                      \
  DEFINE(void *, name, (const void *start, int wanted, SizeT bytes), \
         return bytes_find_last_within(start, (char)wanted, bytes);)
#define KIND_memcmp(name) \
  DEFINE(int, name, (const void *a, const void *b, SizeT bytes), return memory_compare(a, b, bytes);)
#define KIND_strcmp(name) DEFINE(int, name, (const char *a, const char *b), return bytes_compare(a, b);)
#define KIND_strncmp(name) \
  DEFINE(int, name, (const char *a, const char *b, SizeT max), return bytes_compare_within(a, b, max);)
#define KIND_strcasecmp(name) \
  DEFINE(int, name, (const char *a, const char *b), return bytes_compare_any_case(a, b, SIZE_MAX, NULL);)
#define KIND_strncasecmp(name) \
  DEFINE(int, name, (const char *a, const char *b, SizeT max), return bytes_compare_any_case(a, b, max, NULL);)
#define KIND_strcasecmp_l(name)                                    \
  DEFINE(int, name, (const char *a, const char *b, void *locale),  \
         return bytes_compare_any_case(a, b, SIZE_MAX, locale);)
#define KIND_strncasecmp_l(name)                                             \
  DEFINE(int, name, (const char *a, const char *b, SizeT max, void *locale), \
         return bytes_compare_any_case(a, b, max, locale);)
#define KIND_strstr(name) \
  DEFINE(char *, name, (const char *text, const char *wanted), return bytes_find_text(text, wanted);)
#define KIND_strcasestr(name) \
  DEFINE(char *, name, (const char *text, const char *wanted), return bytes_find_text_any_case(text, wanted);)
#define KIND_strpbrk(name) \
  DEFINE(char *, name, (const char *text, const char *set), return bytes_find_one_of(text, set);)
#define KIND_strspn(name) DEFINE(SizeT, name, (const char *text, const char *set), return bytes_span(text, set, true);)
#define KIND_strcspn(name) \
  DEFINE(SizeT, name, (const char *text, const char *set), return bytes_span(text, set, false);)

#define KIND_wcslen(name) DEFINE(SizeT, name, (const Int *text), return wide_length(text);)
#define KIND_wcsnlen(name) DEFINE(SizeT, name, (const Int *text, SizeT max), return wide_length_within(text, max);)
#define KIND_wcscmp(name) DEFINE(int, name, (const Int *a, const Int *b), return wide_compare(a, b);)
#define KIND_wcsncmp(name) \
  DEFINE(int, name, (const Int *a, const Int *b, SizeT max), return wide_compare_within(a, b, max);)
#define KIND_wcschr(name) DEFINE(Int *, name, (const Int *text, Int wanted), return wide_find(text, wanted);)
#define KIND_wcsrchr(name) DEFINE(Int *, name, (const Int *text, Int wanted), return wide_find_last(text, wanted);)
#define KIND_wmemchr(name) \
  DEFINE(Int *, name, (const Int *start, Int wanted, SizeT count), return wide_find_within(start, wanted, count);)
#define KIND_wmemcmp(name) \
  DEFINE(int, name, (const Int *a, const Int *b, SizeT count), return wide_compare_array(a, b, count);)

/* --- plain memory --- */

#define KIND_memmove(name) \
  DEFINE(void *, name, (void *to, const void *from, SizeT bytes), return memory_move(to, from, bytes);)
#define KIND_memcpy(name)                                           \
  DEFINE(void *, name, (void *to, const void *from, SizeT bytes),   \
         CHECK_OVERLAP("memcpy", to, bytes, from, bytes, bytes);    \
         return memory_move(to, from, bytes);)
#define KIND_mempcpy(name)                                          \
  DEFINE(void *, name, (void *to, const void *from, SizeT bytes),   \
         CHECK_OVERLAP("mempcpy", to, bytes, from, bytes, bytes);   \
         return (char *)memory_move_bytes(to, from, bytes) + bytes;)
#define KIND_bcopy(name) \
  DEFINE(void, name, (const void *from, void *to, SizeT bytes), memory_move_bytes(to, from, bytes);)
#define KIND_memset(name) \
  DEFINE(void *, name, (void *to, Int value, SizeT bytes), return memory_fill(to, value, bytes);)
#define KIND_memccpy(name)                                                                  \
  DEFINE(void *, name, (void *to, const void *from, int last, SizeT bytes),                 \
         const char *end = bytes_find_within(from, (char)last, bytes);                      \
         SizeT copied = end ? (SizeT)(end - (const char *)from) + 1 : bytes;                \
         CHECK_OVERLAP("memccpy", to, bytes, from, copied, bytes);                          \
         memory_move_bytes(to, from, copied);                                               \
         return end ? (char *)to + copied : NULL;)

/* In glibc this is the same code as __memmove_chk(), and which of the two was called cannot be told. */
#define KIND_memcpy_chk(name)                                                        \
  DEFINE(void *, name, (void *to, const void *from, SizeT bytes, SizeT room),        \
         if (room < bytes) DIE_OF_OVERFLOW("memcpy_chk");                            \
         return memory_move_bytes(to, from, bytes);)
#define KIND_mempcpy_chk(name)                                                       \
  DEFINE(void *, name, (void *to, const void *from, SizeT bytes, SizeT room),        \
         if (room < bytes) DIE_OF_OVERFLOW("mempcpy_chk");                           \
         CHECK_OVERLAP("mempcpy_chk", to, bytes, from, bytes, bytes);                \
         return (char *)memory_move_bytes(to, from, bytes) + bytes;)
#define KIND_memmove_chk(name)                                                       \
  DEFINE(void *, name, (void *to, const void *from, SizeT bytes, SizeT room),        \
         if (room < bytes) DIE_OF_OVERFLOW("memmove_chk");                           \
         return memory_move_bytes(to, from, bytes);)
#define KIND_memset_chk(name)                                                        \
  DEFINE(void *, name, (void *to, Int value, SizeT bytes, SizeT room),               \
         if (room < bytes) DIE_OF_OVERFLOW("memset_chk");                            \
         return memory_fill(to, value, bytes);)

/* --- copying strings: how long they are is known only afterwards, so is overlap --- */

#define KIND_strcpy(name)                                                \
  DEFINE(char *, name, (char *to, const char *from),                     \
         SizeT bytes = bytes_copy(to, from) + 1;                         \
         CHECK_OVERLAP("strcpy", to, bytes, from, bytes, 0);             \
         return to;)
#define KIND_stpcpy(name)                                                \
  DEFINE(char *, name, (char *to, const char *from),                     \
         SizeT bytes = bytes_copy(to, from) + 1;                         \
         CHECK_OVERLAP("stpcpy", to, bytes, from, bytes, 0);             \
         return to + bytes - 1;)
#define KIND_strcat(name)                                                \
  DEFINE(char *, name, (char *to, const char *from),                     \
         SizeT before = bytes_length(to);                                \
         SizeT bytes = bytes_copy(to + before, from) + 1;                \
         CHECK_OVERLAP("strcat", to, before + bytes, from, bytes, 0);    \
         return to;)
#define KIND_strncat(name)                                               \
  DEFINE(char *, name, (char *to, const char *from, SizeT max),          \
         SizeT before = bytes_length(to);                                \
         SizeT copied = bytes_copy_within(to + before, from, max);       \
         SizeT read = copied < max ? copied + 1 : copied;                \
         to[before + copied] = 0;                                        \
         CHECK_OVERLAP("strncat", to, before + copied + 1, from, read, max); \
         return to;)

/* All of the destination is written, whatever the source's length. */
#define COPY_AND_PAD(function)                                           \
  SizeT copied = bytes_copy_within(to, from, max);                       \
  SizeT read = copied < max ? copied + 1 : copied;                       \
  CHECK_OVERLAP(function, to, max, from, read, max);                     \
  for (SizeT i = copied; i < max; i++)                                   \
    to[i] = 0;
#define KIND_strncpy(name) \
  DEFINE(char *, name, (char *to, const char *from, SizeT max), COPY_AND_PAD("strncpy") return to;)
#define KIND_stpncpy(name) \
  DEFINE(char *, name, (char *to, const char *from, SizeT max), COPY_AND_PAD("stpncpy") return to + copied;)

#define KIND_strlcpy(name)                                                             \
  DEFINE(SizeT, name, (char *to, const char *from, SizeT room),                        \
         SizeT copied = room > 0 ? bytes_copy_within(to, from, room - 1) : 0;          \
         if (room > 0) to[copied] = 0;                                                 \
         SizeT length = copied + bytes_length(from + copied);                          \
         CHECK_OVERLAP("strlcpy", to, room > 0 ? copied + 1 : 0, from, length + 1, room); \
         return length;)
#define KIND_strlcat(name)                                                             \
  DEFINE(SizeT, name, (char *to, const char *from, SizeT room),                        \
         SizeT before = bytes_length_within(to, room);                                 \
         SizeT copied = before < room ? bytes_copy_within(to + before, from, room - before - 1) : 0; \
         if (before < room) to[before + copied] = 0;                                   \
         SizeT length = copied + bytes_length(from + copied);                          \
         CHECK_OVERLAP("strlcat", to, before + copied + (before < room), from, length + 1, room); \
         return before + length;)

#define COPY_WITH_ROOM(function)                                         \
  SizeT copied = bytes_copy_within(to, from, room);                      \
  if (copied == room) DIE_OF_OVERFLOW(function);                         \
  to[copied] = 0;
#define KIND_strcpy_chk(name) \
  DEFINE(char *, name, (char *to, const char *from, SizeT room), COPY_WITH_ROOM("strcpy_chk") return to;)
#define KIND_stpcpy_chk(name) \
  DEFINE(char *, name, (char *to, const char *from, SizeT room), COPY_WITH_ROOM("stpcpy_chk") return to + copied;)

#define KIND_wcscpy(name)                                                \
  DEFINE(Int *, name, (Int *to, const Int *from),                        \
         SizeT bytes = (wide_copy(to, from) + 1) * sizeof(Int);          \
         CHECK_OVERLAP("wcscpy", to, bytes, from, bytes, 0);             \
         return to;)

#define WIDE_COPY_AND_PAD(function)                                      \
  SizeT copied = wide_copy_within(to, from, max);                        \
  SizeT read = copied < max ? copied + 1 : copied;                       \
  CHECK_OVERLAP(function, to, max * sizeof(Int), from, read * sizeof(Int), 0); \
  for (SizeT i = copied; i < max; i++)                                   \
    to[i] = 0;
#define KIND_wcsncpy(name) \
  DEFINE(Int *, name, (Int *to, const Int *from, SizeT max), WIDE_COPY_AND_PAD("wcsncpy") return to;)
#define KIND_wcpncpy(name) \
  DEFINE(Int *, name, (Int *to, const Int *from, SizeT max), WIDE_COPY_AND_PAD("wcpncpy") return to + copied;)

#define FUNCTION(library, class, priority, symbol, kind) \
  KIND_##kind(VG_REPLACE_FUNCTION_EZZ(class##priority, library, symbol))
#include "coregrind-glue/preload/preload_functions.def"
