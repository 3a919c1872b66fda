/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Errors, leaks and a snapshot in which every name comes from here; tests/formats/names replaces the placeholders. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/valgrind.h>

void placeholder_function_of_forty_eight_characters_(char *block);
void *placeholder_allocates_of_forty_eight_characters_(size_t bytes);

char placeholder_variable_of_forty_eight_characters__[1337];
static const char text[] = "PLACEHOLDER_PRINTED_OF_FORTY_EIGHT_CHARACTERS___";

__attribute__((noinline)) void *placeholder_allocates_of_forty_eight_characters_(size_t bytes)
{
  return malloc(bytes);
}

__attribute__((noinline)) void placeholder_function_of_forty_eight_characters_(char *block)
{
  *(volatile char *)(block + 1337) = 1;
}

static void *run(void *unused)
{
  char *block = placeholder_allocates_of_forty_eight_characters_(1337);
  pthread_setname_np(pthread_self(), "\x9b\xe2\x80\xae::t##[x]");
  placeholder_function_of_forty_eight_characters_(block);
  VALGRIND_PRINTF("%s\n", text);
  VALGRIND_PRINTF("%s", "\n  ");
  VALGRIND_PRINTF("%s\n", "::error ::in pieces \xe2");
  VALGRIND_PRINTF_BACKTRACE("%s\n", text);
  memcpy(placeholder_variable_of_forty_eight_characters__ + 1, placeholder_variable_of_forty_eight_characters__, 700);
  return unused;
}

int main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  return 0;
}
