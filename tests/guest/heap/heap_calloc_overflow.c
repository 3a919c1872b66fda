// SPDX-License-Identifier: GPL-2.0-or-later
// A calloc whose product overflows fails, allocates nothing, and is reported like a size that cannot be meant: which argument is negative,
// else both. Zero elements are none of any size.
// compare: no, Memcheck says nothing when the product overflows
// needs: seep
// run: --gen-suppressions=all
// stdout: 4 refused, out of memory
// expect: Argument 'nmemb' of function calloc has a fishy (possibly negative) value: -1
// next: at calloc
// next: by main (heap_calloc_overflow.c:@negative)
// expect: Arguments 'nmemb' and 'size' of function calloc have a fishy (overflowing) product: 9223372036854775807 * 3
// next: at calloc
// next: by main (heap_calloc_overflow.c:@half)
// expect: Memcheck:FishyValue
// next: calloc(nmemb,size)
// expect: product: 4611686018427387904 * 2
// next: at calloc
// next: by main (heap_calloc_overflow.c:@sign)
// expect: Argument 'size' of function calloc has a fishy (possibly negative) value: -2
// reject: in use at exit: 1
// expect: ERROR SUMMARY: 4 errors from 4 contexts
// run: --trace-malloc=yes
// stdout: 4 refused, out of memory
// expect: product: 9223372036854775807 * 3
// run: --fail-alloc=nothing_of_this_name
// stdout: 4 refused, out of memory
// expect: product: 9223372036854775807 * 3
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int refused, without_memory;

static void take(void *block)
{
  refused += !block;
  without_memory += !block && errno == ENOMEM;
  errno = 0;
  free(block);
}

int main(void)
{
  volatile size_t minus_one = SIZE_MAX, half = SIZE_MAX / 2, none = 0, word = sizeof(long);
  take(calloc(minus_one, 1000)); // @negative
  take(calloc(half, 3)); // @half
  take(calloc(half / 2 + 1, 2)); // @sign
  take(calloc(1337, minus_one - 1));
  take(calloc(none, word));
  printf("%d refused%s\n", refused, without_memory == refused ? ", out of memory" : "");
}
