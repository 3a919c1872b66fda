# SPDX-License-Identifier: GPL-2.0-or-later
# jemalloc, tcmalloc and mimalloc as libraries and linked in: malloc and its like are replaced, and so are most
# functions that only they have.
# needs: seep cc
. "$SRC/lib.sh"
cat >lose.c <<'END'
#include <stdlib.h>
int main(void)
{
  char *volatile block = malloc(1337);
  free(realloc(calloc(7, 6), 1000));
  block = NULL;
  return 0;
}
END
tried=0
# tcmalloc 2.16 and later allocates at its start until its own functions have been called, so linked in it never starts
# under any checker that replaces them; docs/differences.md.
is_endless() {
  case $1 in *tcmalloc*.a) grep -aq TestingPortal "$(cc -print-file-name=libtcmalloc_minimal.so)" ;; *) false ;; esac
}
for how in -ljemalloc -ltcmalloc_minimal -lmimalloc -l:libjemalloc.a -l:libtcmalloc_minimal.a \
  "-static -l:libjemalloc.a"; do
  if is_endless "$how"; then continue; fi
  # shellcheck disable=SC2086
  cc -g -O0 -fno-builtin -o lose lose.c -Wl,--no-as-needed $how -lstdc++ -lm -lpthread 2>/dev/null || continue
  tried=$((tried + 1))
  sees 1 "" ./lose
  expect seen.report "1,337 bytes in 1 blocks are definitely lost"
done
# They have one function for free and operator delete, which is no mistake of the program.
cat >matched.cpp <<'END'
#include <cstdlib>
int main()
{
  delete new int;
  delete[] new int[7];
  free(malloc(7));
}
END
for how in -ljemalloc -ltcmalloc_minimal -lmimalloc; do
  c++ -g -O0 -fno-builtin -o matched matched.cpp -Wl,--no-as-needed $how 2>/dev/null || continue
  sees 1 "" ./matched
  reject seen.report Mismatched
done

cat >extended.c <<'END'
void *mi_malloc_aligned_at(unsigned long, unsigned long, unsigned long);
int main(void)
{
  void *volatile block = mi_malloc_aligned_at(1337, 64, 8);
  block = 0;
  return 0;
}
END
if cc -g -o extended extended.c -lmimalloc 2>/dev/null; then
  tried=$((tried + 1))
  sees 3 mimalloc ./extended

  # Loaded late, and found by its address only.
  cat >late.c <<'END'
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char **argv)
{
  free(malloc(42));
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  void *(*allocate)(size_t, size_t, size_t) = (void *(*)(size_t, size_t, size_t))dlsym(library, argv[2]);
  void *volatile block = allocate(1337, 64, 8);
  block = NULL;
  if (fork() == 0)
    return 0;
  wait(NULL);
  return argc == 3 ? 0 : raise(9);
}
END
  cc -g -o late late.c
  library=$(cc -print-file-name=libmimalloc.so)
  sees 1 "" ./late "$library" malloc
  expect seen.report "1,337 bytes in 1 blocks are definitely lost"
  sees 3 mimalloc ./late "$library" mi_malloc_aligned_at
  [ "$(grep -c 'END_OF_RUN' seen.dump)" = 2 ] || fail "not two processes"

  # The child says so in its own record, and one that is killed has said it before.
  sees 3 mimalloc ./late "$library" mi_malloc_aligned_at killed
  for record in seen.run/*.rec; do
    checker dump "$record" | grep -q "HEAP_VIEW view=3" || fail "$record does not tell"
  done
fi
[ $tried -gt 0 ] || skip "none of the allocators is installed"
