// SPDX-License-Identifier: GPL-2.0-or-later
// For heap_show.sh: values of each kind in blocks; with an argument it waits for a signal.
// compare: no, the script does
// run:
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
struct entry {
  char *key;
  long hits;
  double share;
  char tag[12];
  unsigned char flag;
  struct entry *next;
  short untouched;
};
struct server { int port; char name[20]; struct entry *entries; struct entry one[2]; void *self; };
struct server *g_server;
struct entry *g_single;
char **g_names;
int main(int argc, char **argv)
{
  g_server = calloc(1, sizeof *g_server);
  g_server->port = -8080; strcpy(g_server->name, "main server"); g_server->self = g_server;
  g_server->entries = malloc(3 * sizeof(struct entry));
  for (int i = 0; i < 3; i++) {
    struct entry *entry = &g_server->entries[i];
    entry->key = strdup(i ? "a somewhat longer key, of which the end is not shown any more" : "alpha");
    entry->hits = -1337 * i;
    entry->share = 0.25 * i;
    strcpy(entry->tag, "tag");
    entry->flag = 'x';
    entry->next = i < 2 ? entry + 1 : NULL;
  }
  g_single = malloc(sizeof *g_single);
  *g_single = g_server->entries[2];
  g_names = malloc(100 * sizeof *g_names);
  for (int i = 0; i < 100; i++) {
    g_names[i] = calloc(1, 37);
    strcpy(g_names[i], i % 3 ? "common" : "rare");
  }
  memset(malloc(1337), 7, 700); /* lost, and half of it never written */
  if (argc > 1)
    write(1, "ready\n", 6);
  while (argc > 1)
    pause();
  return 0;
}
