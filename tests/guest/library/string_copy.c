// SPDX-License-Identifier: GPL-2.0-or-later
// Functions that copy and fill write exactly what they shall, at all alignments, up to the end of a page.
// build: -g -O1 -fno-builtin -U_FORTIFY_SOURCE
// run:
// limit: 300
// stdout: 0 wrong
// reject: Invalid
// reject: uninitialised
// reject: Source and destination
// expect: ERROR SUMMARY: 0 errors
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>

#include "expect.h"

enum { MARGIN = 8 };

static char *page_end(void)
{
  char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(pages + 4096, 4096);
  return pages + 4096;
}

// Clear what a function writes to, with a margin before it.
static void clear(char *to, size_t bytes)
{
  for (size_t i = 0; i < bytes + MARGIN; i++)
    (to - MARGIN)[i] = '#';
}

static int is_copy(const char *to, const char *from, size_t bytes, size_t room)
{
  for (size_t i = 0; i < MARGIN; i++)
    if (to[-1 - (long)i] != '#')
      return 0;
  for (size_t i = 0; i < room; i++)
    if (to[i] != (i < bytes ? from[i] : '#'))
      return 0;
  return 1;
}

static int is_filled(const char *start, size_t bytes, char value)
{
  while (bytes > 0 && *start == value)
    start++, bytes--;
  return bytes == 0;
}

#define TRY(call, result, copied)               \
  do {                                          \
    clear(to, room);                            \
    EXPECT((void *)(call) == (void *)(result)); \
    EXPECT(is_copy(to, from, copied, room));    \
  } while (0)

// `to` has just the room for the string.
static void check_strings(char *to, const char *from, size_t length)
{
  size_t room = length + 1;
  TRY(memcpy(to, from, room), to, room);
  TRY(memmove(to, from, room), to, room);
  TRY(mempcpy(to, from, room), to + room, room);
  TRY((bcopy(from, to, room), to), to, room);
  TRY(memccpy(to, from, '\0', room), to + room, room);
  TRY(strcpy(to, from), to, room);
  TRY(stpcpy(to, from), to + length, room);
  TRY(strncpy(to, from, room), to, room);
  TRY(strncpy(to, from, length), to, length);
  TRY(stpncpy(to, from, room), to + length, room);
  TRY(stpncpy(to, from, length), to + length, length);
  clear(to, room);
  to[0] = '\0';
  EXPECT(strcat(to, from) == to && is_copy(to, from, room, room));
  clear(to, room);
  to[0] = '\0';
  EXPECT(strncat(to, from, room) == to && is_copy(to, from, room, room));
  if (length > 0) {
    clear(to, room);
    memcpy(to, from, length / 2);
    to[length / 2] = '\0';
    EXPECT(strcat(to, from + length / 2) == to && is_copy(to, from, room, room));
    EXPECT(strncpy(to, "", room) == to && is_filled(to, room, '\0'));
  }
  clear(to, room);
  EXPECT(memset(to, 'x', room) == to && is_filled(to, room, 'x') && to[-1] == '#');
  clear(to, room);
  bzero(to, room);
  EXPECT(is_filled(to, room, '\0') && to[-1] == '#');
}

static void check_overlap(size_t bytes, long distance)
{
  char buffer[800], expected[800];
  for (size_t i = 0; i < sizeof buffer; i++)
    expected[i] = buffer[i] = (char)(i * 7);
  for (size_t i = 0; i < bytes; i++)
    expected[350 + distance + (long)i] = buffer[350 + i];
  memmove(buffer + 350 + distance, buffer + 350, bytes);
  EXPECT(memcmp(buffer, expected, sizeof buffer) == 0);
}

int main(void)
{
  char *to_end = page_end(), *from_end = page_end();
  for (size_t length = 0; length <= 300; length += length < 40 ? 1 : 37)
    for (size_t place = 0; place <= 40; place += length < 20 ? 3 : 7) {
      char *from = from_end - length - 1 - place;
      for (size_t i = 0; i < length; i++)
        from[i] = (char)(i % 25 + 'a');
      from[length] = '\0';
      check_strings(to_end - length - 1, from, length);
      char *block = malloc(MARGIN + length + 1);
      check_strings(block + MARGIN, from, length);
      free(block);
    }
  for (size_t bytes = 0; bytes <= 300; bytes += 23)
    for (long distance = -40; distance <= 40; distance++)
      check_overlap(bytes, distance);
  char *block = malloc(1337 + MARGIN), *other = malloc(1337);
  memset(other, 'y', 1336);
  other[1336] = '\0';
  check_strings(block + MARGIN, other, 1336);
  free(block);
  free(other);
  printf("%d wrong\n", failures);
}
