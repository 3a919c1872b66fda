// SPDX-License-Identifier: GPL-2.0-or-later
// Loses a block in the way that is named, and in some of them has a pointer to it in a form that is none for a search:
// turned over, bit by bit. What is done by that only in the third run is nothing that the first two could tell. Started
// by try_fix.sh.
#include "guest.h"
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static char *g_kept;
static uintptr_t g_hidden;
static int g_run;

static NOINLINE void *hidden(void)
{
  return (void *)~g_hidden;
}
static NOINLINE void lose(size_t bytes)
{
  g_kept = malloc(bytes);
  memset(g_kept, 'x', bytes);
  g_hidden = ~(uintptr_t)g_kept;
  g_kept = NULL;
}

/* --- later uses --- */

static NOINLINE int read_later(void)
{
  return *(volatile char *)hidden();
}
static NOINLINE void write_later(void)
{
  *(volatile char *)hidden() = 'y';
}
static NOINLINE void pass_later(void)
{
  const int fd = open("/dev/null", O_WRONLY);
  long result; /* without the C library, which may keep a copy of the pointer in a frame */
  __asm__ volatile("notq %%rsi\n\tsyscall\n\txorl %%esi, %%esi"
                   : "=a"(result)
                   : "a"(SYS_write), "D"((long)fd), "S"(g_hidden), "d"(33L)
                   : "rcx", "r11", "memory");
  close(fd);
}
static NOINLINE void free_later(void)
{
  if (g_run == 3)
    free(hidden());
}
static NOINLINE void resize_later(void)
{
  if (g_run == 3)
    free(realloc(hidden(), 77));
}
/* The last pointer goes in the middle of what is done with the block. */
static NOINLINE void read_at_once(void)
{
  g_kept = malloc(33);
  g_hidden = ~(uintptr_t)g_kept;
  uintptr_t turned = g_hidden;
  __asm__ volatile("movq $0, %0\n\tnotq %1\n\tmovzbl (%1), %k1" : "=m"(g_kept), "+r"(turned) : : "memory");
}

/* --- ways to lose it --- */

static NOINLINE void resized(void)
{
  g_kept = malloc(33);
  g_kept = realloc(g_kept, 3333);
  g_kept = NULL;
}
static NOINLINE int in_frame(void)
{
  char *volatile block = malloc(33);
  return *block = 0;
}
static NOINLINE char *make(void)
{
  return calloc(1, 33);
}
static NOINLINE int drop(void)
{
  return *(volatile char *)make();
}
struct holder {
  char *volatile held;
};
static NOINLINE void with_holder(void)
{
  struct holder *volatile holder = malloc(sizeof *holder);
  holder->held = malloc(33);
  free(holder);
}
static NOINLINE void *in_thread(void *nothing)
{
  for (int i = 0; i < 3; i++)
    lose(33);
  return nothing;
}

/* All of them come by where the last pointer in memory goes; all but two are freed behind it. */
struct node {
  struct node *next;
  char *text;
};
static struct node *g_head;
static NOINLINE void push(void)
{
  struct node *node = malloc(sizeof *node);
  node->text = malloc(7);
  node->next = g_head;
  g_head = node;
}
static NOINLINE struct node *pop(void)
{
  struct node *node = g_head;
  g_head = node->next;
  return node;
}
static NOINLINE void node_free(struct node *node)
{
  free(node->text);
  free(node);
}
static NOINLINE void popped(int number)
{
  struct node *node = pop();
  if (number % 5 == 2)
    return;
  node_free(node);
}
static NOINLINE void list(void)
{
  for (int i = 0; i < 10; i++)
    push();
  for (int i = 0; i < 10; i++)
    popped(i);
}

static void count_run(void)
{
  const int fd = open("count", O_RDWR | O_CREAT | O_APPEND, 0600);
  (void)!write(fd, "x", 1);
  g_run = (int)lseek(fd, 0, SEEK_END);
  close(fd);
}

static void act(const char *how)
{
  pthread_t thread;
  if (strcmp(how, "resized") == 0)
    resized();
  else if (strcmp(how, "frame") == 0)
    in_frame();
  else if (strcmp(how, "drop") == 0)
    drop();
  else if (strcmp(how, "holder") == 0)
    with_holder();
  else if (strcmp(how, "list") == 0)
    list();
  else if (strcmp(how, "thread") == 0)
    pthread_join((pthread_create(&thread, NULL, in_thread, NULL), thread), NULL);
  else if (strcmp(how, "at-once") == 0)
    read_at_once();
  else if (strcmp(how, "elsewhere") != 0 || g_run < 3)
    lose(33);
  if (strcmp(how, "read") == 0)
    read_later();
  else if (strcmp(how, "write") == 0)
    write_later();
  else if (strcmp(how, "pass") == 0)
    pass_later();
  else if (strcmp(how, "resize") == 0)
    resize_later();
  else if (strcmp(how, "free") == 0)
    atexit(free_later);
}

int main(int argc, char **argv)
{
  (void)argc;
  count_run();
  if (strcmp(argv[1], "child") != 0) {
    act(argv[1]);
  } else if (fork() == 0) {
    lose(33);
    _exit(0);
  } else {
    wait(NULL);
  }
  scrub();
  (void)!write(STDOUT_FILENO, "done\n", 5);
  return strcmp(argv[1], "elsewhere") == 0 && g_run == 3 ? 9 : 4;
}
