// SPDX-License-Identifier: GPL-2.0-or-later
// In a static program the heap is replaced by symbol, with the functions that work on strings; exceptions and threads do as ever.
// needs: seep
// compare: no, Memcheck replaces nothing in static programs
// build: -g -O0 -static
// run:
// stdout: 28 characters, 4 threads
// expect: Invalid write of size 1
// next: at main (static_heap.cpp:@overrun)
// expect: 1 bytes after a block of size 1,337 alloc'd
// expect: Mismatched free() / delete / delete []
// expect: Invalid free() / delete / delete[] / realloc()
// expect: 7 bytes in 1 blocks are definitely lost
// next: at operator new[](unsigned long)
// next: by main (static_heap.cpp:@lose)
// expect: ERROR SUMMARY: 4 errors from 4 contexts
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
static size_t caught()
{
  try {
    throw std::runtime_error("an exception with long a text");
  } catch (const std::exception &e) {
    return strlen(e.what()) - 1;
  }
}
static unsigned ran()
{
  std::vector<std::thread> threads;
  static std::atomic<unsigned> count;
  for (unsigned i = 0; i < 4; i++)
    threads.emplace_back([i] { count += std::string(100 + i, 'x').size() > 0; });
  for (std::thread &thread : threads)
    thread.join();
  return count;
}
int main()
{
  char *block = (char *)malloc(1337);
  memset(block, 'a', 1336);
  block[1336] = '\0';
  printf("%zu characters, %u threads\n", caught() + (strlen(block) - 1336), ran());
  *(volatile char *)(block + 1338) = 1; // @overrun
  operator delete(block);
  free(block);
  char *volatile lost = new char[7]; // @lose
  lost = nullptr;
}
