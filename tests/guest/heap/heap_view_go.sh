# SPDX-License-Identifier: GPL-2.0-or-later
# Go's runtime has a heap of its own, in stripped programs too, and beside the C library's.
# needs: seep go cc
# limit: 180
. "$SRC/lib.sh"
export HOME="$PWD" GO111MODULE=off GOFLAGS=
cat >plain.go <<'END'
package main

func main() { println("plain") }
END
go build -ldflags='-s -w' -o plain plain.go
sees 5 Go ./plain
expect seen.report plain
mkdir both
cat >both/both.go <<'END'
package main

// #include <stdlib.h>
// static void lose(void) { char *volatile block = malloc(1337); block = 0; }
import "C"

func main() { C.lose() }
END
(cd both && go build -o ../with_c both.go) || skip "no cgo"
sees 5 Go ./with_c
expect seen.report "1,337 bytes in 1 blocks are definitely lost"

# As a library, loaded late.
cat >library.go <<'END'
package main

import "C"

//export Nothing
func Nothing() {}

func main() {}
END
cat >loads.c <<'END'
#include <dlfcn.h>
int main(int argc, char **argv)
{
  return argc == 2 && !dlopen(argv[1], RTLD_NOW);
}
END
cc -o loads loads.c
go build -buildmode=c-shared -o library.so library.go
sees 1 "" ./loads
sees 5 Go ./loads ./library.so
