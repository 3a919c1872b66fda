// SPDX-License-Identifier: GPL-2.0-or-later
// Something to try Seep on: a cache of words that forgets to free what it replaces, and a list that nobody keeps.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
  struct word *next;
  char *text;
};

static char *cache[4];

static void remember(const char *text)
{
  cache[strlen(text) % 4] = strdup(text);
}

static struct word *make_list(const char *const *texts, int count)
{
  struct word *list = NULL;
  for (int i = 0; i < count; i++) {
    struct word *word = malloc(sizeof *word);
    word->next = list;
    word->text = strdup(texts[i]);
    list = word;
  }
  return list;
}

static int count_words(const struct word *list)
{
  int count = 0;
  for (; list; list = list->next)
    count++;
  return count;
}

int main(void)
{
  static const char *const texts[] = {"one", "three", "seven", "eleven", "seventeen"};
  for (int i = 0; i < 5; i++)
    remember(texts[i]);
  printf("%d words\n", count_words(make_list(texts, 5)));
}
