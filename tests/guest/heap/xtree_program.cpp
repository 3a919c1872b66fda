// SPDX-License-Identifier: GPL-2.0-or-later
// For xtree_beside.sh: inlined calls, a recursion, a thread, realloc, blocks of each kind of leak; with an argument a fork.
// build: -O1 -fno-optimize-sibling-calls -pthread
// compare: no, xtree_beside.sh compares more
// run:
// expect: ERROR SUMMARY
#include <cstdlib>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>
struct node {
  node *next;
  char rest[105];
};
static std::vector<std::string> *texts;
static void *volatile kept[8];
static inline __attribute__((always_inline)) void *make(std::size_t bytes)
{
  return std::malloc(bytes);
}
__attribute__((noinline)) static void *deep(int levels)
{
  return levels > 0 ? deep(levels - 1) : make(1337);
}
__attribute__((noinline)) static void lose()
{
  node *volatile first = new node;
  first->next = new node;
  first->next->next = nullptr;
  first = nullptr;
}
extern "C" __attribute__((noinline)) void hide()
{
  kept[3] = std::malloc(77);
  kept[3] = nullptr;
}
__attribute__((noinline)) static void half_lose()
{
  kept[4] = static_cast<char *>(make(555)) + 100;
}
__attribute__((noinline)) static void scrub()
{
  volatile char stack[4096];
  for (volatile char &byte : stack)
    byte = 0;
}
int main(int argc, char **)
{
  texts = new std::vector<std::string>;
  for (int i = 0; i < 20; i++)
    texts->push_back(std::string(40 + i, 'x'));
  kept[0] = deep(3);
  kept[1] = std::realloc(std::malloc(13), 137);
  std::thread([] { kept[2] = make(211); }).join();
  for (int i = 0; i < 5; i++)
    std::free(make(10 + i));
  lose();
  lose();
  hide();
  half_lose();
  if (argc > 1 && fork() == 0) {
    std::free(kept[0]);
    kept[0] = make(31);
    _exit(0);
  }
  while (wait(nullptr) > 0)
    ;
  scrub();
}
