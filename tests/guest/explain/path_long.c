// SPDX-License-Identifier: GPL-2.0-or-later
// Of a path through nine places the last five are told, and the first one.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=values
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (path_long.c:@use)
// expect: The value was in the global variable "in_i"; it was stored there in store_i()
// expect: Before that, it was in the global variable "in_h"; it was stored there in store_h()
// expect: Before that, it was in the global variable "in_g"; it was stored there in store_g()
// expect: Before that, it was in the global variable "in_f"; it was stored there in store_f()
// expect: Before that, it was in the global variable "in_e"; it was stored there in store_e()
// expect: 4 places before that, it was in the global variable "in_a"; it was stored there in store_a()
// expect: Uninitialised value was created by a heap allocation
// reject: "in_b"
// reject: "in_c"
// reject: "in_d"
#include <stdlib.h>
#include "guest.h"
static long in_a, in_b, in_c, in_d, in_e, in_f, in_g, in_h, in_i;
static NOINLINE void store_a(const long *origin)
{
  in_a = *origin;
}
static NOINLINE void store_b(void)
{
  in_b = in_a;
}
static NOINLINE void store_c(void)
{
  in_c = in_b;
}
static NOINLINE void store_d(void)
{
  in_d = in_c;
}
static NOINLINE void store_e(void)
{
  in_e = in_d;
}
static NOINLINE void store_f(void)
{
  in_f = in_e;
}
static NOINLINE void store_g(void)
{
  in_g = in_f;
}
static NOINLINE void store_h(void)
{
  in_h = in_g;
}
static NOINLINE void store_i(void)
{
  in_i = in_h;
}
int main(void)
{
  long *origin = malloc(1337);
  store_a(origin + 3);
  store_b();
  store_c();
  store_d();
  store_e();
  store_f();
  store_g();
  store_h();
  store_i();
  free(origin);
  return in_i == 77 ? 3 : 0; // @use
}
