// SPDX-License-Identifier: GPL-2.0-or-later
// The loader looks for $ORIGIN in the path of a library that is loaded later, with a strncmp() of its own that reads words.
// after: cd $BIN && echo 'int below(void) { return 3; }' | cc -shared -fPIC -x c - -o librpath_below.so
// after: cd $BIN && echo 'int below(void); int above(void) { return below(); }' | cc -shared -fPIC -x c - -o librpath_above.so -L. -lrpath_below -Wl,-rpath,'$ORIGIN'
// compare: no, the loader's strncmp() is not replaced by Memcheck, which reports it
// run: -- $BIN/librpath_above.so
// stdout: 3
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char **argv)
{
  void *library = dlopen(argv[argc - 1], RTLD_NOW);
  printf("%d\n", ((int (*)(void))dlsym(library, "above"))());
  return dlclose(library);
}
