// SPDX-License-Identifier: GPL-2.0-or-later
// Options that do not do what they seem to are warned of, unless the report is a quiet or a long one; and Memcheck's second line
// is one on copyright.
// run: --freelist-vol=0 --workaround-gcc296-bugs=yes
// expect: Command:
// next:
// next: Warning: --freelist-big-blocks value 1000000 has no effect
// next: as it is >= to --freelist-vol value 0
// next: Warning: --workaround-gcc296-bugs=yes is deprecated.
// next: Warning: Instead use: --ignore-range-below-sp=1024-1
// run: -q --freelist-vol=0 --workaround-gcc296-bugs=yes
// reject: Warning
// run: --freelist-vol=1000001
// reject: Warning
// run: --personality=memcheck
// only: seep
// expect: Memcheck, a memory error detector
// next: /^Copyright [(]C[)] /
int main(void)
{
}
