// SPDX-License-Identifier: GPL-2.0-or-later
// Repeated string instructions, none and many times, forwards and backwards.
#include <stdio.h>

static char from[1337], to[1337];

static void copy(long bytes)
{
  void *a = from, *b = to;
  __asm__ volatile("rep movsb" : "+S"(a), "+D"(b), "+c"(bytes) : : "memory");
}

static void fill(long words)
{
  void *b = to;
  __asm__ volatile("rep stosq" : "+D"(b), "+c"(words) : "a"(0x3131313131313131) : "memory");
}

static void copy_backwards(long bytes)
{
  void *a = from + bytes, *b = to + bytes;
  __asm__ volatile("std\n rep movsb\n cld" : "+S"(a), "+D"(b), "+c"(bytes) : : "memory");
}

static long find(char wanted)
{
  void *a = to;
  long left = sizeof to;
  __asm__ volatile("repne scasb" : "+D"(a), "+c"(left) : "a"(wanted) : "memory");
  return left;
}

static long compare(void)
{
  void *a = from, *b = to;
  long left = sizeof to;
  __asm__ volatile("repe cmpsb" : "+S"(a), "+D"(b), "+c"(left) : : "memory");
  return left;
}

int main(void)
{
  for (int i = 0; i < 1337; i++)
    from[i] = (char)(i * 7);
  copy(0);
  copy(1);
  copy(701);
  fill(33);
  copy_backwards(57);
  printf("%ld %ld\n", find(0x31), compare());
  return 0;
}
