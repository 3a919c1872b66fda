# SPDX-License-Identifier: GPL-2.0-or-later
# Go programs with many small stacks, which grow, move, are preempted by signals and given back to the heap, have no
# errors, without suppressions. What C code of theirs does wrong, which calls Go and is called by it, is an error.
# needs: seep go cc
# limit: 300
. "$SRC/lib.sh"
export HOME="$PWD" GO111MODULE=off GOFLAGS=

cat >stacks.go <<'END'
package main

import (
	"fmt"
	"os"
	"runtime/debug"
	"sync"
	"time"
)

type pad [16]int

func deep(n int, p pad) int {
	if n == 0 {
		return p[3]
	}
	p[n%16] += n
	return deep(n-1, p) + 1
}

func recovers(n int) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	if n%3 == 0 {
		panic(n)
	}
	return "none"
}

func spin(turns int) (x uint64) {
	x = 1337
	for i := 0; i < turns; i++ {
		x = x*6364136223846793005 + 1442695040888963407
	}
	return x
}

func work(i int, numbers chan int, texts chan string, all *sync.WaitGroup) {
	defer all.Done()
	n := <-numbers
	block := make([]byte, 100+n*7)
	block[len(block)-1] = byte(deep(n*3, pad{}))
	spin(20000)
	select {
	case texts <- recovers(n) + string('a'+block[len(block)-1]%26):
	case <-time.After(time.Hour):
	}
}

func main() {
	debug.SetGCPercent(1)
	const goroutines = 133
	var all sync.WaitGroup
	numbers, texts := make(chan int), make(chan string, 10)
	for i := 0; i < goroutines; i++ {
		all.Add(1)
		go work(i, numbers, texts, &all)
	}
	go func() {
		for i := 0; i < goroutines; i++ {
			numbers <- i
		}
	}()
	bytes := 0
	for i := 0; i < goroutines; i++ {
		bytes += len(<-texts)
	}
	all.Wait()
	fmt.Println(bytes, spin(1000000)%1000, deep(1337, pad{}))
	os.Exit(7)
}
END
go build -o stacks stacks.go

mkdir calls
cat >calls/calls.go <<'END'
package main

/*
#include <stdlib.h>
#include <string.h>

#define KEPT __attribute__((noinline))
extern int goCallback(int);

static KEPT int compare(const void *a, const void *b)
{
  return goCallback(*(const int *)a) - goCallback(*(const int *)b);
}
static KEPT int sort(int from)
{
  int values[33];
  for (int i = 0; i < 33; i++)
    values[i] = (i * 37 + from) % 41;
  qsort(values, 33, sizeof *values, compare);
  return values[7];
}
static KEPT int read_past_end(void)
{
  volatile char *block = malloc(1337);
  const int value = block[1337];
  free((void *)block);
  return value & 0;
}
static KEPT int branch_on_undefined(void)
{
  volatile int *block = malloc(1337), result = 1;
  if (block[3] == 42)
    result = 2;
  free((void *)block);
  return result & 0;
}
static KEPT int lose(void)
{
  char *volatile block = malloc(1337);
  block = 0;
  return 0;
}
static int fail(int how)
{
  return how == 1 ? read_past_end() : how == 2 ? branch_on_undefined() : how == 3 ? lose() : 0;
}
*/
import "C"

import (
	"fmt"
	"os"
	"runtime/debug"
	"sync"
)

func deep(n int, p [16]int) int {
	if n == 0 {
		return p[3]
	}
	p[n%16] += n
	return deep(n-1, p) + 1
}

//export goCallback
func goCallback(x C.int) C.int {
	if x == 5 {
		deep(77, [16]int{})
	}
	return x + 1
}

func main() {
	debug.SetGCPercent(1)
	var all sync.WaitGroup
	var lock sync.Mutex
	sum := 0
	for i := 0; i < 20; i++ {
		all.Add(1)
		go func(i int) {
			defer all.Done()
			value := int(C.sort(C.int(i)))
			lock.Lock()
			sum += value
			lock.Unlock()
		}(i)
	}
	all.Wait()
	fmt.Println(sum + int(C.fail(C.int(os.Args[1][0]-'0'))))
}
END
(cd calls && go build -o ../with_c calls.go) || skip "no cgo"

# check_run PROCESSORS STATUS OPTIONS COMMAND: runs it, with the output that it has natively.
check_run() {
  processors=$1 wanted=$2 options=$3
  shift 3
  status=0
  "$@" >native.out || true
  # shellcheck disable=SC2086 # options are words
  GOMAXPROCS=$processors checker --default-suppressions=no --error-limit=no $options "$@" >seen.out 2>seen.report ||
    status=$?
  [ "$status" = "$wanted" ] || fail "$* ends with $status"
  cmp native.out seen.out || fail "$* prints something else"
}

for engine in direct speculative precise; do
  for processors in 1 2 8; do
    check_run $processors 7 --engine=$engine ./stacks
    expect seen.report 'ERROR SUMMARY: 0 errors'
  done
  check_run 2 0 --engine=$engine ./with_c 0
  expect seen.report 'ERROR SUMMARY: 0 errors'
  check_run 2 0 --engine=$engine ./with_c 1
  expect seen.report 'Invalid read of size 1' '(at|by) read_past_end' 'ERROR SUMMARY: 1 errors'
  check_run 2 0 --engine=$engine ./with_c 2
  expect seen.report 'Conditional jump' '(at|by) branch_on_undefined' 'ERROR SUMMARY: 1 errors'
  check_run 2 0 "--engine=$engine --leak-check=full" ./with_c 3
  expect seen.report '1,337 bytes in 1 blocks are definitely lost' 'ERROR SUMMARY: 1 errors'
done
