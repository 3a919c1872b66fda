# SPDX-License-Identifier: GPL-2.0-or-later
# --checks=leaks: a library that is opened with RTLD_DEEPBIND, in C and in C++, finds the C library's functions before
# those in front of them, as does who asks the C library for them by dlsym(). What they allocate and free is seen all
# the same, from their constructors on, and what they fork is checked. What dlmopen() brings has a heap of its own,
# which is not seen: the run is incomplete.
# needs: seep
. "$SRC/lib.sh"
cat >plugin.c <<'C'
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static void *made;
__attribute__((constructor)) static void make(void) { made = malloc(33); }
void *take(void *block)
{
  void *given = made;
  free(block);
  made = NULL;
  return given;
}
void *give(void) { return aligned_alloc(64, 128); }
void lose(int bytes) { *(void *volatile *)&made = calloc(1, bytes); made = NULL; }
int fork_and_lose(void)
{
  int status = 0;
  pid_t child = fork();
  if (child == 0) {
    lose(4711);
    exit(3);
  }
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}
C
cat >plugin2.cc <<'C'
extern "C" void *give(void) { return new char[50]; }
extern "C" void take(void *block) { delete[] static_cast<char *>(block); }
C
cat >host.cc <<'C'
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
static void *open_plugin(const char *path) { return dlopen(path, RTLD_NOW | RTLD_DEEPBIND); }
static void use_in_c(void)
{
  void *plugin = open_plugin("./plugin.so");
  void *(*take)(void *) = (void *(*)(void *))dlsym(plugin, "take");
  void *(*give)(void) = (void *(*)(void))dlsym(plugin, "give");
  void (*lose)(int) = (void (*)(int))dlsym(plugin, "lose");
  int (*fork_and_lose)(void) = (int (*)(void))dlsym(plugin, "fork_and_lose");
  for (int i = 0; i < 2000; i++) {
    free(take(malloc(16 + i % 1000)));
    free(give());
  }
  lose(1337);
  printf("child %d\n", fork_and_lose());
  dlclose(plugin);
}
static void use_in_cxx(void)
{
  void *plugin = open_plugin("./plugin2.so");
  void (*take)(void *) = (void (*)(void *))dlsym(plugin, "take");
  void *(*give)(void) = (void *(*)(void))dlsym(plugin, "give");
  for (int i = 0; i < 100; i++) {
    take(new char[i]);
    delete[] static_cast<char *>(give());
  }
}
int main()
{
  void *libc = dlopen("libc.so.6", RTLD_NOW);
  void *(*take)(size_t) = (void *(*)(size_t))dlsym(libc, "malloc");
  Dl_info info;
  use_in_c();
  use_in_cxx();
  printf("same %d\n", take == (void *(*)(size_t))dlsym(RTLD_DEFAULT, "malloc"));
  free(take(99));
  dladdr(dlsym(libc, "exit"), &info);
  printf("%s\n", info.dli_sname);
  return 0;
}
C
cc -g -shared -fPIC -o plugin.so plugin.c
c++ -g -shared -fPIC -o plugin2.so plugin2.cc
c++ -g -o host host.cc
checker --checks=leaks ./host >out 2>err || fail "status $?"
expect out "^child 3$" "^same 1$" "^exit$"
expect err "1,337 bytes in 1 blocks are definitely lost" "by lose \(plugin.c:14\)" "by use_in_c\(\) \(host.cc:16\)"
expect err "4,711 bytes in 1 blocks are definitely lost" "by fork_and_lose \(plugin.c:20\)"
[ "$(grep -c "are definitely lost" err)" = 2 ] || { cat err; fail "not two losses"; }
reject err "not seen|did not finish"
reject err "found later than it happened"
reject err "Invalid free|Mismatched"
cat >other.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
int main(void)
{
  void *plugin = dlmopen(LM_ID_NEWLM, "./plugin.so", RTLD_NOW);
  void *(*give)(void) = (void *(*)(void))dlsym(plugin, "give");
  void *(*take)(void *) = (void *(*)(void *))dlsym(plugin, "take");
  take(give());
  dlclose(plugin);
  puts("closed");
  return 0;
}
C
cc -o other other.c
checker --checks=leaks ./other >out 2>err || fail "status $?"
expect out "closed"
expect err "there is a second .*/libc.so.6 \(dlmopen\(\)\), the heap of which is not seen"
expect err "Run did not finish"
