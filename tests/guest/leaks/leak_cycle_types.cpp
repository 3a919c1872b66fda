// SPDX-License-Identifier: GPL-2.0-or-later
// Cycles of shared_ptr, of two and of three types. The blocks have other addresses in each run: which of a cycle is definitely
// lost is chance, which is why leak_cycle_record.sh looks at the record; what is lost through whom adds up all the same. Things
// that hang from a cycle are no part of it.
// compare: no, which block of a cycle is definitely lost is chance
// run: -- 0 0
// expect: /definitely lost: [0-9,]+ bytes in 2 blocks/
// next: /indirectly lost: [0-9,]+ bytes in 4 blocks/
// run: -- 5 7
// expect: /definitely lost: [0-9,]+ bytes in 2 blocks/
// next: /indirectly lost: [0-9,]+ bytes in 4 blocks/
#include <cstdlib>
#include <memory>
#include <vector>

struct husband;
struct wife {
  std::shared_ptr<husband> other;
  char room[84];
};
struct husband {
  std::shared_ptr<wife> other;
  std::unique_ptr<char[]> hat;
  char room[60];
};

struct scissors;
struct paper;
struct rock {
  std::shared_ptr<scissors> beats;
  char room[92];
};
struct scissors {
  std::shared_ptr<paper> beats;
  char room[108];
};
struct paper {
  std::shared_ptr<rock> beats;
  char room[124];
};

// One of three functions at a time, beginning with any of them.
template <typename First, typename Second, typename Third>
static void in_order(int order, First first, Second second, Third third)
{
  for (int i = order % 3; i < order % 3 + 3; i++)
    if (i % 3 == 0)
      first();
    else if (i % 3 == 1)
      second();
    else
      third();
}

// Holes of the blocks' sizes, so that blocks made one after the other do not lie one behind the other.
static void shuffle(unsigned seed)
{
  std::vector<std::unique_ptr<char[]>> holes;
  srand(seed);
  for (int i = 0; i < 64; i++)
    holes.emplace_back(new char[64 + static_cast<size_t>(rand() % 10) * 16]);
  while (!holes.empty()) {
    holes[static_cast<size_t>(rand()) % holes.size()].swap(holes.back());
    holes.pop_back();
  }
}

static void lose(int order)
{
  std::shared_ptr<wife> her;
  std::shared_ptr<husband> him;
  in_order(order, [&] { her = std::make_shared<wife>(); }, [&] { him = std::make_shared<husband>(); }, [] {});
  him->hat.reset(new char[1337]);
  her->other = him;
  him->other = her;

  std::shared_ptr<rock> hard;
  std::shared_ptr<scissors> sharp;
  std::shared_ptr<paper> flat;
  in_order(order, [&] { hard = std::make_shared<rock>(); }, [&] { sharp = std::make_shared<scissors>(); },
           [&] { flat = std::make_shared<paper>(); });
  hard->beats = sharp;
  sharp->beats = flat;
  flat->beats = hard;
}

int main(int argc, char **argv)
{
  shuffle(argc > 2 ? static_cast<unsigned>(atoi(argv[2])) : 0);
  lose(argc > 1 ? atoi(argv[1]) : 0);
}
