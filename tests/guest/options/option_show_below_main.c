// SPDX-License-Identifier: GPL-2.0-or-later
// --show-below-main=yes shows what called main.
// run: --show-below-main=yes --show-leak-kinds=all
// expect: by main (
// next: by __libc_start_call_main (
// expect: by _start
// run: --show-leak-kinds=all
// expect: by main (
// next: Finding 
#include <stdlib.h>
void *kept;
int main(void)
{
  kept = malloc(1337);
}
