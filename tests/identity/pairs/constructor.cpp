// SPDX-License-Identifier: GPL-2.0-or-later
// What a constructor loses is one place, whoever makes such objects; another maker is added.
// findings: 1
// expect: grown 1, gate fails
// place: @leak
static void *volatile kept;

struct table {
  table() { kept = new char[1337]; } // @leak
};

struct tree : table {
};

static void load()
{
  table one;
}

static void parse() //>
{ //>
  tree one; //>
} //>

int main()
{
  load();
  parse(); //>
  kept = nullptr;
}
