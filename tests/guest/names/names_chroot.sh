# SPDX-License-Identifier: GPL-2.0-or-later
# A plugin that is loaded after chroot has its names: the reporter sees another file, or none, at the path that the
# program sees.
# needs: seep gcc unshare
. "$SRC/lib.sh"
# The core learns the names of files from /proc, so that must be there inside.
inside() {
  # shellcheck disable=SC2016
  unshare -m sh -c 'mount --bind /proc jail/proc && "$@"' sh "$@"
}
mkdir -p "jail$WORK" jail/proc
inside true 2>reason || skip "no chroot with /proc can be made here: $(cat reason)"
export XDG_CACHE_HOME="$WORK/home"
cat >plugin.c <<'C'
#include <stdlib.h>
static void *volatile lost;
void lose(void);
void lose(void) { lost = malloc(1337); lost = NULL; }
C
cat >host.c <<'C'
#include <dlfcn.h>
#include <unistd.h>
int main(int count, char **arguments)
{
  if (chroot(arguments[1]) != 0 || chdir("/") != 0)
    return 1;
  void *plugin = dlopen(arguments[2], RTLD_NOW);
  ((void (*)(void))dlsym(plugin, "lose"))();
  return 0;
}
C
gcc -g -o host host.c -ldl
gcc -g -O0 -shared -fPIC -o "jail$WORK/plugin.so" plugin.c
# SEEP is a command line.
# shellcheck disable=SC2086
inside $SEEP --vgdb=no ./host jail "$WORK/plugin.so" >stdout 2>report
expect report 'by lose \(plugin\.c:4\)' 'by main \(host\.c:8\)'
# Another plugin is at that path outside.
rm -r "$XDG_CACHE_HOME"
sed 's/lose/gain/' plugin.c >other.c
gcc -g -O0 -shared -fPIC -o plugin.so other.c
# SEEP is a command line.
# shellcheck disable=SC2086
inside $SEEP --vgdb=no --record=run ./host jail "$WORK/plugin.so" >stdout 2>report
expect report 'by lose \(plugin\.c:4\)' 'by main \(host\.c:8\)'
reject report 'by gain'
checker report run >again
expect again 'by lose \(plugin\.c:4\)'
