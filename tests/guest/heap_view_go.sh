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
