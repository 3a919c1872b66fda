// SPDX-License-Identifier: GPL-2.0-or-later
// Two vectors have an allocator of the program's own; places are where something is put into them, not the allocator.
// findings: 2
// expect: same 2, gate passes
// place: @numbers @words
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

template <typename T>
struct allocator {
  using value_type = T;
  allocator() = default;
  template <typename Other>
  allocator(const allocator<Other> &)
  {
  }
  T *allocate(std::size_t count)
  {
    void *memory = std::malloc(count * sizeof(T));
    if (!memory)
      throw std::bad_alloc();
    return static_cast<T *>(memory);
  }
  void deallocate(T *memory, std::size_t) { std::free(memory); }
  bool operator==(const allocator &) const { return true; }
  bool operator!=(const allocator &) const { return false; }
};

using numbers = std::vector<int, allocator<int>>;
alignas(16) static char room[2][sizeof(numbers)];

static void load(numbers &list)
{
  list.push_back(7); // @numbers
}

static void parse(numbers &list)
{
  if (!list.empty()) //>
    return; //>
  list.resize(1337); // @words
}

int main()
{
  load(*new (room[0]) numbers);
  parse(*new (room[1]) numbers);
  memset(room, 0, sizeof room);
}
