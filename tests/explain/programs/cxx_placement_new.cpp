// SPDX-License-Identifier: GPL-2.0-or-later
// An object is made in the place of another one, which has not been destroyed.
// explain: 1337 overwritten block in Session @new; global place; stored in Session @new; value from Session @new
#include "explain.h"
#include <new>

struct Session {
  explicit Session(unsigned bytes) { buffer = new char[bytes]; } // @new
  ~Session() { delete[] buffer; }
  char *buffer;
};
alignas(Session) static char place[sizeof(Session)];

static NOIPA Session *use(unsigned bytes)
{
  return new (place) Session(bytes);
}

int main()
{
  use(1337);
  use(100)->~Session();
}
