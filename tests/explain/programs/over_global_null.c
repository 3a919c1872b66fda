// SPDX-License-Identifier: GPL-2.0-or-later
// The only entry of a stack is popped by a function that moves the head on and forgets the entry.
// explain: 1337 overwritten NULL in stack_pop @lost; global g_top; stored in stack_push @stored; allocated in stack_push @new
#include "explain.h"
#include <stdlib.h>

struct entry {
  struct entry *next;
  int value;
};
struct entry *g_top;

static NOIPA void stack_push(int value)
{
  struct entry *entry = malloc(1337); // @new
  entry->next = g_top;
  entry->value = value;
  g_top = entry; // @stored
}

static NOIPA int stack_pop(void)
{
  int value = g_top->value;
  g_top = g_top->next; // @lost
  return value;
}

int main(void)
{
  stack_push(7);
  return stack_pop() != 7;
}
