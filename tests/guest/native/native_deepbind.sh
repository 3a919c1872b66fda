# SPDX-License-Identifier: GPL-2.0-or-later
# --checks=leaks: a library that is opened with RTLD_DEEPBIND frees blocks of the program past the checker, even if it
# is closed again. What lies there then is no error, and what seems lost is not known to be: the run is incomplete.
# needs: seep
. "$SRC/lib.sh"
cat >plugin.c <<'C'
#include <stdlib.h>
void take(void *block) { free(block); }
void *give(void) { return malloc(77); }
C
cat >host.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
  void *plugin = dlopen("./plugin.so", RTLD_NOW | RTLD_DEEPBIND);
  void (*take)(void *) = (void (*)(void *))dlsym(plugin, "take");
  void *(*give)(void) = (void *(*)(void))dlsym(plugin, "give");
  for (int i = 0; i < 2000; i++) {
    take(malloc(16 + i % 1000));
    free(give());
  }
  dlclose(plugin);
  puts("closed");
  return 0;
}
C
cc -shared -fPIC -o plugin.so plugin.c
cc -o host host.c
checker --checks=leaks ./host >out 2>err || fail "status $?"
expect out "closed"
expect err "plugin.so calls the C library's malloc\(\) or free\(\) directly \(RTLD_DEEPBIND\), which is not seen"
expect err "Run did not finish"
reject err "found later than it happened"
reject err "Invalid free"
