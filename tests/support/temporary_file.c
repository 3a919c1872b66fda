/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "support/temporary_file.h"

#include <string.h>
#include <unistd.h>

#include "unit/unit.h"

#define TEMPLATE "/tmp/seep_test.XXXXXX"

char temporary_file[] = TEMPLATE;

void temporary_file_setup(void)
{
  strcpy(temporary_file, TEMPLATE);
  int fd = mkstemp(temporary_file);
  ck_assert_int_ge(fd, 0);
  close(fd);
}

void temporary_file_teardown(void)
{
  unlink(temporary_file);
}
