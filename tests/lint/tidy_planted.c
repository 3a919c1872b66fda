/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What goes against each check of .clang-tidy, named before it: tests/lint/planted sees that all are found. It is never
 * built. */
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdio.h> /* readability-duplicate-include */
#include <stdlib.h>
#include <string.h>

void use(int number);

/* bugprone-infinite-loop */
void infinite_loop(int x)
{
  int i = 0;
  while (i < x)
    use(1);
}

/* bugprone-integer-division */
double integer_division(int x)
{
  return 0.5 + x / 2;
}

/* bugprone-macro-repeated-side-effects */
#define TWICE(x) ((x) + (x))
int repeated(int x)
{
  return TWICE(x++);
}

/* bugprone-misplaced-pointer-arithmetic-in-alloc */
char *misplaced(size_t x)
{
  return malloc(x) + 1;
}

/* bugprone-misplaced-widening-cast */
long misplaced_cast(int x)
{
  return (long)(x * 1000);
}

/* bugprone-multiple-statement-macro */
#define BOTH use(1); use(2)
void multiple(int x)
{
  if (x)
    BOTH;
}

/* bugprone-posix-return */
bool posix_return(void)
{
  return posix_fadvise(0, 0, 0, 0) < 0;
}

/* bugprone-redundant-branch-condition */
void redundant_condition(bool x)
{
  if (x) {
    if (x)
      use(1);
  }
}

/* bugprone-signal-handler */
static void handle(int signal)
{
  printf("%d", signal);
}

void handler(void)
{
  signal(SIGINT, handle);
}

/* bugprone-suspicious-memory-comparison */
struct gap {
  char a;
  int b;
};

bool comparison(const struct gap *x, const struct gap *y)
{
  return memcmp(x, y, sizeof *x) == 0;
}

/* bugprone-suspicious-memset-usage */
void filled(char *x)
{
  memset(x, 300, 5);
}

/* bugprone-suspicious-missing-comma */
const char *const texts[] = {"aaa", "bbb", "ccc", "ddd", "eee" "fff", "ggg", "hhh"};

/* bugprone-suspicious-semicolon */
void semicolon(int x)
{
  if (x);
    use(x);
}

/* bugprone-suspicious-string-compare */
bool string_compare(const char *x)
{
  return strcmp(x, "a") == 1;
}

/* bugprone-terminating-continue */
void continues(int x)
{
  do {
    if (x)
      continue;
    use(x);
  } while (false);
}

/* bugprone-too-small-loop-variable */
void too_small(long x)
{
  for (short i = 0; i < x; i++)
    use(i);
}

/* cert-flp30-c */
void by_float(void)
{
  for (float x = 0; x < 1; x += 0.1F)
    use(1);
}

/* misc-misplaced-const */
typedef int *pointer;
void misplaced_const(const pointer x)
{
  *x = 1;
}

/* misc-redundant-expression */
bool redundant_expression(int x)
{
  return x == x;
}

/* readability-misleading-indentation */
void misleading(int x)
{
  if (x)
    use(x);
    use(2);
}

/* readability-misplaced-array-index */
int misplaced_index(const int *x)
{
  return 1[x];
}

/* readability-redundant-control-flow */
void redundant_return(int x)
{
  use(x);
  return;
}

/* readability-redundant-preprocessor */
#ifdef TWICE
#ifdef TWICE
#endif
#endif
