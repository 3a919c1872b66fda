// SPDX-License-Identifier: GPL-2.0-or-later
// Streams with numbers in and out.
// build: -O2
// run:
// stdout: 6 2.5 1337
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <iomanip>
#include <iostream>
#include <sstream>
int main()
{
  std::istringstream input("1 2 3 2.5 0x539");
  int a, b, c, hexadecimal;
  double d;
  input >> a >> b >> c >> d >> std::hex >> hexadecimal;
  std::cout << a + b + c << ' ' << std::setprecision(3) << d << ' ' << hexadecimal << std::endl;
}
