# SPDX-License-Identifier: GPL-2.0-or-later
# What lies below /opt is not own code, but a program there that has no other code fails by its leaks: nobody else's
# they can be, wherever Seep itself lies. And what lies in the tree of a suite is own code, wherever that is: it has
# places of its own, in calls of libraries too.
# needs: seep gcc
# uses: leak_definite.c
. "$SRC/lib.sh"

opt=$(mktemp -d /opt/seep-test.XXXXXX 2>/dev/null) || skip "/opt cannot be written"
trap 'rm -rf "$opt"' EXIT
cp "$BIN/leak_definite" "$opt"
cd "$opt"
checker -q --record=run ./leak_definite >stdout 2>report
status 1 checker gate run >gate.out
expect gate.out "definitely lost: .* at most 0 allowed"

mkdir project lib
printf '%s\n' '#include <stdlib.h>' 'void *get(int n) { return malloc(n); }' >lib/get.c
printf '%s\n' 'void *get(int);' 'void first(void) { get(1337); }' 'void second(void) { get(11); }' \
  'int main(void) { first(); second(); return 0; }' >project/prog.c
gcc -g -shared -fPIC -o lib/libget.so lib/get.c
gcc -g -o project/prog project/prog.c -Llib -lget -Wl,-rpath,"$opt/lib"
cd project
checker suite -q --record=run -- ./prog >stdout 2>report
status 1 checker gate run --own-only >gate.out
expect gate.out "definitely lost: 1,348 bytes" "first \(prog\.c:2\)" "second \(prog\.c:3\)"
cd ..
checker suite -q --record=plain -- project/prog >stdout 2>report
status 1 checker gate plain --own-only >gate.out
cp "$opt/project/prog" /opt/"${opt##*/}.prog"
trap 'rm -rf "$opt" "$opt.prog"' EXIT
cd /opt
checker suite -q --record="$opt/top" -- "./${opt##*/}.prog" >stdout 2>report
status 0 checker gate "$opt/top" --own-only >gate.out
expect gate.out "note: .* in library code"
