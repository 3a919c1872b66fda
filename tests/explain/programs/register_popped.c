// SPDX-License-Identifier: GPL-2.0-or-later
// What a list gives away is freed, but for one.
// explain -O0: 1337 overwritten block in send_all @again; local item of send_all; not dropped
// explain -O2: 1337 overwritten block in pop @gone; global g_head; dropped in send_all @end from pop
#include "explain.h"
#include <stdlib.h>

struct item {
  struct item *next;
  int number;
  char text[1337 - 16];
};

static struct item *g_head;

static NOIPA void push(int number)
{
  struct item *item = malloc(1337);
  if (!item)
    abort();
  item->number = number;
  item->next = g_head;
  g_head = item;
}

static NOIPA struct item *pop(void)
{
  struct item *item = g_head;
  if (item)
    g_head = item->next; // @gone
  return item;
}

static NOIPA int send_all(void)
{
  struct item *item;
  int sum = 0;
  while ((item = pop()) != NULL) { // @again
    if (item->number == 3)
      continue;
    sum += item->number;
    free(item);
  }
  return sum; // @end
} // @end

int main(void)
{
  for (int number = 1; number < 6; number++)
    push(number);
  return send_all() != 12;
}
