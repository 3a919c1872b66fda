// SPDX-License-Identifier: GPL-2.0-or-later
// A size that is negative when read as signed is reported with the function and its argument.
// build: -Wno-alloc-size-larger-than
// run:
// expect: Argument 'size' of function malloc has a fishy (possibly negative) value: -1
// next: at malloc
// next: by main (fishy_sizes.cpp:@malloc)
// expect: Argument 'size' of function realloc has a fishy (possibly negative) value: -2
// expect: Argument 'nmemb' of function calloc has a fishy (possibly negative) value: -3
// expect: Argument 'size' of function calloc has a fishy (possibly negative) value: -4
// expect: Argument 'size' of function memalign has a fishy (possibly negative) value: -5
// expect: Argument 'size' of function __builtin_new has a fishy (possibly negative) value: -6
// expect: Argument 'size' of function __builtin_vec_new has a fishy (possibly negative) value: -7
#include <cstdlib>
#include <malloc.h>
#include <new>
static volatile long minus[] = {0, -1, -2, -3, -4, -5, -6, -7};
int main()
{
  void *volatile p = malloc(minus[1]); // @malloc
  void *volatile q = malloc(17);
  p = realloc(q, minus[2]);
  p = calloc(minus[3], 1);
  p = calloc(1, minus[4]);
  p = memalign(32, minus[5]);
  p = operator new(minus[6], std::nothrow);
  p = operator new[](minus[7], std::nothrow);
  free(q);
}
