# SPDX-License-Identifier: GPL-2.0-or-later
"""Real programs by the table programs.def, and the files that they work on.

A line of the table becomes a subject: what prepares it, and the command that is checked. Packages that are missing are
installed when asked for; what cannot be had is left out, and told.
"""
import collections
import functools
import os
import shlex
import shutil
import subprocess

import subjects

HERE = os.path.dirname(os.path.abspath(__file__))
ENVIRONMENT = {"LC_ALL": "C.UTF-8", "TZ": "UTC", "TERM": "dumb", "SOURCE_DATE_EPOCH": "1000000000",
               "PERL_HASH_SEED": "0", "PYTHONHASHSEED": "0", "PYTHONMALLOC": "malloc",
               "E2FSPROGS_FAKE_TIME": "1000000000", "MALLOC_ARENA_MAX": "1", "R_HOME": "/usr/lib/R",
               **subjects.GIT_ENVIRONMENT}
# Heap numbers that are random, and leaks of whole interpreters, are the other subjects' business.
NO_LEAKS = ["--leak-check=no"]
SCRIPTS = ["--trace-children=yes"]  # many of those that Memcheck cannot run are started by scripts

WORDS = "the quick brown fox jumps over a lazy dog while seven wizards box with their big black quartz jugs".split()
PNG = """
import struct, zlib
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
rows = b"".join(b"\\0" + bytes((x * y) % 251 for x in range(3 * 20)) for y in range(16))
open("picture.png", "wb").write(b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 20, 16, 8, 2, 0, 0, 0))
                                + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
"""
SHELL = """
n=0
for word in one two three four; do
  case $word in t*) n=$((n + 1)) ;; *) n=$((n + 10)) ;; esac
  printf '%s %d\\n' "$word" "$n"
done
f() { if [ "$1" -lt 2 ]; then echo "$1"; else echo $(($1 * 3)); fi; }
x=$(f 7)
echo "$x"
"""
FILES = {
    "numbers.txt": "".join(f"{n * 7919 % 1009}\n" for n in range(1, 401)),
    "text.txt": "".join(" ".join(WORDS[(line * 7 + i * i) % len(WORDS)] for i in range(9)) + f" {line}x.\n"
                        for line in range(40)),
    "eight.txt": "12345678" * 5,
    "words.txt": "".join(f"{word}\n" for word in sorted(WORDS * 2)),
    "left.txt": "".join(f"{n:03} left {n % 7}\n" for n in range(0, 60, 2)),
    "right.txt": "".join(f"{n:03} {'left' if n % 4 == 0 else 'right'} {n % 7}\n" for n in range(0, 60, 3)),
    "pairs.txt": "".join(f"n{n} n{n * 3 + 1}\n" for n in range(20)),
    "table.csv": "id,name,count\n" + "".join(f"{n},{WORDS[n % len(WORDS)]},{n * 37 % 101}\n" for n in range(1, 50)),
    "data.json": "[" + ",\n".join(f'{{"id": {n}, "name": "{WORDS[n % len(WORDS)]}", "half": {n / 2}}}'
                                  for n in range(30)) + "]\n",
    "doc.xml": "<?xml version='1.0'?>\n<list>" + "".join(f"<item id='{n}'><v>{n * n}</v></item>"
                                                         for n in range(8)) + "</list>\n",
    "sheet.xsl": "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'><xsl:template "
                 "match='/'><out>"
                 "<xsl:for-each select='list/item'><xsl:sort select='v' order='descending'/><x><xsl:value-of "
                 "select='v'/></x>"
                 "</xsl:for-each></out></xsl:template></xsl:stylesheet>\n",
    "page.html": "<html><head><title>A page</title></head><body><h1>Head</h1><p>Some <b>bold</b> text &amp; "
                 "more.<ul><li>one<li>two"
                 "</ul><table><tr><td>a<td>b</table></body></html>\n",
    "doc.md": "# Head\n\nSome *text* with `code` and a [link](http://example.org).\n\n- one\n- two\n\n1. first\n"
              "2. second\n\n> quoted\n",
    "page.1": ".TH PAGE 1 2001-09-09 seep\n.SH NAME\npage \\- a page\n.SH DESCRIPTION\nSome \\fBbold\\fR text.\n.TP\n"
              ".B one\nfirst\n",
    "table.tbl": ".TS\nbox tab(:);\nc c\nl n.\nname:number\none:1.5\ntwo:22.75\n.TE\n",
    "script.sed": "s/\\(.\\)\\(.\\)/\\2\\1/g\n/7x/d\ny/abc/xyz/\n$a\\\nlast\n",
    "script.awk": "{ n[$1 % 10]++; s += $1 }\nEND {\n\tfor (i = 0; i < 10; i++)\n\t\tprintf \"%d:%d \", i, n[i]\n"
                  "\tprint s / NR\n}\n",
    "script.ed": "1,5d\n,s/the/THE/\n1,3p\nQ\n",
    "script.m4": "define(`f', `ifelse($1, 0, 1, `eval($1 * f(decr($1)))')')dnl\nf(10)\n"
                 "translit(`hello', `a-z', `A-Z')\n",
    "script.bc": "scale=30\ns(1)\ne(2)\n2^200\nfor (i = 0; i < 5; i++) sqrt(i)\nquit\n",
    "script.sh": SHELL,
    "script.csh": "set n = 0\nforeach w (one two three)\n  @ n = $n + 3\n  echo $w $n\nend\n",
    "script.fish": "for w in one two three\n  echo $w (math 3 x 7)\nend\n",
    "script.pl": "my %n; $n{$_ * 7919 % 101}++ for 1 .. 900; print join(',', map { \"$_=$n{$_}\" } sort keys %n), \"\\n"
                 "\";\n",
    "script.py": "import re\nprint(sorted({n * 7919 % 101 for n in range(300)})[:20], re.sub('(1+)', r'<\\1>', "
                 "'1101'))\n",
    "script.tcl": "proc f n { expr {$n < 2 ? $n : [f [expr {$n-1}]] + [f [expr {$n-2}]]} }\nputs [f 12]\n"
                  "puts [lsort -unique {c a b a}]\n",
    "script.lua": "local t = {}\nfor i = 1, 200 do t[i] = i * 7919 % 101 end\ntable.sort(t)\n"
                  "print(t[1], t[200], ('abc'):rep(3, '-'))\n",
    "script.rb": "puts (1..50).map { |n| n * 7919 % 101 }.sort.join(',')\n",
    "script.scm": "(display (let loop ((n 20) (a 1)) (if (= n 0) a (loop (- n 1) (* a n)))))(newline)\n",
    "script.gp": "set terminal dumb 60 20\nplot sin(x)\n",
    "script.gp2": "print(factor(2^67-1))\nprint(Pi)\n",
    "script.sql": subjects.SQL,
    "script.cmake": "foreach(i RANGE 5)\n  math(EXPR x \"${i} * ${i}\")\n  message(\"${i} ${x}\")\nendforeach()\n",
    "script.clp": "(printout t (+ 1 2) crlf)\n(exit)\n",
    "script.fs": ": f 10 0 do i i * . loop cr ; f bye\n",
    "script.bas": "10 for i = 1 to 5\n20 print i * i\n30 next i\n40 system\n",
    "program.c": subjects.C_SOURCE, "program.cpp": subjects.CXX_SOURCE, "program.go": subjects.GO_SOURCE,
    "program.f90": "program p\n  integer :: i, s\n  s = 0\n  do i = 1, 10\n    s = s + i * i\n  end do\n  print *, s\n"
                   "end program\n",
    "program.nasm": "section .text\nglobal f\nf:\n  mov eax, 7\n  add eax, edi\n  ret\n",
    "scanner.l": "%option noyywrap\n%%\n[0-9]+ { return 1; }\n[a-z]+ { return 2; }\n. ;\n%%\n",
    "scanner.re": "int f(const char *s) {\n  const char *YYCURSOR = s, *YYMARKER;\n"
                  "  /*!re2c re2c:define:YYCTYPE = char; re2c:yyfill:enable = 0;\n"
                  "  [0-9]+ { return 1; }\n  [a-z]+ { return 2; }\n  * { return 0; } */\n}\n",
    "grammar.y": "%token N\n%left '+'\n%left '*'\n%%\ne: e '+' e | e '*' e | '(' e ')' | N ;\n%%\n",
    "grammar.lemon": "%token_type {int}\nprogram ::= e.\n%left PLUS.\n%left TIMES.\ne ::= e PLUS e.\ne ::= e TIMES e.\n"
                     "e ::= N.\n",
    "words.gperf": "%%\n" + "".join(f"{word}\n" for word in sorted(set(WORDS))),
    "message.proto": 'syntax = "proto3";\nmessage M { int32 id = 1; repeated string names = 2; map<string, M> more = '
                     '3; }\n',
    "module.i": "%module m\n%inline %{\nstruct S { int a; double f(int x) { return x * 2.5; } };\n%}\n",
    "rules.mk": "all: a b\na: c\n\techo a\nb: c\n\techo b\nc:\n\techo c\n",
    "build.ninja": "rule cp\n  command = cp $in $out\nbuild a: cp text.txt\nbuild b: cp a\n",
    "messages.po": 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "one"\nmsgstr "eins"\n\n'
                   'msgid "two"\nmsgstr "zwei"\n',
    "catalog.msg": "$set 1\n1 hello\n2 world\n",
    "graph.dot": "digraph g {" + "".join(f"n{n} -> n{n * 7 % 13}; n{n} -> n{(n * n + 1) % 13};"
                                         for n in range(13)) + "}\n",
    "picture.ppm": "P3\n20 16\n255\n" + "".join(f"{x * 12} {y * 15} {(x * y) % 256}\n" for y in range(16)
                                                for x in range(20)),
    "picture.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='30'><rect x='3' y='4' width='20' "
                   "height='10' fill='red'/>"
                   "<circle cx='20' cy='15' r='9' stroke='blue' fill='none'/></svg>\n",
    "png.py": PNG,
    "model.mod": "var x >= 0; var y >= 0;\nmaximize z: 3*x + 2*y;\nsubject to c1: x + y <= 4;\n"
                 "subject to c2: x + 3*y <= 6;\nsolve;\nend;\n",
    "problem.cnf": "p cnf 4 4\n1 -2 0\n2 3 -4 0\n-1 4 0\n-3 -4 2 0\n",
    "problem.smt2": "(declare-const x Int)\n(declare-const y Int)\n(assert (and (> x 3) (< (+ x y) 10) (> y x)))\n"
                    "(check-sat)\n",
    "script.js": "const seen = new Map();\nfor (let i = 0; i < 30000; i++) seen.set(i * 7919 % 101, i);\n"
                 "class A { constructor(x) { this.x = x; } f(y) { return this.x * y; } }\nlet s = 0;\n"
                 "for (let i = 0; i < 100000; i++) s = (s + new A(i).f(3)) % 1000007;\n"
                 "console.log(seen.size, s, 0.1 + 0.2);\n",
    "script.php": "<?php function f($n) { return $n < 2 ? $n : f($n - 1) + f($n - 2); }\n"
                  "echo f(18), ' ', md5(str_repeat('ab', 999)), PHP_EOL;\n",
    "script.ml": "let rec f n = if n < 2 then n else f (n - 1) + f (n - 2)\n"
                 "let () = Printf.printf \"%d %s\\n\" (f 17) (try raise Not_found with Not_found -> \"caught\")\n",
    "script.hs": "main :: IO ()\nmain = print (sum [x * y | x <- [1 .. 200], y <- [1 .. x], even (x + y)]) >> mapM_ "
                 "print (take 3 (iterate (* 7) 1.5))\n",
    "script.sml": "fun f 0 = 1 | f n = n * f (n - 1);\nprint (Int.toString (f 20) ^ \"\\n\");\n",
    "script.g": "Print(Factors(2^67-1), \"\\n\", Size(SymmetricGroup(9)), \"\\n\");\nQUIT;\n",
    "Program.java": "import java.util.*;\npublic class Program {\n  interface F { long f(long x); }\n"
                    "  public static void main(String[] a) {\n"
                    "    Map<Integer, Integer> m = new TreeMap<>();\n    for (int i = 0; i < 20000; i++) m.merge(i * "
                    "7919 % 101, 1, Integer::sum);\n"
                    "    F f = x -> x * x; long s = 0;\n    for (int i = 0; i < 200000; i++) s += f.f(i);\n"
                    "    try { Object o = null; o.hashCode(); } catch (NullPointerException e) { s++; }\n"
                    "    System.out.println(m.get(7) + \" \" + s);\n  }\n}\n",
    "program.cs": "using System; using System.Linq;\nclass P { static void Main() {\n"
                  "  try { string s = null; Console.WriteLine(s.Length); }\n"
                  "  catch (NullReferenceException) { Console.WriteLine(\"caught\"); }\n"
                  "  Console.WriteLine(Enumerable.Range(1, 1000).Where(x => x % 3 == 0).Sum());\n} }\n",
    "context.cpp": "#include <boost/context/fiber.hpp>\n#include <cstdio>\nnamespace c = boost::context;\n"
                   "int main() {\n  int n = 0;\n"
                   "  c::fiber f{[&](c::fiber &&back) { for (int i = 0; i < 1000; i++) { n += i; back = "
                   "std::move(back).resume(); }"
                   " return std::move(back); }};\n  for (int i = 0; i < 1000; i++) f = std::move(f).resume();\n"
                   "  std::printf(\"%d\\n\", n);\n}\n",
    "fiber.cpp":
        "#include <boost/fiber/all.hpp>\n#include <cstdio>\n#include <string>\n#include <vector>\n"
        "int main()\n{\n  boost::fibers::buffered_channel<int> numbers{2};\n"
        "  boost::fibers::mutex lock;\n  long sum = 0;\n  std::vector<boost::fibers::fiber> fibers;\n"
        "  for (int i = 0; i < 133; i++)\n    fibers.emplace_back([&, i] {\n      int n;\n"
        "      numbers.pop(n);\n      std::string text(n % 37, 'x');\n      boost::this_fiber::yield();\n"
        "      std::unique_lock<boost::fibers::mutex> held(lock);\n"
        "      sum += n * i + (long)text.size();\n    });\n"
        "  fibers.emplace_back([&] { for (int i = 0; i < 133; i++) numbers.push(i); });\n"
        "  for (auto &fiber : fibers) fiber.join();\n  printf(\"%ld\\n\", sum);\n}\n",
    "coroutines.cpp":
        "#include <coroutine>\n#include <cstdio>\n#include <exception>\n#include <string>\n"
        "struct generator {\n  struct promise_type {\n    std::string value;\n"
        "    generator get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*t"
        "his)}; }\n    std::suspend_always initial_suspend() { return {}; }\n"
        "    std::suspend_always final_suspend() noexcept { return {}; }\n"
        "    std::suspend_always yield_value(std::string text) { value = std::move(text); return {}; }\n"
        "    void return_void() {}\n    void unhandled_exception() { std::terminate(); }\n  };\n"
        "  std::coroutine_handle<promise_type> handle;\n  ~generator() { handle.destroy(); }\n};\n"
        "generator count(int from) { for (int i = from; i < from + 3; i++) co_yield \"number \" + std::to"
        "_string(i) + \" of many that make it long\"; }\nint main()\n{\n"
        "  for (int k = 0; k < 50; k++) {\n    generator g = count(k);\n"
        "    for (g.handle.resume(); !g.handle.done(); g.handle.resume())\n"
        "      if (k % 10 == 0) puts(g.handle.promise().value.c_str());\n  }\n}\n",
    "pth.c":
        "#include <pth.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
        "static long total;\nstatic pth_mutex_t lock = PTH_MUTEX_INIT;\nstatic void *work(void *n)\n{\n"
        "  char text[300];\n  memset(text, 'x', (size_t)(long)n % 299 + 1);\n"
        "  for (int i = 0; i < 5; i++) { pth_yield(NULL); pth_mutex_acquire(&lock, 0, NULL); total += (lo"
        "ng)n + text[0]; pth_mutex_release(&lock); }\n  return n;\n}\nint main(void)\n{\n"
        "  pth_t threads[77];\n  pth_init();\n"
        "  for (long i = 0; i < 77; i++) threads[i] = pth_spawn(PTH_ATTR_DEFAULT, work, (void *)i);\n"
        "  for (int i = 0; i < 77; i++) { void *r; pth_join(threads[i], &r); total += (long)r; }\n"
        "  printf(\"%ld\\n\", total);\n  pth_kill();\n}\n",
    "yields.c":
        "#include <lauxlib.h>\n#include <lualib.h>\n#include <stdio.h>\n"
        "static int go_on(lua_State *L, int status, lua_KContext c) { lua_pushinteger(L, lua_tointeger(L,"
        " -1) + c); return 1; }\n"
        "static int wait(lua_State *L) { lua_Integer n = luaL_checkinteger(L, 1); lua_pushinteger(L, n * "
        "2); return lua_yieldk(L, 1, (lua_KContext)n, go_on); }\nint main(void)\n{\n"
        "  lua_State *L = luaL_newstate();\n  luaL_openlibs(L);\n  lua_register(L, \"wait\", wait);\n"
        "  if (luaL_dostring(L, \"local sum = 0 local all = {} for i = 1, 200 do all[i] = coroutine.creat"
        "e(function(n) local r = wait(n) return r, pcall(error, 'x' .. r) end) end \"\n"
        "    \"for i = 1, 200 do local _, v = coroutine.resume(all[i], i) sum = sum + v end for i = 1, 20"
        "0 do local ok, v, s, m = coroutine.resume(all[i], i * 3) sum = sum + v + #m end \"\n"
        "    \"local g = coroutine.wrap(function() for i = 1, 5 do coroutine.yield(i) end end) for i = 1,"
        " 5 do sum = sum + g() end collectgarbage() print(sum)\")) puts(lua_tostring(L, -1));\n"
        "  lua_close(L);\n}\n",
    "coroutines.lua":
        "local sum = 0\nfor i = 1, 300 do\n"
        "  local co = coroutine.wrap(function(a) for k = 1, 20 do a = a + coroutine.yield(a * k) % 7 end "
        "return a end)\n  local v = co(i)\n  for k = 1, 20 do v = co(v) end\n  sum = sum + v\nend\n"
        "local ok, e = pcall(function() local c = coroutine.create(function() error(\"deep\") end) assert"
        "(coroutine.resume(c)) end)\nprint(sum, ok)\n",
    "fork.hs":
        "import Control.Concurrent\nimport Control.Monad\nimport Control.Exception\nmain :: IO ()\n"
        "main = do\n  boxes <- forM [1 .. 300 :: Int] $ \\i -> do\n    box <- newEmptyMVar\n"
        "    _ <- forkIO (evaluate (sum [1 .. i * 10]) >>= putMVar box)\n    return box\n"
        "  totals <- mapM takeMVar boxes\n"
        "  r <- try (evaluate (1 `div` (0 :: Int))) :: IO (Either ArithException Int)\n"
        "  print (sum totals)\n  print r\n",
    "threads.ml":
        "let total = ref 0\nlet lock = Mutex.create ()\n"
        "let work n = for i = 1 to 50 do Mutex.lock lock; total := !total + (n * i) mod 7 + List.length ("
        "List.init i (fun x -> x)); Mutex.unlock lock; if i mod 10 = 0 then Thread.yield () done\n"
        "let () = let all = List.init 9 (fun n -> Thread.create work n) in List.iter Thread.join all; (tr"
        "y failwith \"x\" with Failure s -> print_string s); Printf.printf \"%d\\n\" !total\n",
    "fibers.rb":
        "sum = 0\n"
        "fibers = (1..60).map { |i| Fiber.new { |a| 5.times { |k| a += Fiber.yield(a * k) % 7 }; raise \""
        "x\" if i == 60; a } }\n"
        "fibers.each_with_index { |f, i| v = f.resume(i); 5.times { begin; v = f.resume(v); rescue => e; "
        "v = e.message.size; end }; sum += v }\nputs sum\n"
        "e = Enumerator.new { |y| 10.times { |i| y << i * i } }\nputs e.next + e.next + e.next\n",
    "fibers.php":
        "<?php\n$sum = 0;\nfor ($i = 0; $i < 60; $i++) {\n"
        "  $f = new Fiber(function (int $a) use ($i) { for ($k = 0; $k < 5; $k++) $a += Fiber::suspend($a"
        " * $k) % 7; if ($i == 59) throw new Exception(\"x\"); return $a; });\n  $v = $f->start($i);\n"
        "  try { while (!$f->isTerminated()) { $v = $f->resume($v ?? 1); } $sum += $f->getReturn(); } cat"
        "ch (Exception $e) { $sum += 1; }\n}\necho $sum, \"\\n\";\n",
    "switches.py":
        "import greenlet\ntotal = 0\ndef work(n):\n    a = n\n    for k in range(5):\n"
        "        a += greenlet.getcurrent().parent.switch(a * k) % 7\n"
        "    if n == 50: raise ValueError(\"x\")\n    return a\nfor n in range(60):\n"
        "    g = greenlet.greenlet(work)\n    v = g.switch(n)\n    try:\n"
        "        while not g.dead: v = g.switch(v)\n    except ValueError: v = 1\n    total += v\n"
        "print(total)\n",
    "circuit.cir": "divider\nv1 1 0 dc 9\nr1 1 2 1k\nr2 2 0 2k\n.op\n.print dc v(2)\n.control\nop\nprint v(2)\nquit\n"
                   ".endc\n.end\n",
    "program.v": "module program;\n  integer i, s;\n  initial begin\n    s = 0;\n"
                 "    for (i = 0; i < 100; i = i + 1) s = s + i * i;\n"
                 "    $display(\"%d\", s);\n    $finish;\n  end\nendmodule\n",
    "counter.v": "module counter(input clock, reset, output reg [7:0] n);\n"
                 "  always @(posedge clock) n <= reset ? 0 : n * 3 + 1;\nendmodule\n",
    "picture.ps": "%!PS\n/f { 2 copy moveto 50 0 360 arc fill } def\n0.3 setgray 100 100 f\n"
                  "0 setgray /Helvetica findfont 30 scalefont setfont\n"
                  "50 300 moveto (Seep 1337) show\nshowpage\n",
    "seep.desktop": "[Desktop Entry]\nType=Application\nName=Seep\nExec=seep %f\nCategories=Development;Debugger;\n",
    "mime.xml": "<?xml version='1.0'?><mime-info xmlns='http://www.freedesktop.org/standards/shared-mime-info'>"
                "<mime-type type='text/x-seep'><comment>Seep</comment><glob "
                "pattern='*.seep'/></mime-type></mime-info>\n",
    "base.dump": "VERSION=3\nformat=print\ntype=btree\nHEADER=END\n" +
    "".join(f" key{n:03}\n value{n * n}\n" for n in range(200))
                 + "DATA=END\n",
    "commands.redis": "SET a 7\nINCRBY a 9\nRPUSH l one two three\nSORT l ALPHA DESC\n"
                      "EVAL 'return redis.call(\"GET\", \"a\") * 2' 0\n"
                      "SHUTDOWN NOSAVE\n",
    "query.sql": "create table t(i int primary key, s text)\ninsert into t select i, repeat('x', i % 7) from "
                 "generate_series(1, 300) i\n"
                 "select s, count(*), sum(i * i) from t group by s order by s\n",
    "tmpfiles.conf": "d /var/seep 0755 - - -\nf /var/seep/text 0644 - - - words\nL /var/seep/link - - - - text\n",
    "journal.ledger": "2001/09/09 shop\n  Expenses:Food  12.50 EUR\n  Assets:Cash\n\n2001/09/10 pay\n"
                      "  Assets:Cash  100 EUR\n  Income\n",
}

Program = collections.namedtuple("Program",
                                 "name package preparation command has_twin")  # has_twin: Memcheck says the same of it


def read_table():
    """All lines, with names that are the program's, and a number when it is not the only one."""
    found, seen = [], collections.Counter()
    with open(os.path.join(HERE, "programs.def"), encoding="utf-8") as table:
        for line in table:
            if not line.strip() or line.startswith("#"):
                continue
            package, *preparation, command = (part.strip() for part in line.removeprefix("= ").split(" | "))
            words = shlex.split(command)
            name = os.path.basename(words[0])
            seen[name] += 1
            found.append(Program(f"{name}:{seen[name]}", package, preparation, words, not line.startswith("= ")))
    return found


def path_of(command):
    """None: not there. What a preparation makes is."""
    return command if command.startswith("./") else shutil.which(command,
                                                                 path=os.environ["PATH"] + ":/usr/games:/usr/sbin")


def install(programs):
    """One after the other only where all at once fails: one that cannot be had keeps none of the others away."""
    missing = sorted({each.package for each in programs if not is_there(each)})
    command = ["apt-get", "install", "-y", "-q", "--no-install-recommends"]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    if missing and subprocess.run([*command, *missing], env=environment, stdout=subprocess.DEVNULL).returncode != 0:
        for package in missing:
            subprocess.run([*command, package], env=environment, stdout=subprocess.DEVNULL)
    packages.cache_clear()


@functools.cache
def packages():
    """Those that are installed; None: this system has others."""
    if not shutil.which("dpkg-query"):
        return None
    done = subprocess.run(["dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\\n"], stdout=subprocess.PIPE,
                          text=True, check=True)
    return {line.split()[0] for line in done.stdout.splitlines() if line.endswith(" installed")}


def is_there(program):
    """As far as its package, its command, and those of its preparation tell: a shell's command is not looked into."""
    commands = [program.command[0], *(line.split()[0] for line in program.preparation)]
    return (packages() is None or program.package in packages()) and all(path_of(command) for command in commands
                                                                         if "=" not in command)


def all_subjects(programs, with_leaks=False):
    """A subject for each, with a reason printed for each that cannot run. With leaks, what it is compared with is not
    Memcheck, and can run it."""
    for each in programs:
        if not is_there(each):
            print(f"{each.name}: left out, as package {each.package} is not installed")
            continue
        command = [path_of(each.command[0]), *each.command[1:]]
        steps = [subjects.Step(["sh", "-c", line], checked=False) for line in each.preparation]
        options = ([] if with_leaks else NO_LEAKS) + ([] if each.has_twin else SCRIPTS)
        yield subjects.Subject(each.name, [*steps, subjects.Step(command, options=options)], FILES, ENVIRONMENT,
                               has_files=True, has_twin=each.has_twin or with_leaks)
