# SPDX-License-Identifier: GPL-2.0-or-later
# What there is to say of debug information stands in the log, and not on the program's standard error when the log is
# another file.
# needs: seep gcc objcopy strip
. "$SRC/lib.sh"
export XDG_CACHE_HOME="$WORK/home"
cat >lose.c <<'C'
#include <stdlib.h>
int main(void)
{
  void *volatile lost = malloc(1337);
  lost = NULL;
  return lost != NULL;
}
C
gcc -g -O0 -Wl,--build-id=none -o lose lose.c
objcopy --only-keep-debug lose lose.debug
strip lose
objcopy --add-gnu-debuglink=lose.debug lose
echo >>lose.debug
for log in --log-file=log --log-fd=9; do
  rm -rf log "$XDG_CACHE_HOME"
  checker --vgdb=no "$log" ./lose 2>stderr 9>log
  [ ! -s stderr ] || fail "$log: on standard error: $(cat stderr)"
  expect log 'lose.debug is not the debug file of' '1,337 bytes in 1 blocks are definitely lost'
done
