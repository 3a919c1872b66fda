// SPDX-License-Identifier: GPL-2.0-or-later
// A heap that Massif and DHAT see as Seep does: what is kept, what comes and goes, a peak in between.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KEPT = 50, HIGH = 200, SHORT = 300 };

static char *kept[KEPT], *high[HIGH];

static char *keep_one(void)
{
  char *block = malloc(100);
  memset(block, 1, 60);
  return block;
}

static char *pile_up(void)
{
  return calloc(10, 100);
}

static void come_and_go(void)
{
  char *block = malloc(333);
  block[0] = 1;
  free(block);
}

/* Samples are taken some time apart. */
static void pause_a_little(void)
{
  usleep(60000);
  come_and_go();
}

int main(void)
{
  for (int i = 0; i < KEPT; i++)
    kept[i] = keep_one();
  pause_a_little();
  for (int i = 0; i < SHORT; i++)
    come_and_go();
  for (int i = 0; i < HIGH; i++)
    high[i] = pile_up();
  usleep(60000);
  for (int i = 0; i < HIGH; i++)
    free(high[i]);
  memset(high, 0, sizeof high);
  pause_a_little();
  return 0;
}
