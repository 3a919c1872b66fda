/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A heap with a cache that a global holds, for screens that ask what holds what. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
  char *key;
  unsigned char body[500];
  struct entry *next;
};

struct server {
  const char *name;
  struct cache {
    struct entry *entries;
    unsigned count;
  } cache;
};

static struct server *server;

static struct entry *entry_new(unsigned number)
{
  struct entry *entry = calloc(1, sizeof *entry);
  entry->key = malloc(24);
  snprintf(entry->key, 24, "/articles/%u", number);
  return entry;
}

static void cache_put(struct cache *cache, struct entry *entry)
{
  entry->next = cache->entries;
  cache->entries = entry;
  cache->count++;
}

int main(int argc, char **argv)
{
  server = calloc(1, sizeof *server);
  server->name = argv[0];
  for (unsigned i = 0; i < (argc > 1 ? (unsigned)atoi(argv[1]) : 400); i++)
    cache_put(&server->cache, entry_new(i));
  return server->cache.count == 0;
}
