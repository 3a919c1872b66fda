// SPDX-License-Identifier: GPL-2.0-or-later
// The constructor of a member sets its member.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made

#define APART __attribute__((noinline))

struct inner {
  char *data;
  inner() : data(new char[1337]) { data[0] = 1; }
};
struct whole {
  long number = 7;
  inner in;
};

static APART int first(void)
{
  whole one;
  int used = one.in.data[0];
  delete[] one.in.data; //>
  return used;
}

static APART int second(void)
{
  whole one_2; // @made
  int used = one_2.in.data[0];
  delete[] one_2.in.data; //<
  return used;
}

static APART int scrub(void)
{
  volatile char room[4096];
  for (unsigned i = 0; i < sizeof room; i++)
    room[i] = 1;
  return room[77];
}

int main()
{
  return first() + second() + scrub() != 3;
}
