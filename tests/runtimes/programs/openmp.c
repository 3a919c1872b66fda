// SPDX-License-Identifier: GPL-2.0-or-later
// OpenMP: the pool of libgomp, whose threads wait for more work until the process ends.
//
// build: cc -fopenmp -g -O0 $SRC -o $BIN
// threads: parallel loop reduction sections tasks nested critical private barrier from_thread
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "plant.h"

static int private_number;
#pragma omp threadprivate(private_number)

static void parallel(void)
{
#pragma omp parallel num_threads(4)
  printf("%d\n", omp_get_thread_num());
}

static void loop(void)
{
  int squares[100];
#pragma omp parallel for schedule(dynamic) num_threads(4)
  for (int i = 0; i < 100; i++)
    squares[i] = i * i;
  printf("%d\n", squares[99]);
}

static void reduction(void)
{
  int sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(4)
  for (int i = 0; i < 100; i++)
    sum += i;
  printf("%d\n", sum);
}

static void sections(void)
{
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    puts("one");
#pragma omp section
    puts("two");
  }
}

static void tasks(void)
{
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 20; i++) {
#pragma omp task firstprivate(i)
    printf("%d\n", i);
  }
}

static void nested(void)
{
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  printf("%d\n", omp_get_level());
}

static void critical(void)
{
  int count = 0;
#pragma omp parallel num_threads(4)
#pragma omp critical
  count++;
  printf("%d\n", count);
}

static void private(void)
{
#pragma omp parallel num_threads(4)
  private_number = omp_get_thread_num();
#pragma omp parallel num_threads(4)
  printf("%d\n", private_number);
}

static void barrier(void)
{
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(3)
  {
    omp_set_lock(&lock);
    omp_unset_lock(&lock);
#pragma omp barrier
#pragma omp single
    puts("after");
  }
  omp_destroy_lock(&lock);
}

static void *in_thread(void *argument)
{
  loop();
  return argument;
}

static void from_thread(void)
{
  pthread_t thread;
  loop();
  pthread_create(&thread, NULL, in_thread, NULL);
  pthread_join(thread, NULL);
}

static const struct {
  const char *name;
  void (*show)(void);
} features[] = {
  {"parallel", parallel}, {"loop", loop}, {"reduction", reduction}, {"sections", sections}, {"tasks", tasks},
  {"nested", nested}, {"critical", critical}, {"private", private}, {"barrier", barrier},
  {"from_thread", from_thread},
};

int main(int count, char **words)
{
  plant();
  for (size_t i = 0; i < sizeof features / sizeof *features; i++)
    if (count > 1 && strcmp(words[1], features[i].name) == 0) {
      features[i].show();
      return 0;
    }
  return 99;
}
