/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts what a program executes by having the processor trap behind each instruction: `steps FILE PROGRAM
 * [ARGUMENTS]` writes "offset count" to FILE for each instruction of the program's own file. Slow, and right: it knows
 * nothing of instructions. */
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TEXT_MAX = 1 << 22 };

static unsigned long long counts[TEXT_MAX];

/* Where byte 0 of the program's file would be. */
static uint64_t find_base(pid_t pid, const char *program)
{
  char name[64], line[4096], path[4096];
  unsigned long long start, offset;
  snprintf(name, sizeof name, "/proc/%d/maps", (int)pid);
  FILE *maps = fopen(name, "r");
  char *const wanted = realpath(program, NULL);
  while (maps && fgets(line, sizeof line, maps))
    if (sscanf(line, "%llx-%*x %*s %llx %*s %*s %4095s", &start, &offset, path) == 3 && strcmp(path, wanted) == 0) {
      fclose(maps);
      return start - offset;
    }
  fprintf(stderr, "steps: %s is not mapped\n", program);
  exit(2);
}

static void write_counts(const char *name)
{
  FILE *file = fopen(name, "w");
  if (!file)
    exit(2);
  for (size_t i = 0; i < TEXT_MAX; i++)
    if (counts[i] > 0)
      fprintf(file, "%zx %llu\n", i, counts[i]);
  fclose(file);
}

/* The instruction was not executed. */
static int is_fault(int signal)
{
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL;
}

/* One instruction; the status of its end, or -1. */
static int step(pid_t pid, int *signal)
{
  int status;
  if (ptrace(PTRACE_SINGLESTEP, pid, NULL, (void *)(long)*signal) < 0 || waitpid(pid, &status, 0) < 0)
    exit(2);
  if (WIFEXITED(status))
    return WEXITSTATUS(status);
  if (WIFSIGNALED(status))
    return 128 + WTERMSIG(status);
  *signal = WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
  return -1;
}

int main(int argc, char **argv)
{
  int status, signal = 0, end;
  const pid_t pid = fork();
  if (argc < 3)
    return 2;
  if (pid == 0) {
    personality(ADDR_NO_RANDOMIZE);
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    execv(argv[2], argv + 2);
    _exit(127);
  }
  waitpid(pid, &status, 0);
  const uint64_t base = find_base(pid, argv[2]);
  do {
    struct user_regs_struct registers;
    if (ptrace(PTRACE_GETREGS, pid, NULL, &registers) < 0)
      exit(2);
    const uint64_t offset = registers.rip - base;
    const int delivers = signal != 0; /* to a handler, whose first instruction comes next */
    end = step(pid, &signal);
    if (offset < TEXT_MAX && !delivers && !is_fault(signal))
      counts[offset]++;
  } while (end < 0);
  write_counts(argv[1]);
  return end;
}
