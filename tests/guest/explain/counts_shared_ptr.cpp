// SPDX-License-Identifier: GPL-2.0-or-later
// std::shared_ptr, whose counts lie beside each other, and are stored as one word where both fall to nothing; in a
// program with threads they change atomically, without threads they do not.
// needs: seep
// again: optimised -O1
// again: atomic -DTHREADS -pthread
// run: --explain=all
// expect: /Its count of references, at offset 8, is still 1: taken by .* from keep\(\) \(counts_shared_ptr.cpp:@keep\), never given back; its siblings lose that count in .* from node::~node\(\) \(counts_shared_ptr.cpp:@node\)/
// reject: Free it before
#include "guest.h"
#include <memory>
#include <new>
#include <thread>
struct thing {
  int numbers[20];
};
struct node {
  std::shared_ptr<thing> slot;
  NOINLINE ~node();
};
NOINLINE node::~node()
{
} // @node
static NOINLINE std::shared_ptr<thing> make()
{
  return std::make_shared<thing>();
}
static NOINLINE void keep(node *holder, const std::shared_ptr<thing> &thing)
{
  holder->slot = thing; // @keep
}
static NOINLINE void forget(node *holder)
{
  ::operator delete(holder); // without the destructor
}
static NOINLINE void give_back(std::shared_ptr<thing> &thing)
{
  thing.reset();
}
static NOINLINE void work(bool is_lost)
{
  node *const holder = new node;
  auto made = make();
  keep(holder, made);
  if (is_lost)
    forget(holder);
  else
    delete holder;
  give_back(made);
}
int main()
{
#ifdef THREADS
  std::thread([] {}).join();
#endif
  for (int i = 0; i < 9; i++)
    work(i == 5);
}
