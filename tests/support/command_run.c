/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "support/command_run.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/fake_symbols.h"
#include "unit/unit.h"

enum { ARGUMENTS_MAX = 24 };

static char base[] = "/tmp/seep-command-XXXXXX";
static char output[1 << 16], text[1 << 16];

void command_run_setup(void)
{
  unit_make_folder(base);
  ck_assert_int_eq(chdir(base), 0);
  setenv("XDG_STATE_HOME", base, 1);
  setenv("XDG_CACHE_HOME", base, 1);
  fake_symbols_clear();
  fake_symbols_add(0x10, "malloc", NULL, NULL, 0);
  fake_symbols_add(0x20, "lose", NULL, "leak.c", 5);
  fake_symbols_add(0x28, "drop", NULL, "drop.c", 7);
  fake_symbols_add(0x30, "main", NULL, "leak.c", 9);
}

void command_run_teardown(void)
{
  unit_remove_folder(base);
}

/* --- records --- */

void build_process_start(struct record_builder *stream, uint64_t pid, const char *program)
{
  char exe[256], *name = exe + strlen("/home/me/");
  snprintf(exe, sizeof exe, "/home/me/%s", program ? program : "leak");
  build_start(stream, (struct record_start){.pid = pid,
                                            .start_time_ns = pid,
                                            .exe = build_string(exe),
                                            .cwd = build_string(base),
                                            .options = BUILD_STRINGS(build_string("--default-suppressions=no")),
                                            .argv = BUILD_STRINGS(build_string(name)),
                                            .seep_version = build_string("1.0")});
  build_module(stream, (struct record_module){
                         .id = 1, .epoch = 1, .start = 0x1000, .end = 0x2000, .path = build_string("/leak")});
  build_stack(stream, (struct record_stack){1, 1, BUILD_NUMBERS(0x1010, 0x1020, 0x1030)});
  build_stack(stream, (struct record_stack){2, 1, BUILD_NUMBERS(0x1010, 0x1028, 0x1030)});
}

static void build_check(struct record_builder *stream, const struct built_process *process)
{
  build_leak_begin(stream, (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL,
                                                      .reason = RECORD_LEAK_AT_EXIT, .tid = 1});
  if (process->kind)
    build_loss(stream, (struct record_loss){.check_id = 1, .kind = process->kind,
                                            .stack_id = process->is_dropped ? 2 : 1, .bytes = process->bytes,
                                            .blocks = process->blocks ? process->blocks : 1,
                                            .indirect_bytes = process->indirect_bytes,
                                            .indirect_blocks = process->indirect_bytes > 0});
  build_leak_end(stream, (struct record_leak_end){.id = 1});
}

void build_process(const char *path, struct built_process process)
{
  struct record_builder stream = {0};
  build_process_start(&stream, process.pid, process.program);
  for (uint64_t i = 0; i < process.errors; i++)
    build_error(&stream, (struct record_error){.id = i + 1, .kind = RECORD_ERROR_MEMPOOL, .stack_id = 1});
  build_check(&stream, &process);
  build_end_of_run(&stream, (struct record_end_of_run){.reason = RECORD_END_EXIT});
  write_record(&stream, path);
}

void build_loser(const char *path, uint64_t pid, enum record_leak_kind kind, uint64_t bytes)
{
  build_process(path, (struct built_process){.pid = pid, .kind = kind, .bytes = bytes});
}

void write_record(struct record_builder *stream, const char *path)
{
  record_builder_write(stream, path);
  record_builder_release(stream);
}

void write_text(const char *path, const char *content)
{
  FILE *file = fopen(path, "w");
  ck_assert_ptr_nonnull(file);
  fputs(content, file);
  ck_assert_int_eq(fclose(file), 0);
}

static const char *read_into(const char *path, char *buffer, size_t size)
{
  FILE *file = fopen(path, "r");
  ck_assert_ptr_nonnull(file);
  buffer[fread(buffer, 1, size - 1, file)] = '\0';
  fclose(file);
  return buffer;
}

const char *read_text(const char *path)
{
  return read_into(path, text, sizeof text);
}

/* --- running --- */

int command_run(int (*command)(int argc, char **argv), ...)
{
  char *argv[ARGUMENTS_MAX] = {(char *)"command"};
  int argc = 1;
  va_list args;
  va_start(args, command);
  while ((argv[argc] = va_arg(args, char *)))
    argc++;
  va_end(args);
  fflush(stdout);
  int saved = dup(STDOUT_FILENO), saved_error = dup(STDERR_FILENO);
  ck_assert_ptr_nonnull(freopen("output", "w", stdout));
  ck_assert_int_ge(dup2(STDOUT_FILENO, STDERR_FILENO), 0);
  int status = command(argc, argv);
  fflush(stdout);
  dup2(saved, STDOUT_FILENO);
  dup2(saved_error, STDERR_FILENO);
  close(saved);
  close(saved_error);
  read_into("output", output, sizeof output);
  return status;
}

const char *command_output(void)
{
  return output;
}

void command_says(const char *part)
{
  ck_assert_msg(strstr(output, part) != NULL, "\"%s\" is not in:\n%s", part, output);
}

void command_says_not(const char *part)
{
  ck_assert_msg(strstr(output, part) == NULL, "\"%s\" is in:\n%s", part, output);
}
