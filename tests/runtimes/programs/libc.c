// SPDX-License-Identifier: GPL-2.0-or-later
// The C library: what it sets up at first use and keeps.
//
// build: cc -g -O0 $SRC -o $BIN -lpthread -ldl
// features: print locale iconv users hosts regex time sort directory pattern environment process tree messages
// threads: joined detached waiting keys storage timer signal barrier semaphore once
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <glob.h>
#include <grp.h>
#include <iconv.h>
#include <libintl.h>
#include <locale.h>
#include <netdb.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <search.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include "plant.h"

static void print(void)
{
  printf("%s %d %.3f %Lf\n", "hello", 42, 3.14, 2.5L);
  wchar_t wide[16];
  swprintf(wide, 16, L"%ls", L"wide");
}

static void locale(void)
{
  setlocale(LC_ALL, "C.UTF-8");
  locale_t other = newlocale(LC_ALL_MASK, "C.UTF-8", NULL);
  uselocale(other);
  printf("%s %'d\n", localeconv()->decimal_point, 1000000);
  uselocale(LC_GLOBAL_LOCALE);
  freelocale(other);
}

static void convert(void)
{
  char in[] = "h\xc3\xa9llo", out[32], *from = in, *to = out;
  size_t in_left = strlen(in), out_left = sizeof out;
  iconv_t way = iconv_open("ISO-8859-15", "UTF-8");
  if (way == (iconv_t)-1)
    return;
  iconv(way, &from, &in_left, &to, &out_left);
  iconv_close(way);
}

static void users(void)
{
  const struct passwd *user = getpwnam("root");
  const struct group *group = getgrgid(0);
  printf("%s %s\n", user ? user->pw_dir : "-", group ? group->gr_name : "-");
  setpwent();
  while (getpwent())
    ;
  endpwent();
}

static void hosts(void)
{
  struct addrinfo *all = NULL;
  if (getaddrinfo("localhost", "80", NULL, &all) == 0)
    freeaddrinfo(all);
  getservbyname("http", "tcp");
  getprotobyname("tcp");
}

static void regex(void)
{
  regex_t pattern;
  if (regcomp(&pattern, "^(h)(el+)o$", REG_EXTENDED) != 0)
    return;
  printf("%d\n", regexec(&pattern, "hello", 0, NULL, 0));
  regfree(&pattern);
}

static void tell_time(void)
{
  char text[64];
  time_t now = time(NULL);
  setenv("TZ", "Europe/Vienna", 1);
  tzset();
  strftime(text, sizeof text, "%c %Z", localtime(&now));
  puts(text);
}

static int by_number(const void *a, const void *b)
{
  return *(const int *)a - *(const int *)b;
}

static void sort(void)
{
  enum { COUNT = 100000 };
  int *numbers = malloc(COUNT * sizeof *numbers);
  for (int i = 0; i < COUNT; i++)
    numbers[i] = COUNT - i;
  qsort(numbers, COUNT, sizeof *numbers, by_number);
  printf("%d\n", numbers[0]);
  free(numbers);
}

static void directory(void)
{
  struct dirent **entries;
  int count = scandir("/etc", &entries, NULL, alphasort);
  for (int i = 0; i < count; i++)
    free(entries[i]);
  if (count >= 0)
    free(entries);
}

static void pattern(void)
{
  glob_t found;
  if (glob("/etc/p*", 0, NULL, &found) == 0)
    globfree(&found);
}

static void environment(void)
{
  setenv("HELLO", "world", 1);
  setenv("HELLO", "a longer world", 1);
  putenv((char *)"STATIC=1");
  unsetenv("HELLO");
}

static void process(void)
{
  char line[64];
  FILE *from = popen("echo hello", "r");
  while (from && fgets(line, sizeof line, from))
    fputs(line, stdout);
  if (from)
    pclose(from);
  printf("%d\n", system("true"));
  pid_t child = fork();
  if (child == 0)
    exit(0);
  waitpid(child, NULL, 0);
}

static int by_text(const void *a, const void *b)
{
  return strcmp(a, b);
}

static void tree(void)
{
  static void *root;
  tsearch("one", &root, by_text);
  tsearch("two", &root, by_text);
  hcreate(16);
  hsearch((ENTRY){.key = (char *)"key", .data = NULL}, ENTER);
  hdestroy();
}

static void messages(void)
{
  openlog("hello", LOG_PID, LOG_USER);
  closelog();
  bindtextdomain("hello", "/usr/share/locale");
  textdomain("hello");
  puts(gettext("hello"));
  fprintf(stderr, "%s\n", strerror(9999));
}

/* --- threads --- */

static pthread_key_t key;
static __thread char *mine;

static void *nothing(void *argument)
{
  return argument;
}

static void *wait_for_good(void *argument)
{
  sem_post(argument);
  for (;;)
    pause();
}

static void *use_key(void *argument)
{
  pthread_setspecific(key, strdup("of a thread"));
  return argument;
}

static void *use_storage(void *argument)
{
  mine = strdup("of a thread");
  free(mine);
  return argument;
}

static void run(void *(*body)(void *), void *argument)
{
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, body, argument);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
}

static void joined(void)
{
  run(nothing, NULL);
}

static void detached(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  pthread_detach(thread);
}

static void waiting(void)
{
  static sem_t is_there;
  pthread_t thread;
  sem_init(&is_there, 0, 0);
  pthread_create(&thread, NULL, wait_for_good, &is_there);
  sem_wait(&is_there);
}

static void keys(void)
{
  pthread_key_create(&key, free);
  run(use_key, NULL);
  pthread_setspecific(key, strdup("of main"));
}

static void storage(void)
{
  run(use_storage, NULL);
  mine = strdup("of main");
}

static void on_timer(union sigval value)
{
  sem_post(value.sival_ptr);
}

static void timer(void)
{
  static sem_t rang;
  timer_t id;
  sem_init(&rang, 0, 0);
  struct sigevent event = {
    .sigev_notify = SIGEV_THREAD, .sigev_notify_function = on_timer, .sigev_value.sival_ptr = &rang};
  if (timer_create(CLOCK_MONOTONIC, &event, &id) != 0)
    return;
  timer_settime(id, 0, &(struct itimerspec){.it_value.tv_nsec = 1000000}, NULL);
  sem_wait(&rang);
  timer_delete(id);
}

static void *wait_signal(void *argument)
{
  int number;
  sigwait(argument, &number);
  return NULL;
}

static void take_signal(void)
{
  static sigset_t set;
  pthread_t thread;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&thread, NULL, wait_signal, &set);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
}

static void *meet(void *argument)
{
  pthread_barrier_wait(argument);
  return NULL;
}

static void barrier(void)
{
  pthread_barrier_t point;
  pthread_barrier_init(&point, NULL, 4);
  run(meet, &point);
  pthread_barrier_destroy(&point);
}

static void *post(void *argument)
{
  sem_post(argument);
  return NULL;
}

static void semaphore(void)
{
  sem_t count;
  sem_init(&count, 0, 0);
  run(post, &count);
  sem_destroy(&count);
}

static char *made_once;

static void make(void)
{
  made_once = strdup("once");
}

static void *use_once(void *argument)
{
  pthread_once(argument, make);
  return NULL;
}

static void once(void)
{
  static pthread_once_t control = PTHREAD_ONCE_INIT;
  run(use_once, &control);
}

static const struct {
  const char *name;
  void (*show)(void);
} features[] = {
  {"print", print}, {"locale", locale}, {"iconv", convert}, {"users", users}, {"hosts", hosts}, {"regex", regex},
  {"time", tell_time}, {"sort", sort}, {"directory", directory}, {"pattern", pattern}, {"environment", environment},
  {"process", process}, {"tree", tree}, {"messages", messages}, {"joined", joined}, {"detached", detached},
  {"waiting", waiting}, {"keys", keys}, {"storage", storage}, {"timer", timer}, {"signal", take_signal},
  {"barrier", barrier}, {"semaphore", semaphore}, {"once", once},
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
