# SPDX-License-Identifier: GPL-2.0-or-later
# An operator new of the program's own that calls malloc runs as it does natively, new[] of the C++ library through it;
# what new[] made is still told from what new made. One that carves objects out of blocks is replaced.
# needs: seep cc
. "$SRC/lib.sh"
cat >program.cpp <<'END'
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>
static int news, deletes;
void *operator new(size_t size)
{
  news++;
  void *block = size > 1000000000 ? NULL : malloc(size);
  if (!block)
    throw std::bad_alloc();
  return block;
}
void operator delete(void *block) noexcept
{
  deletes++;
  free(block);
}
void operator delete(void *block, size_t) noexcept
{
  deletes++;
  free(block);
}
struct alignas(64) aligned {
  char bytes[64];
};
static __attribute__((noinline)) void lose()
{
  char *volatile block = new char[1337];
  block = NULL;
}
static void right()
{
  try {
    volatile char *block = new char[2000000000];
  } catch (std::bad_alloc &) {
    puts("caught");
  }
  void *refused = operator new(2000000000, std::nothrow);
  printf("%s\n", refused ? "given" : "refused");
  for (int i = 0; i < 100; i++) {
    delete new int;
    delete[] new int[5];
    delete new (std::nothrow) int;
    std::make_shared<int>(3);
    std::vector<int> numbers(10);
  }
  delete new aligned;
}
static void wrong()
{
  int *one = new int, *several = new int[3];
  free(one); // as an inlined operator delete does
  delete several;
}
int main(int count, char **)
{
  right();
  if (count > 1)
    wrong();
  lose();
  printf("%d %d\n", news, deletes);
  return 0;
}
END
for options in -O0 -O2; do
  # shellcheck disable=SC2086
  c++ -std=c++17 -w -g $options -fno-builtin -o program program.cpp
  ./program >native
  for engine in "" --engine=precise; do
    # shellcheck disable=SC2086
    checker $engine ./program >checked 2>report
    cmp native checked
    expect report "1,337 bytes in 1 blocks are definitely lost" "definitely lost: 1,337 bytes in 1 blocks" \
      "by lose\(\)" "by main"
    reject report "Invalid" "Mismatched"
  done
  sees 1 "" ./program
done
c++ -std=c++17 -w -g -O0 -fno-builtin -o program program.cpp
checker ./program wrong >checked 2>report
[ "$(grep -c "Mismatched free" report)" = 1 ] || fail "not one mismatch"
checker --personality=memcheck ./program >checked 2>report
expect checked "0 0"

cat >pool.cpp <<'END'
#include <cstdlib>
#include <new>
static char *chunk;
static size_t used = 65536;
void *operator new(size_t size)
{
  if (used + size > 65536) {
    chunk = (char *)malloc(65536);
    used = 0;
  }
  used += (size + 15) / 16 * 16;
  return chunk + used - (size + 15) / 16 * 16;
}
void operator delete(void *) noexcept
{
}
int main()
{
  int *volatile block = new int[333];
  block = NULL;
  return 0;
}
END
c++ -w -g -fno-builtin -o pool pool.cpp
checker ./pool 2>report
expect report "1,332 bytes in 1 blocks are definitely lost"
sees 1 "" ./pool
# Where that is not known beforehand, it is said that objects are not seen.
sed -e 's/malloc(65536)/malloc(chunk_bytes)/' -e \
  's/^static size_t used/static volatile size_t chunk_bytes = 65536;\n&/' pool.cpp >hidden.cpp
sed -i 's/  int \*volatile block/  new int;\n&/' hidden.cpp
c++ -w -g -fno-builtin -o hidden hidden.cpp
sees 3 "" ./hidden
