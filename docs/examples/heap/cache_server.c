/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A server that answers requests for documents, rendered once and then cached. The cache is meant to hold 64 of them. But a
 * page's query string is part of its name, so no answer is ever found again, and what is evicted goes by the number of
 * documents with different paths, which stays at 64. Built with -DFIXED the name is the path. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUCKETS = 256, DOCUMENTS = 64, WAIT_US = 300 };

struct document {
  struct document *next;
  char *name;
  char *text;
};

static struct cache {
  struct document *buckets[BUCKETS];
  size_t hits, misses;
} g_cache;

static char *render(const char *path)
{
  char *text = malloc(700);
  if (text)
    snprintf(text, 700, "<html><title>%s</title>%0600d</html>", path, 0);
  return text;
}

static unsigned bucket_of(const char *name)
{
  unsigned hash = 5381;
  for (; *name; name++)
    hash = hash * 33 ^ (unsigned char)*name;
  return hash % BUCKETS;
}

static struct document *document_new(const char *name)
{
  struct document *document = malloc(sizeof *document);
  if (!document)
    return NULL;
  document->name = strdup(name);
  document->text = render(name);
  return document;
}

static const char *cache_get(const char *name)
{
  struct document **bucket = &g_cache.buckets[bucket_of(name)];
  for (struct document *document = *bucket; document; document = document->next)
    if (strcmp(document->name, name) == 0) {
      g_cache.hits++;
      return document->text;
    }
  g_cache.misses++;
  struct document *document = document_new(name);
  if (!document)
    return "";
  document->next = *bucket;
  *bucket = document;
  return document->text;
}

static size_t answer(unsigned request)
{
  char *line = malloc(100); /* comes and goes with every request */
  if (!line)
    return 0;
  snprintf(line, 100, "/page/%u?session=%u", request % DOCUMENTS, request);
#ifdef FIXED
  *strchr(line, '?') = '\0';
#endif
  size_t bytes = strlen(cache_get(line));
  free(line);
  return bytes;
}

int main(int argc, char **argv)
{
  unsigned requests = argc > 1 ? (unsigned)atoi(argv[1]) : 5000;
  size_t bytes = 0;
  for (unsigned request = 0; request < requests; request++) {
    bytes += answer(request);
    usleep(WAIT_US); /* for the next one */
  }
  printf("%u requests, %zu bytes, %zu hits, %zu misses\n", requests, bytes, g_cache.hits, g_cache.misses);
  return 0;
}
