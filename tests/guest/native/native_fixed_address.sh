# SPDX-License-Identifier: GPL-2.0-or-later
# --checks=leaks: a program at a fixed address that takes malloc()'s address has a stub of that name, and no malloc() of
# its own: its heap is seen. A plugin in C++ that it opens gets blocks by new, though no C++ library is known to all.
# needs: seep
. "$SRC/lib.sh"
cat >plugin.cc <<'C'
extern "C" int use(void) { int *volatile one = new int(7); int result = *one; delete one; return result; }
C
cat >host.c <<'C'
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
  void *(*volatile take)(size_t) = malloc;
  void *plugin = dlopen("./plugin.so", RTLD_NOW | RTLD_LOCAL);
  int (*use)(void) = plugin ? (int (*)(void))dlsym(plugin, "use") : NULL;
  void *volatile lost = take(1337);
  lost = NULL;
  printf("%d\n", use ? use() : 0);
  return 0;
}
C
g++ -shared -fPIC -O1 -o plugin.so plugin.cc
cc -no-pie -fno-pie -o host host.c
checker --checks=leaks ./host >out 2>err || fail "status $?"
expect out "^7$"
expect err "1,337 bytes in 1 blocks are definitely lost"
reject err "not seen"
reject err "Mismatched"
