/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Errors of several kinds, for screens that show them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct session {
  char *name;
  int state, retries;
  struct session *next;
};

static struct session *sessions;

static struct session *session_open(const char *name)
{
  struct session *session = malloc(sizeof *session);
  session->name = malloc(strlen(name));
  strcpy(session->name, name);
  session->next = sessions;
  sessions = session;
  return session;
}

static void session_close(struct session *session)
{
  free(session->name);
  free(session);
}

static int session_needs_retry(const struct session *session)
{
  if (session->retries > 3)
    return 1;
  return session->state == 7;
}

static void log_all(void)
{
  for (struct session *session = sessions; session; session = session->next)
    printf("%d\n", session_needs_retry(session));
}

int main(void)
{
  struct session *first = session_open("first"), *second = session_open("second");
  first->state = second->state = 7;
  session_needs_retry(first);
  session_close(second);
  log_all();
  free(first->name);
  free(first->name);
  sessions = NULL;
  return 0;
}
