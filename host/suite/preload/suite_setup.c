/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/suite/preload/suite_setup.h"

#include <fcntl.h>
#include <sys/syscall.h>

#include "shared/base/raw_syscalls.h"
#include "shared/base/plain_strings.h"

/* --- the file --- */

/* All of it, terminated; 0 when it cannot be read or is too large. */
static size_t read_file(const char *path, char *buffer)
{
  long fd = raw_syscall(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC | O_NOCTTY, 0, 0, 0);
  size_t size = 0;
  long got = 1;
  while (fd >= 0 && got > 0 && size < SUITE_SETUP_BYTES) {
    got = raw_syscall(SYS_read, fd, (long)(buffer + size), (long)(SUITE_SETUP_BYTES - size), 0, 0, 0);
    size += got > 0 ? (size_t)got : 0;
  }
  if (fd >= 0)
    raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
  buffer[size] = '\0';
  return fd >= 0 && got == 0 ? size : 0;
}

/* --- its lines --- */

static void add_to_list(const char **list, const char *value)
{
  size_t count = 0;
  while (list[count])
    count++;
  if (count < SUITE_LIST_MAX)
    list[count] = value;
}

static void take_line(struct suite_setup *setup, const char *line)
{
  const char *value;
#define TEXT(name)                                \
  if ((value = text_after(line, #name " "))) {    \
    setup->name = value;                          \
    return;                                       \
  }
#define LIST(name)                                \
  if ((value = text_after(line, #name " "))) {    \
    add_to_list(setup->name, value);                      \
    return;                                       \
  }
#include "host/suite/preload/suite_setup.def"
}

static bool is_complete(const struct suite_setup *setup)
{
#define TEXT(name)   \
  if (!setup->name)  \
    return false;
#define LIST(name)
#include "host/suite/preload/suite_setup.def"
  return true;
}

/* The path after the key. */
static const char *take_key(const char *variable, char key[static SUITE_KEY_BYTES])
{
  size_t size = 0;
  while (variable[size] && variable[size] != '/' && variable[size] != ':' && size < SUITE_KEY_BYTES - 1) {
    key[size] = variable[size];
    size++;
  }
  const bool has_key = variable[size] == ':';
  key[has_key ? size : 0] = '\0';
  return has_key ? variable + size + 1 : variable;
}

bool suite_setup_read(const char *variable, char buffer[static SUITE_SETUP_BYTES + 1], struct suite_setup *ret)
{
  const char *path = take_key(variable, ret->key);
  size_t size = read_file(path, buffer);
  if (size == 0) {
    size = suite_log_client_setup(ret->key, text_base(path), buffer, SUITE_SETUP_BYTES);
    buffer[size] = '\0';
  }
  char *line = buffer;
  for (size_t i = 0; i < size; i++)
    if (buffer[i] == '\n') {
      buffer[i] = '\0';
      take_line(ret, line);
      line = buffer + i + 1;
    }
  return is_complete(ret);
}

struct suite_rules suite_setup_rules(const struct suite_setup *setup)
{
  return (struct suite_rules){.tree = setup->tree, .only = setup->only, .skip = setup->skip};
}
