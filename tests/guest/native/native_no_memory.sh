# SPDX-License-Identifier: GPL-2.0-or-later
# --checks=leaks: where there is no memory for the checker, the program goes on and ends as it would, and its run is
# incomplete. Whatever the limit is, no run that could not be searched is called free of leaks.
# needs: seep
. "$SRC/lib.sh"
seep=${SEEP%% *}
cat >many.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
int main(int count, char **arguments)
{
  const rlim_t most = strtoul(arguments[1], NULL, 10) << 20;
  setrlimit(RLIMIT_AS, &(struct rlimit){most, most});
  for (int i = 0; i < 300000; i++)
    if (!malloc(24))
      break;
  puts("done");
  return 3;
}
C
cc -w -o many many.c
for limit in 12 16 24 32 48 64; do
  rm -rf run
  got=0
  timeout 60 "$seep" --checks=leaks --record=run ./many $limit >out 2>err || got=$?
  [ "$got" = 3 ] || fail "limit of $limit MiB: exit status $got, not 3"
  [ "$(cat out)" = done ] || fail "limit of $limit MiB: the program said: $(cat out)"
  status 1 "$seep" gate run >gate 2>&1
done
