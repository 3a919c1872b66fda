// SPDX-License-Identifier: GPL-2.0-or-later
// Two libraries, one after the other at the same address.
// after: cc -g -O1 -fPIC -shared -DLIBRARY=1 $SRC/engine/library_replaced.c -o library_replaced_1.so
// after: cc -g -O1 -fPIC -shared -DLIBRARY=5 $SRC/engine/library_replaced.c -o library_replaced_5.so
// run: -- $BIN/library_replaced_1.so $BIN/library_replaced_5.so
// stdout: 40 times as expected, most of them in the same place
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --engine=direct -- $BIN/library_replaced_1.so $BIN/library_replaced_5.so
// only: seep
// stdout: 40 times as expected, most of them in the same place
#ifdef LIBRARY
int value(int x);
int sum(int x);

int value(int x)
{
  return x + LIBRARY;
}

int sum(int x)
{
  int all = 0;
  for (int i = 0; i < x; i++)
    all += value(i);
  return all;
}
#else
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
  static const int added[] = {1, 5};
  int expected = 0, same = 0;
  void *last = NULL;
  for (int i = 0; i < 40; i++) {
    void *library = dlopen(argv[1 + i % 2], RTLD_NOW);
    int (*sum)(int) = (int (*)(int))dlsym(library, "sum");
    same += (void *)sum == last;
    last = (void *)sum;
    int is_right = 1;
    for (int k = 0; k < 20; k++)
      is_right &= sum(50) == 49 * 50 / 2 + 50 * added[i % 2];
    expected += is_right;
    dlclose(library);
  }
  printf("%d times as expected, %s of them in the same place\n", expected, same > 30 ? "most" : "few");
}
#endif
