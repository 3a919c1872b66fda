# SPDX-License-Identifier: GPL-2.0-or-later
# Suppression files that cannot be read or understood stop the run before the program starts, naming file and line.
# needs: seep
# uses: lose.c
. "$SRC/lib.sh"
refused() {
  status 125 checker "--suppressions=$1" /bin/echo started >stdout 2>report
  [ ! -s stdout ] || fail "the program was started with $1"
}
refused no-such.supp
expect report "no-such\.supp"
mkdir directory.supp
refused directory.supp
expect report "directory\.supp"
printf '{\n  name\n  Memcheck:Leak\n  fun:malloc\n' >open.supp
refused open.supp
expect report "open\.supp:[0-9]+"
printf '# good\n{\n  name\n  Memcheck:Leek\n  fun:malloc\n}\n' >kind.supp
refused kind.supp
expect report "kind\.supp:4" "Leek"
printf '{\n  name\n  Memcheck:Leak\n  function:malloc\n}\n' >frame.supp
refused frame.supp
expect report "frame\.supp:4"
printf '{\n  name\n  Memcheck:Leak\n  match-leak-kinds: some\n  fun:malloc\n}\n' >leakkind.supp
refused leakkind.supp
expect report "leakkind\.supp:4" "some"
head -c 4096 /dev/urandom >noise.supp
refused noise.supp
expect report "noise\.supp"
if [ "$(id -u)" != 0 ]; then
  printf '{\n' >unreadable.supp
  chmod 0 unreadable.supp
  refused unreadable.supp
  expect report "unreadable\.supp"
fi
