# SPDX-License-Identifier: GPL-2.0-or-later
# seep snapshot asks while the program executes itself again and again, watched or not: the signal of a request never
# reaches a program that does not handle it yet, which would end it. Without signals that may be queued (ulimit -i 0)
# requests are answered, and threads stand still.
# needs: seep
. "$SRC/lib.sh"
seep=${SEEP%% *}
cat >again.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void *run(void *unused)
{
  for (;;)
    free(malloc(100));
  return unused;
}
int main(int count, char **arguments)
{
  const int left = atoi(arguments[1]);
  char text[16];
  pthread_t thread;
  if (count > 2) {
    printf("ready %d\n", (int)getpid());
    fflush(stdout);
  }
  pthread_create(&thread, NULL, run, NULL);
  if (left == 0) {
    puts("over");
    fflush(stdout);
    _exit(9);
  }
  usleep(left % 7 * 300);
  snprintf(text, sizeof text, "%d", left - 1);
  execl("./no-such-program", "none", (char *)NULL);
  execl("/proc/self/exe", arguments[0], text, (char *)NULL);
  return 1;
}
C
cc -pthread -o again again.c
ready() { grep -q ready out 2>/dev/null; }
over() { grep -q over out 2>/dev/null; }
for traced in yes no; do
  rm -f out
  checker --record="run-$traced" --checks=leaks --trace-children=$traced ./again 30 first >out 2>err &
  program=$!
  wait_for ready
  pid=$(sed -n 's/^ready //p' out)
  while kill -0 "$program" 2>/dev/null && ! over; do
    "$seep" snapshot "$pid" >told 2>&1 || true
  done
  status 9 wait "$program"
done

cat >threads.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>
static void *run(void *unused)
{
  void *held = malloc(1337);
  while (access("over", F_OK) != 0)
    free(malloc(100));
  free(held);
  return unused;
}
int main(void)
{
  pthread_t threads[3];
  const struct rlimit none = {0, 0};
  setrlimit(RLIMIT_SIGPENDING, &none);
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, run, NULL);
  printf("ready %d\n", (int)getpid());
  fflush(stdout);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 5;
}
C
cc -pthread -o threads threads.c
rm -f out
checker --record=few --checks=leaks ./threads >out 2>err &
program=$!
wait_for ready
pid=$(sed -n 's/^ready //p' out)
"$seep" snapshot "$pid" >told 2>&1 || fail "$(cat told)"
touch over
status 5 wait "$program"
expect told "^Snapshot 1: "
reject err "stand still|not seen|did not finish"
"$seep" heap few --at=1 why =1337 >out
expect out "3 blocks, 4,011 bytes" "held by frame of run\(\) of thread [2-4]"
