# SPDX-License-Identifier: GPL-2.0-or-later
# Files that are removed or replaced before names are read from them: a plugin, with and without a build-id, and the
# program.
# needs: seep gcc
. "$SRC/lib.sh"
export XDG_CACHE_HOME="$WORK/home"

# plugin FUNCTION FILE FLAGS...
plugin() {
  cat >plugin.c <<C
#include <stdlib.h>
static void *volatile lost;
void lose(void);
__attribute__((noinline)) static void $1(void) { lost = malloc(1337); lost = NULL; }
void lose(void) { $1(); }
C
  file=$2
  shift 2
  gcc -g -O0 -shared -fPIC "$@" -o "$file" plugin.c
}

cat >host.c <<'C'
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>
int main(int count, char **arguments)
{
  void *plugin = dlopen(arguments[1], RTLD_NOW);
  void (*lose)(void) = (void (*)(void))dlsym(plugin, "lose");
  if (count > 2)
    rename(arguments[2], arguments[1]);
  else
    unlink(arguments[1]);
  unlink(arguments[0]);
  lose();
  return 0;
}
C
gcc -g -o host.kept host.c -ldl

# removed NAME [NEW]: run with plugin.so and see whether the names are those of the old one, now, later, and by nothing
# but the run itself.
removed() {
  name=$1
  shift
  cp host.kept host
  checker --record="$name" ./host ./plugin.so "$@" >stdout 2>"$name.err"
  [ ! -e host ] || fail "the program is still there"
  expect "$name.err" 'by lose_old \(plugin\.c:4\)' 'by lose \(plugin\.c:5\)' 'by main \(host\.c:13\)'
  reject "$name.err" lose_new
  checker report "$name" >"$name.again"
  expect "$name.again" 'by lose_old \(plugin\.c:4\)' 'by main \(host\.c:13\)'
  rm -r "$XDG_CACHE_HOME"
  checker report "$name" >"$name.again"
  expect "$name.again" 'by lose_old \(plugin\.c:4\)' 'by main \(host\.c:13\)'
  rm -r "$name/symbols"
  checker report "$name" >"$name.nameless" 2>warnings
  reject "$name.nameless" 'lose_' 'plugin\.c'
}

plugin lose_old plugin.so
removed unlinked
for flags in -Wl,--build-id -Wl,--build-id=none; do
  plugin lose_old plugin.so "$flags"
  touch -d 2020-01-02 plugin.so
  plugin lose_new new.so "$flags"
  touch -d 2020-01-02 new.so
  [ "$(wc -c <plugin.so)" = "$(wc -c <new.so)" ] || fail "the new plugin has another size"
  removed "replaced$flags" ./new.so
done
# What the report did not need is known later as well.
plugin lose_old plugin.so
cp host.kept host
checker --leak-check=no --growth=yes --record=unasked ./host ./plugin.so >stdout 2>unasked.err
reject unasked.err lose_old
checker heap unasked growth --limit=0 >growth
expect growth 'lose_old \(plugin\.c:4\)'
# What takes its place may be nothing that can be read.
plugin lose_old plugin.so
mkfifo fifo
removed by-fifo ./fifo
rm plugin.so
plugin lose_old plugin.so
plugin lose_new unreadable
chmod 000 unreadable
removed by-unreadable ./unreadable
