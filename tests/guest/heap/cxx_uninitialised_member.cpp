// SPDX-License-Identifier: GPL-2.0-or-later
// A member that no constructor sets.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at holder::ready() const (cxx_uninitialised_member.cpp:@test)
// next: by main (cxx_uninitialised_member.cpp:@main)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
struct holder {
  int count;
  bool set;
  holder() : count(0) {}
  int ready() const
  {
    if (set) // @test
      return 1;
    return 2;
  }
};
int main()
{
  holder *one = new holder;
  int result = one->count + one->ready(); // @main
  delete one;
  return result == 7;
}
