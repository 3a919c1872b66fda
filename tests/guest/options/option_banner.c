// SPDX-License-Identifier: GPL-2.0-or-later
// The report begins with the command line as the person gave it.
// run: -- one 'two words'
// expect: /Command: .*option_banner one two.? words/
int main(void)
{
}
