// SPDX-License-Identifier: GPL-2.0-or-later
// A struct is cleared by memset(), and its pointer with it.
// explain: 1337 overwritten NULL in request_clear @lost; global g_request; stored in request_fill @stored
#include "explain.h"
#include <stdlib.h>
#include <string.h>

struct request {
  int method;
  char path[100];
  char *body;
  long filler[40];
};
struct request g_request;

static NOIPA void request_fill(struct request *request)
{
  request->method = 1;
  strcpy(request->path, "/index");
  request->body = malloc(1337); // @stored
}

static NOIPA void request_clear(struct request *request, size_t bytes)
{
  memset(request, 0, bytes); // @lost
}

int main(void)
{
  request_fill(&g_request);
  request_clear(&g_request, sizeof g_request);
  return g_request.body != NULL;
}
