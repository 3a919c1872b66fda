// SPDX-License-Identifier: GPL-2.0-or-later
// String work: cuts a text into words, counts them in a table of lists, sorts and prints them; ARGUMENT rounds.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1024, WORDS = 20000, TEXT_BYTES = WORDS * 16 };

struct word {
  struct word *next;
  unsigned count;
  char *text;
};

static struct word *buckets[BUCKETS];

static void write_text(char *text, unsigned seed)
{
  static const char *const parts[] = {"shad", "ow", "mem", "ory",     "block", "root",
                                      "ing",  "s",  "un",  "defined", "leak",  "er"};
  char *end = text;
  for (unsigned i = 0; i < WORDS; i++) {
    seed = seed * 1103515245 + 12345;
    end = stpcpy(end, parts[seed / 65536 % 12]);
    end = stpcpy(end, parts[seed / 1048576 % 12]);
    end = stpcpy(end, i % 11 ? " " : "\n");
  }
}

static void count_word(const char *text)
{
  unsigned hash = 5381;
  for (const char *c = text; *c; c++)
    hash = hash * 33 + (unsigned char)*c;
  struct word **link = &buckets[hash % BUCKETS];
  while (*link && strcmp((*link)->text, text) != 0)
    link = &(*link)->next;
  if (!*link) {
    *link = calloc(1, sizeof **link);
    (*link)->text = strdup(text);
  }
  (*link)->count++;
}

static int by_text(const void *a, const void *b)
{
  return strcmp((*(struct word *const *)a)->text, (*(struct word *const *)b)->text);
}

static size_t print_sorted(char *output)
{
  struct word *sorted[4096];
  size_t count = 0, length = 0;
  for (unsigned i = 0; i < BUCKETS; i++)
    for (struct word *word = buckets[i]; word; word = word->next)
      sorted[count++] = word;
  qsort(sorted, count, sizeof *sorted, by_text);
  for (size_t i = 0; i < count; i++)
    length += (size_t)sprintf(output + length, "%-20s %u\n", sorted[i]->text, sorted[i]->count);
  return length;
}

int main(int count, char **arguments)
{
  int rounds = count > 1 ? atoi(arguments[1]) : 1;
  char *text = malloc(TEXT_BYTES), *copy = malloc(TEXT_BYTES);
  size_t sum = 0;
  for (int round = 0; round < rounds; round++) {
    char *kept, *line = NULL;
    write_text(text, (unsigned)round % 4 + 1);
    memcpy(copy, text, strlen(text) + 1);
    for (char *word = strtok_r(copy, " \n", &kept); word; word = strtok_r(NULL, " \n", &kept))
      count_word(word);
    for (line = text; (line = strchr(line, '\n')); line++)
      sum += strstr(line, "leaker") != NULL;
    sum += print_sorted(copy);
  }
  printf("%zu\n", sum);
  for (unsigned i = 0; i < BUCKETS; i++)
    for (struct word *word = buckets[i], *next; word; word = next) {
      next = word->next;
      free(word->text);
      free(word);
    }
  free(text);
  free(copy);
}
