# SPDX-License-Identifier: GPL-2.0-or-later
"""What `make compare` runs: every guest program that can be compared, and real programs of the system.

A subject has steps that run one after the other in a directory made afresh for each checker; a step is a command, and
whether it is checked or only prepares.
"""
import concurrent.futures
import os
import random
import re
import shlex
import shutil

import guest

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Step:
    """A command line. A `script` starts the checked program itself, as "$check program ...": for what needs company.
    (CHECK must not be in the program's environment, which takes room in heaps.)"""

    def __init__(self, command, checked=True, options=(), script=False):
        self.command, self.checked, self.options, self.script = command, checked, list(options), script


class Subject:
    def __init__(self, name, steps, files=None, environment=None, native=True, needs=(), has_files=False,
                 has_twin=True):
        self.name, self.steps, self.needs = name, steps, needs
        self.files, self.environment = files or {}, environment or {}
        self.native = native  # whether the standard output must be that of a run without a checker
        self.has_files = has_files  # and the standard error, and the files that are left
        self.has_twin = has_twin  # and the reports those of the checker that is compared with

    def write_files(self, directory):
        for name, text in self.files.items():
            with open(os.path.join(directory, name), "w", encoding="utf-8") as output:
                output.write(text.replace("$WORK", directory))


class Places:
    """Where guest programs lie and are built; in which directory they run is known only then."""

    def __init__(self, build_dir, jobs=2):
        self.build_dir, self.jobs = build_dir, jobs
        self.guest_dir, self.bin_dir = os.path.join(TESTS, "guest"), os.path.join(build_dir, "tests", "guest", "bin")
        self.work_dir = "$WORK"


def compiler_homes():
    """Variables by which Rust's tools find themselves when HOME is another one."""
    return {name: os.environ.get(name, os.path.expanduser("~/." + name.split("_")[0].lower()))
            for name in ("RUSTUP_HOME", "CARGO_HOME")}


def _is_about_output(option):
    return option.startswith(("--log-", "--time-stamp", "-q", "--quiet"))


def some_guest_subjects(places, names, share):
    """Those of the guest programs with these names; without names, those of one in `share`, chosen by chance."""
    programs = sorted({program.name for program in guest.programs(places.guest_dir, [])})
    wanted = names or random.sample(programs, len(programs) // share)
    return guest_subjects(places, lambda name: re.sub(r"#\d+$", "", name) in wanted)


def guest_subjects(places, is_wanted):
    """One subject per case of a guest program; builds what has one whose name is wanted."""
    def can_run(program):
        named = any(is_wanted(case.name) for case in program.cases)
        return named and program.kind != ".sh" and program.compare and not program.missing(["valgrind"])

    programs = list(filter(can_run, guest.programs(places.guest_dir, [])))
    with concurrent.futures.ThreadPoolExecutor(places.jobs) as pool:
        outputs = pool.map(lambda program: guest.build(program, places.guest_dir, places.bin_dir), programs)
    found = []
    for program, output in zip(programs, outputs):
        for case in program.cases:
            if case.only:
                continue
            options, args = (shlex.split(guest.expand(text, places.guest_dir, places.bin_dir, places.work_dir))
                             for text in (case.options, case.args))
            step = Step([output] + args, options=[option for option in options if not _is_about_output(option)])
            files = {name: guest.expand(text, places.guest_dir, places.bin_dir, places.work_dir)
                     for name, text in program.files.items()}
            # The programs that ask whether they are checked print other things natively; their own cases test that.
            found.append(Subject(case.name, [step], files, case.environment, native=False))
    return found


PYTHON = """
import json, re, collections
text = " ".join(str(n * 7919 % 1009) for n in range(3000))
words = collections.Counter(re.findall(r"[0-9]+", text))
again = json.loads(json.dumps({"words": words, "text": text}))
print(len(again["text"]), words.most_common(3), re.sub("(1+)", r"<\\1>", text)[:60])
"""
PERL = r"""
my %count; $count{$_ * 7919 % 1009}++ for 1 .. 5000;
my $text = join ",", map { "$_=$count{$_}" } sort { $a <=> $b } keys %count;
print length $text, " ", scalar(() = $text =~ /1\d=/g), "\n";
"""
SQL = """
create table t(a integer primary key, b text, c real);
with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000)
  insert into t select i, 'row ' || (i * 7919 % 1009), i / 3.0 from n;
create index tb on t(b);
select count(*), sum(a), round(avg(c), 3), min(b), max(b) from t;
select b, count(*) from t group by b order by 2 desc, 1 limit 3;
delete from t where a % 3 = 0;
select count(*) from t;
"""
BASH = """
declare -A seen
for word in $(seq 1 200); do seen[$((word % 17))]+="$word "; done
for key in $(printf '%s\\n' "${!seen[@]}" | sort -n); do echo "$key: ${seen[$key]}"; done
f() { local n=$1; ((n < 2)) && echo "$n" || echo $(($(f $((n - 1))) + $(f $((n - 2))))); }
f 7
exit 3
"""
C_SOURCE = """
#include <stdio.h>
#include <string.h>
struct pair { int first; const char *second; };
static int total(const struct pair *pairs, int count)
{
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum += pairs[i].first * (int)strlen(pairs[i].second);
  return sum;
}
int main(void)
{
  struct pair pairs[] = {{1, "one"}, {2, "two"}, {3, "three"}};
  printf("%d\\n", total(pairs, 3));
  return 0;
}
"""
CXX_SOURCE = """
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>
template <typename T> struct tree {
  struct node { T value; std::unique_ptr<node> left, right; };
  std::unique_ptr<node> root;
  void add(T value)
  {
    auto *place = &root;
    while (*place)
      place = value < (*place)->value ? &(*place)->left : &(*place)->right;
    *place = std::make_unique<node>(node{std::move(value), nullptr, nullptr});
  }
};
int main()
{
  std::map<std::string, std::vector<int>> index;
  tree<std::string> names;
  for (int i = 0; i < 500; i++) {
    std::string name = "a rather long name number " + std::to_string(i * 7919 % 101);
    index[name].push_back(i);
    names.add(name);
  }
  auto *lost = new std::vector<std::string>(3, std::string(100, 'x'));
  std::cout << index.size() << ' ' << lost->size() << std::endl;
}
"""
RUST_SOURCE = """
use std::collections::HashMap;
fn main() {
    let mut index: HashMap<String, Vec<u32>> = HashMap::new();
    for i in 0..500u32 {
        index.entry(format!("name {}", i * 7919 % 101)).or_default().push(i);
    }
    let worker = std::thread::spawn(move || index.values().map(|v| v.len()).sum::<usize>());
    println!("{}", worker.join().unwrap());
    std::mem::forget(std::hint::black_box(vec![7u8; 1337]));
}
"""
TAKE_CHECK = "check=$CHECK; unset CHECK\n"
PYTHON_TEST = "${check:+$check --child-silent-after-fork=yes} $0 -m test -q $1 | grep -o 'result: [A-Z]*'"
REDIS = TAKE_CHECK + r"""
$check redis-server --port 0 --unixsocket s --save '' --appendonly no --io-threads 1 --slowlog-log-slower-than -1 > server.log 2>&1 &
server=$!
tries=0
until redis-cli -s s ping > pong 2>&1 || [ $((tries += 1)) = 600 ]; do sleep 0.1; done
seq 1 1000 | sed 's/.*/SET key:& value:&/' | redis-cli -s s | sort | uniq -c
seq 1 100 | sed 's/.*/LPUSH list &/' | redis-cli -s s | tail -n 1
redis-cli -s s SORT list LIMIT 0 3
redis-cli -s s EVAL 'return redis.call("GET", KEYS[1]) .. "!"' 1 key:7
redis-cli -s s SHUTDOWN NOSAVE
wait $server
"""
NGINX_CONF = """
daemon off;
master_process off;
pid nginx.pid;
error_log error.log;
events {}
http {
  access_log access.log;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  gzip on;
  gzip_types text/plain;
  server { listen unix:s; root .; location / { autoindex on; } }
}
"""
NGINX = TAKE_CHECK + r"""
$check nginx -p "$PWD" -e error.log -c nginx.conf > server.log 2>&1 &
server=$!
tries=0
until [ -S s ] || [ $((tries += 1)) = 600 ]; do sleep 0.1; done
python3 client.py
kill -QUIT $server
wait $server
"""
NGINX_CLIENT = """
import collections, http.client, socket
class Connection(http.client.HTTPConnection):
    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect("s")
answers = collections.Counter()
connection = Connection("localhost")
for i in range(1000):
    headers = {"Accept-Encoding": "gzip"} if i % 3 == 0 else {}
    connection.request("GET", f"/file{i % 25}.txt", headers=headers)
    answer = connection.getresponse()
    answers[answer.status, len(answer.read())] += 1
print(sorted(answers.items()))
"""
TLS = TAKE_CHECK + r"""
openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost 2>/dev/null
$check openssl s_server -accept 127.0.0.1:0 -key key.pem -cert cert.pem -naccept 1 -www > server.log 2>&1 &
server=$!
tries=0
until grep -q '^ACCEPT' server.log || [ $((tries += 1)) = 1200 ]; do sleep 0.1; done
address=$(sed -n 's/^ACCEPT //p' server.log)
printf 'GET / HTTP/1.0\r\n\r\n' | openssl s_client -quiet -connect "$address" 2>/dev/null | grep -c 'TLSv1.3'
wait $server
"""
GO_SOURCE = """
package main

import (
	"fmt"
	"sort"
	"strings"
	"sync"
)

func main() {
	counts := map[string]int{}
	var lock sync.Mutex
	var group sync.WaitGroup
	for worker := 0; worker < 4; worker++ {
		group.Add(1)
		go func(worker int) {
			defer group.Done()
			for i := 0; i < 500; i++ {
				lock.Lock()
				counts[strings.Repeat("x", (i*worker)%17)]++
				lock.Unlock()
			}
		}(worker)
	}
	group.Wait()
	keys := []string{}
	for key := range counts {
		keys = append(keys, fmt.Sprint(len(key), ":", counts[key]))
	}
	sort.Strings(keys)
	fmt.Println(keys)
}
"""
GIT_ENVIRONMENT = {
    "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "C",
    "GIT_COMMITTER_EMAIL": "c@example.org", "GIT_AUTHOR_DATE": "1000000000 +0000",
    "GIT_COMMITTER_DATE": "1000000000 +0000", "GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_0": "pack.threads",
    "GIT_CONFIG_VALUE_0": "1", "GIT_CONFIG_KEY_1": "index.threads", "GIT_CONFIG_VALUE_1": "1",
}
CHILDREN = ["--trace-children=yes"]


def real_subjects(quick):
    """Real programs; those that are not installed are left out. `quick` leaves out the long ones."""
    numbers = {f"file{i}.txt": "".join(f"{n * i % 997}\n" for n in range(300)) for i in range(1, 21)}
    python = shutil.which("/usr/bin/python3") or "python3"
    found = [
        Subject("python3", [Step([python, "-c", PYTHON])],
                environment={"PYTHONMALLOC": "malloc", "PYTHONHASHSEED": "0"}),
        Subject("perl", [Step(["perl", "-MPOSIX", "-e", PERL])], environment={"PERL_HASH_SEED": "0"}),
        Subject("sqlite3", [Step(["sqlite3", ":memory:", SQL])]),
        Subject("bash", [Step(["bash", "script.sh"])], {"script.sh": BASH}),
        Subject("git", [Step(["git", "init", "-q", "."]), Step(["git", "add", "."]),
                        Step(["git", "commit", "-qm", "first"]), Step(["git", "log", "--stat", "--format=%s"]),
                        Step(["git", "gc", "-q"], options=CHILDREN)],
                numbers, GIT_ENVIRONMENT),
        Subject("xz", [Step(["sh", "-c", "cat /usr/bin/git /usr/bin/perl > input"], checked=False),
                       Step(["xz", "-T2", "-k", "-1", "--block-size=1MiB", "input"])]),
        Subject("zstd", [Step(["sh", "-c", "cat /usr/bin/git /usr/bin/perl | head -c 1500000 > input"], checked=False),
                         Step(["zstd", "-q", "-3", "--single-thread", "input", "-o", "packed"]),
                         Step(["zstd", "-q", "-d", "-c", "packed", "-o", "again"]), Step(["cmp", "input", "again"])]),
        Subject("text tools", [Step(["sort", "-k1,1nr", "-u", "file7.txt", "file11.txt"]),
                               Step(["grep", "-nE", "^(1|9)[0-9]*7$", "file5.txt"]),
                               Step(["sed", "-e", "s/\\(.\\)\\(.\\)/\\2\\1/", "-e", "/^7/d", "file3.txt"]),
                               Step(["tar", "--mtime=@0", "-cf", "files.tar", "file1.txt"]),
                               Step(["gzip", "-n", "-9", "files.tar"]), Step(["tar", "-tzf", "files.tar.gz"]),
                               Step(["find", ".", "-name", "file1*", "-newermt", "2000-01-01"])], numbers),
        Subject("openssl", [Step(["openssl", "dgst", "-sha256", "file1.txt"]),
                            Step(["openssl", "enc", "-aes-256-cbc", "-pbkdf2", "-S", "0102030405060708", "-k", "secret",
                                  "-in", "file2.txt", "-out", "enc"])], numbers),
        Subject("c++ program", [Step(["c++", "-g", "-O1", "program.cpp", "-o", "program"], checked=False),
                                Step(["./program"])],
                {"program.cpp": CXX_SOURCE}),
        Subject("rust program", [Step(["rustc", "-g", "program.rs"], checked=False), Step(["./program"])],
                {"program.rs": RUST_SOURCE}),
        Subject("gcc", [Step(["gcc", "-O1", "-g", "-c", "program.c"], options=CHILDREN)], {"program.c": C_SOURCE}),
    ]
    if not quick:
        found += [
            Subject("g++", [Step(["g++", "-O1", "-g", "program.cpp", "-o", "program"], options=CHILDREN)],
                    {"program.cpp": CXX_SOURCE}),
            Subject("redis", [Step(["sh", "redis.sh"], script=True)], {"redis.sh": REDIS},
                    needs=["redis-server", "redis-cli"]),
            Subject("nginx", [Step(["sh", "nginx.sh"], script=True)],
                    {"nginx.sh": NGINX, "nginx.conf": NGINX_CONF, "client.py": NGINX_CLIENT, **numbers},
                    needs=["nginx"]),
            Subject("tls server", [Step(["sh", "tls.sh"], script=True)], {"tls.sh": TLS}, needs=["openssl"]),
            Subject("openssl speed", [Step(["openssl", "speed", "-seconds", "1", "-bytes", "1024", *name.split()])
                                      for name in ("sha256", "-evp aes-128-gcm", "ecdhx25519", "rsa2048")],
                    native=False),
            Subject("go program", [Step(["go", "build", "-o", "program", "program.go"], checked=False),
                                   Step(["./program"])],
                    {"program.go": GO_SOURCE}, {"GOCACHE": "/tmp/go-cache", "GO111MODULE": "off"}),
            # Hundreds of forks report 14,000 records each, all of them their parent's: gigabytes.
            *[Subject(f"python3 {test}", [Step(["sh", "-c", TAKE_CHECK + PYTHON_TEST, python, test], script=True)],
                      environment={"PYTHONMALLOC": "malloc", "PYTHONHASHSEED": "0"})
              for test in ("test_json", "test_re", "test_threading", "test_subprocess")],
            Subject("clang", [Step(["clang", "-O1", "-g", "-c", "program.c"], options=CHILDREN)],
                    {"program.c": C_SOURCE}),
            Subject("clang++", [Step(["clang++", "-O1", "-c", "program.cpp"], options=CHILDREN)],
                    {"program.cpp": CXX_SOURCE}),
        ]
    return [subject for subject in found
            if all(_can_run(step) for step in subject.steps) and
            all(shutil.which(program) for program in subject.needs)]


def _can_run(step):
    return "/" in step.command[0] and not os.path.isabs(step.command[0]) or shutil.which(step.command[0])
