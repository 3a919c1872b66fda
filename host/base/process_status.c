/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/base/process_status.h"

#include <stdio.h>
#include <string.h>

bool process_status_find(long pid, const char *name, char text[PROCESS_STATUS_BYTES], const char **ret)
{
  char path[64];
  snprintf(path, sizeof path, "/proc/%ld/status", pid);
  FILE *const file = fopen(path, "re");
  const size_t size = file ? fread(text, 1, PROCESS_STATUS_BYTES - 1, file) : 0;
  if (file)
    fclose(file);
  text[size] = '\0';
  char *const line = strstr(text, name);
  if (!line)
    return false;
  char *const value = line + strlen(name);
  value[strcspn(value, "\n")] = '\0';
  *ret = value;
  return true;
}

char process_status_state(long pid)
{
  char text[PROCESS_STATUS_BYTES];
  const char *value;
  return process_status_find(pid, "\nState:", text, &value) ? value[strspn(value, "\t")] : '\0';
}
