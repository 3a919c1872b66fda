// SPDX-License-Identifier: GPL-2.0-or-later
// For heap_members.sh: blocks that are held by members of each kind; one is not of the type that its pointer has.
// compare: no, the script does
// run:
#include <stdlib.h>
#include <string.h>
struct entry { char *key; long hits; char *value; };
struct cache { int size; struct entry *entries; union { char *text; void *raw[2]; long number; } u; };
struct item { struct item *next; char *text; };
struct object { int kind; int refs; };
struct derived { struct object base; struct derived *other; char *name; char fill[8]; };
struct open { int n; char *names[]; };
struct server {
  int port;
  char name[20];
  struct cache cache;
  struct item *items;
  struct object *objects[4];
  void *any;
  struct open *open;
};
struct server *g_server;
struct server inline_server;
char *table[7];
int main(void)
{
  g_server = calloc(1, sizeof *g_server);
  g_server->cache.entries = calloc(20, sizeof(struct entry));
  g_server->cache.entries[3].value = malloc(1337);
  g_server->cache.u.text = malloc(1339);
  for (int i = 0; i < 10; i++) {
    struct item *item = malloc(sizeof *item);
    item->next = g_server->items;
    item->text = malloc(41);
    g_server->items = item;
  }
  struct derived *derived = calloc(1, sizeof *derived);
  derived->name = malloc(1341);
  g_server->objects[2] = &derived->base;
  g_server->any = malloc(1343);
  g_server->open = calloc(1, sizeof(struct open) + 5 * sizeof(char*)); g_server->open->names[4] = malloc(1345);
  inline_server.cache.entries = malloc(1347);
  table[5] = malloc(1349);
  return 0;
}
