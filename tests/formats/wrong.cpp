// SPDX-License-Identifier: GPL-2.0-or-later
// Many mistakes, some of them in inlined functions, for pages of real programs.
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#define NOINLINE __attribute__((noinline))
#define INLINE inline __attribute__((always_inline))

static volatile int sink;
static char *volatile kept;

namespace store {

struct Entry {
  std::string key;
  char *body;
};

class Cache {
public:
  INLINE void put(const std::string &key, size_t size)
  {
    delete entries[key];
    entries[key] = new Entry{key, static_cast<char *>(malloc(size))};
  }
  NOINLINE void drop(const std::string &key)
  {
    free(entries[key]->body);
    delete entries[key];
  }
  NOINLINE int read(const std::string &key) { return entries[key]->body[4]; }

private:
  std::map<std::string, Entry *> entries;
};

namespace {
INLINE void keep(size_t size)
{
  kept = static_cast<char *>(malloc(size));
}
}

NOINLINE void forget(size_t size)
{
  keep(size);
  kept = nullptr;
}

}

NOINLINE static void overflow(char *text)
{
  for (int i = 0; i <= 10; i++)
    text[i] = 'x';
  sink = text[-1];
}

NOINLINE static void choose(const int *numbers)
{
  if (numbers[3] > 7)
    sink = 1;
}

NOINLINE static void fill(std::vector<std::string> *names)
{
  for (int i = 0; i < 20; i++)
    names->push_back("a name that is too long to be kept in the string itself");
}

int main()
{
  auto *cache = new store::Cache;
  for (int round = 0; round < 3; round++)
    cache->put("index.html", 1337);
  cache->drop("index.html");
  sink = cache->read("index.html");

  char *text = static_cast<char *>(malloc(10));
  overflow(text);
  free(text);
  free(text);

  int *numbers = new int[4];
  choose(numbers);
  free(numbers);

  for (size_t size = 100; size < 104; size++)
    store::forget(size);
  fill(new std::vector<std::string>);
  return 0;
}
