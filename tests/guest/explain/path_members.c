// SPDX-License-Identifier: GPL-2.0-or-later
// One store copies several members that nobody has set: of the one that is used it is told, at each place that it came by.
// needs: seep
// compare: no, Memcheck has no such option
// build: -O2
// run: --explain=values
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (path_members.c:@port)
// expect: The value was in the global variable "second.port"; it was stored there in copy() (path_members.c:@copied).
// expect: Before that, it was in the global variable "first.port"; it was stored there in load() (path_members.c:@loaded).
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (path_members.c:@state)
// expect: The value was in the global variable "second.state"; it was stored there in copy() (path_members.c:@copied).
// expect: Before that, it was in the global variable "first.state"; it was stored there in load() (path_members.c:@loaded).
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (path_members.c:@moved)
// expect: The value was in the global variable "third.port"; it was stored there in move() (path_members.c:@called).
// expect: Before that, it was in the global variable "second.port"; it was stored there in copy() (path_members.c:@copied).
#include <string.h>
#include "undefined.h"
struct conn {
  int id, state;
  long port;
};
struct conn first, second, third;
static NOINLINE void load(const struct conn *from)
{
  first = *from; // @loaded
}
static NOINLINE void copy(void)
{
  second = first; // @copied
}
static NOINLINE void move(size_t bytes)
{
  memcpy(&third, &second, bytes); // @called
  __asm__ volatile("" : : : "memory");
}
int main(void)
{
  struct conn *volatile origin = malloc(sizeof(struct conn) * 3);
  origin->id = 1;
  load(origin);
  __asm__ volatile("" : : : "memory");
  copy();
  volatile size_t bytes = sizeof third;
  move(bytes);
  free(origin);
  __asm__ volatile("" : : : "memory");
  DECIDE(second.port == 7);  // @port
  DECIDE(second.state == 7); // @state
  DECIDE(third.port == 7);   // @moved
  return 0;
}
