// SPDX-License-Identifier: GPL-2.0-or-later
// Go with cgo: its own heap is not malloc's; what C code allocates is.
//
// long: its compiler or its start takes seconds
// needs: go
// build: go build -o $BIN $SRC
// gap: heap-not-seen:runtime
// features: print strings callback file maps errors
// threads: goroutines channel mutex from_c waiting select_it
package main

/*
#include <stdlib.h>
#include <string.h>
#include <stdio.h>

static __attribute__((noinline)) void plant(void)
{
  char *volatile lost = NULL;
  if (getenv("PLANT"))
    lost = (char *)malloc(1337);
  if (lost)
    lost[0] = 1;
  lost = NULL;
}

static int add(int a, int b) { return a + b; }

extern int goCallback(int);
static int call_back(int x) { return goCallback(x); }
*/
import "C"

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
	"unsafe"
)

//export goCallback
func goCallback(x C.int) C.int { return x + 1 }

func cStrings() {
	text := C.CString("hello")
	fmt.Println(C.strlen(text), C.GoString(text))
	C.free(unsafe.Pointer(text))
}

func inParallel(work func(int)) {
	var all sync.WaitGroup
	for i := 0; i < 8; i++ {
		all.Add(1)
		go func(i int) {
			defer all.Done()
			work(i)
		}(i)
	}
	all.Wait()
}

func channel() {
	numbers := make(chan int)
	go func() {
		for i := 0; i < 10; i++ {
			numbers <- i
		}
		close(numbers)
	}()
	for n := range numbers {
		fmt.Println(n)
	}
}

func mutex() {
	var lock sync.Mutex
	sum := 0
	inParallel(func(i int) {
		lock.Lock()
		sum += int(C.add(C.int(i), 1))
		lock.Unlock()
	})
	fmt.Println(sum)
}

func waiting() {
	begun := make(chan bool)
	go func() {
		begun <- true
		select {}
	}()
	<-begun
}

func selectIt() {
	select {
	case <-time.After(time.Millisecond):
		fmt.Println("late")
	}
}

func main() {
	C.plant()
	switch os.Args[1] {
	case "print":
		fmt.Println("hello", 42)
	case "strings":
		cStrings()
	case "callback":
		fmt.Println(C.call_back(41))
	case "file":
		text, _ := os.ReadFile("/etc/passwd")
		fmt.Println(len(strings.Split(string(text), "\n")))
	case "maps":
		fmt.Println(len(map[string]int{"one": 1, "two": 2}))
	case "errors":
		fmt.Println(fmt.Errorf("hello: %w", errors.New("inner")))
	case "goroutines":
		inParallel(func(i int) { fmt.Println(i) })
	case "channel":
		channel()
	case "mutex":
		mutex()
	case "from_c":
		inParallel(func(i int) { C.call_back(C.int(i)) })
	case "waiting":
		waiting()
	case "select_it":
		selectIt()
	default:
		os.Exit(99)
	}
}
