// SPDX-License-Identifier: GPL-2.0-or-later
// A variant is returned, which many constructors make.
// levels: -std=c++17 -fno-builtin-malloc
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <cstdlib>
#include <variant>

#include "pair.h"

typedef std::variant<int, char *> number_or_text;

static number_or_text make(int bytes)
{
  if (bytes < 0)
    return bytes;
  return (char *)malloc(bytes);
}

static APART int first(void)
{
  number_or_text one = make(1337);
  int used = *std::get<1>(one) = 1;
  free(std::get<1>(one)); //>
  return used;
}

static APART int second(void)
{
  number_or_text other = make(1337); // @made
  int used = *std::get<1>(other) = 1;
  free(std::get<1>(other)); //<
  return used;
}
