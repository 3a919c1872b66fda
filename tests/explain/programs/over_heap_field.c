// SPDX-License-Identifier: GPL-2.0-or-later
// A field of an object is set again without freeing its old text.
// explain: 1337 overwritten block in rename_user @lost; block +8 from user_new @user; stored in rename_user @lost
#include "explain.h"
#include <stdlib.h>
#include <string.h>

struct user {
  int id;
  char *name;
};

static NOIPA struct user *user_new(int id)
{
  struct user *user = calloc(1, sizeof *user); // @user
  user->id = id;
  return user;
}

static NOIPA void rename_user(struct user *user, const char *name)
{
  char *copy = malloc(1337);
  strcpy(copy, name);
  user->name = copy; // @lost
}

int main(void)
{
  struct user *user = user_new(1);
  rename_user(user, "Ada");
  rename_user(user, "Ada Lovelace");
  free(user->name);
  free(user);
}
