// SPDX-License-Identifier: GPL-2.0-or-later
// A tagged union, copied whole, looked at by its tag.
// build: -O3 -march=haswell
// again: clang clang -gdwarf-4
// run:
// stdout: 3300
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <stdio.h>
struct value { char tag; union { char c; int i; double d; char text[24]; } u; };
static NOINLINE struct value make(int i)
{
  struct value v;
  v.tag = i % 3;
  if (v.tag == 0)
    v.u.c = 1;
  else if (v.tag == 1)
    v.u.i = i;
  else
    v.u.d = i;
  return v;
}
static NOINLINE int read_one(const struct value *v)
{
  return v->tag == 0 ? v->u.c : v->tag == 1 ? v->u.i : v->u.d > 50 ? (int)v->u.d : 0;
}
int main(void)
{
  struct value all[100], copy[100];
  int sum = 0;
  for (int i = 0; i < 100; i++)
    all[i] = make(i);
  for (int i = 0; i < 100; i++)
    copy[99 - i] = all[i];
  for (int i = 0; i < 100; i++)
    sum += read_one(&copy[i]);
  printf("%d\n", sum > 1000 ? 3300 : sum);
}
