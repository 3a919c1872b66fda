/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A heap to be pictured: MILLIONS of blocks of 40 to 104 bytes, in a table, each with pointers to two others: to the
 * one made before, and, in every fourth block, to any.
 *
 *   snapshot MILLIONS */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <seep/seep.h>

struct node {
  struct node *before, *other;
  char content[24];
};

static struct node **nodes;

static unsigned long random_number(void)
{
  static unsigned long seed = 1;
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return seed >> 20;
}

int main(int argc, char **argv)
{
  const unsigned long count = (unsigned long)(1e6 * atof(argc > 1 ? argv[1] : "1"));
  nodes = malloc(count * sizeof *nodes);
  for (unsigned long i = 0; i < count; i++) {
    nodes[i] = malloc(sizeof **nodes + i % 5 * 16);
    memset(nodes[i], 0, sizeof **nodes);
    nodes[i]->before = i > 0 ? nodes[i - 1] : NULL;
  }
  for (unsigned long i = 0; i < count; i += 4)
    nodes[i]->other = nodes[random_number() % count];
  printf("snapshot %lu\n", (unsigned long)SEEP_SNAPSHOT("bench"));
  return 0;
}
