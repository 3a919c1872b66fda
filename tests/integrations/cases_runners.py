# SPDX-License-Identifier: GPL-2.0-or-later
"""What runs tests side by side, on one machine or several, as docs/integrations.md says to run it: each on programs of
which one leaks."""
import os
import re
import shutil
import signal
import socket
import subprocess
import time

from cases_integrations import CLEAN, SOURCES, run, succeed
from tree import LEAK, Skip, expect, need

TESTS = 8
LEAKING = 5


def make_tests(tree):
    for number in range(TESTS):
        tree.program(f"t{number}", LEAK if number == LEAKING else CLEAN)


def expect_one_leak(tree, process, where):
    expect((f"{TESTS} processes of {TESTS} tests checked, 1 finding" in process.stderr, where in process.stderr),
           (True, True), process.stdout + process.stderr)
    expect(run(tree, ["seep", "gate", "run"]).returncode, 1)


def case_ninja(tree):
    need("ninja")
    make_tests(tree)
    tree.file("build.ninja", "rule run\n  command = ./t$n && touch $out\n" +
              "".join(f"build o{number}: run\n  n = {number}\n" for number in range(TESTS)))
    expect_one_leak(tree, succeed(tree, ["seep", "suite", "--record=run", "--", "ninja", "-j4"]), f"in t{LEAKING}")


def case_gnu_parallel(tree):
    need("parallel")
    make_tests(tree)
    command = ["parallel", "./t{}", ":::", *(str(number) for number in range(TESTS))]
    expect_one_leak(tree, succeed(tree, ["seep", "suite", "--record=run", "--", *command]), f"in t{LEAKING}")


def case_pytest_xdist(tree):
    need("pytest")
    if run(tree, ["pytest", "-n1", "--version"]).returncode != 0:
        raise Skip("pytest-xdist is not installed")
    make_tests(tree)
    tree.file("test_all.py", "import subprocess, pytest\n@pytest.mark.parametrize('number', range(8))\n"
                             "def test_one(number):\n    assert subprocess.run([f'./t{number}']).returncode == 0\n")
    expect_one_leak(tree, succeed(tree, ["seep", "suite", "--record=run", "--", "pytest", "-n", "4"]),
                    f"in test_all.py::test_one[{LEAKING}]")


# --- Slurm ---

SLURM = """ClusterName=seep
SlurmctldHost={host}
AuthType=auth/munge
AuthInfo=socket={place}/munge.socket
SchedulerParameters=sched_min_interval=0,batch_sched_delay=0
MinJobAge=10
CryptoType=crypto/munge
MpiDefault=none
ProctrackType=proctrack/linuxproc
SwitchType=switch/none
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
SlurmUser=root
SlurmctldPort={port}
SlurmdPort={next_port}
SlurmctldPidFile={place}/slurmctld.pid
SlurmdPidFile={place}/slurmd.pid
SlurmdSpoolDir={place}/spool
StateSaveLocation={place}/state
NodeName={host} CPUs=2 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES State=UP
"""

JOB = """#!/bin/sh
#SBATCH --array=0-7
seep suite --record=run-$SLURM_ARRAY_TASK_ID -- ./part.sh && seep pack run-$SLURM_ARRAY_TASK_ID
"""


class Slurm:
    """A cluster of one machine, in a folder."""

    def __init__(self, tree):
        self.place = os.path.join(tree.path, "slurm")
        self.daemons = []
        self.environment = {"SLURM_CONF": os.path.join(self.place, "slurm.conf")}
        for folder in ("", "spool", "state"):
            os.makedirs(os.path.join(self.place, folder), exist_ok=True)
        port = self.free_port()
        tree.file("slurm/slurm.conf",
                  SLURM.format(host=socket.gethostname().split(".")[0], place=self.place, port=port,
                               next_port=port + 1))
        tree.file("slurm/munge.key", "a key of thirty-two bytes or more\n")
        os.chmod(os.path.join(self.place, "munge.key"), 0o600)

    @staticmethod
    def free_port():
        with socket.socket() as one, socket.socket() as next_one:
            one.bind(("", 0))
            try:
                next_one.bind(("", one.getsockname()[1] + 1))
            except OSError:
                return Slurm.free_port()
            return one.getsockname()[1]

    def begin(self, *command):
        with open(os.path.join(self.place, "log"), "ab") as log:
            self.daemons.append(subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True,
                                                 env=os.environ | self.environment))

    def log(self):
        with open(os.path.join(self.place, "log"), encoding="utf-8", errors="replace") as log:
            return log.read()

    def __enter__(self):
        at = self.place
        self.begin("munged", "-F", "--force", f"--key-file={at}/munge.key", f"--socket={at}/munge.socket",
                   f"--pid-file={at}/munged.pid", f"--log-file={at}/munged.log", f"--seed-file={at}/munged.seed")
        self.begin("slurmctld", "-D")
        self.begin("slurmd", "-D")
        for _ in range(100):
            state = subprocess.run(["sinfo", "-h", "-o", "%T"], env=os.environ | self.environment, text=True,
                                   capture_output=True, check=False)
            if "idle" in state.stdout:
                return self
            time.sleep(0.2)
        self.__exit__()
        raise Skip("Slurm does not begin here: " + self.log()[-500:])

    def __exit__(self, *_):
        for daemon in reversed(self.daemons):
            os.killpg(daemon.pid, signal.SIGTERM)
            daemon.wait()


def long_slurm_array(tree):
    """Eight jobs, a part of the suite each, one verdict; and none where a part is missing."""
    need("slurmctld", "slurmd", "munged", "sbatch")
    if os.getuid() != 0:
        raise Skip("only root may run a cluster")
    make_tests(tree)
    for name, text in (("part.sh", "#!/bin/sh\n./t$SLURM_ARRAY_TASK_ID\n"), ("job.sh", JOB)):
        tree.file(name, text)
        os.chmod(os.path.join(tree.path, name), 0o755)
    with Slurm(tree) as slurm:
        succeed(tree, ["sbatch", "--wait", "job.sh"], **slurm.environment)
    runs = [f"run-{number}" for number in range(TESTS)]
    verdict = run(tree, ["seep", "gate", *runs])
    expect((verdict.returncode, f"failed ({TESTS} processes)" in verdict.stdout, "missing" in verdict.stdout),
           (1, True, False), verdict.stdout)
    expect(run(tree, ["seep", "gate", "--definitely-lost=any", *runs]).returncode, 0)
    verdict = run(tree, ["seep", "gate", "--definitely-lost=any", *runs[:-1]])
    expect((verdict.returncode, "shard 8 of 8 is missing" in verdict.stdout), (1, True), verdict.stdout)


# --- Bazel ---

BUILD = """load("//tools/seep:seep.bzl", "seep_test")
cc_test(name = "leak", srcs = ["leak.c"], copts = ["-g"], size = "small")
cc_test(name = "clean", srcs = ["clean.c"], copts = ["-g"], size = "small")
sh_test(name = "script", srcs = ["script.sh"], data = [":leak"], size = "small")
seep_test(name = "leak_checked", test = ":leak", size = "small", tags = ["manual"])
seep_test(name = "clean_checked", test = ":clean", size = "small", tags = ["manual"])
"""

# What Bazel would fetch from the network, made of what it has.
RULES = ("cc_binary", "cc_test", "cc_library", "cc_import", "cc_proto_library", "fdo_prefetch_hints", "fdo_profile",
         "cc_toolchain", "cc_toolchain_suite", "objc_library", "objc_import", "cc_toolchain_alias", "cc_flags_supplier",
         "compiler_flag")
DEBIAN_RULES = "/usr/share/bazel/rules"


def bazel_workspace(tree):
    need("bazel", "zip", "unzip")
    if not os.path.isdir(f"{DEBIAN_RULES}/java") or not os.path.isdir(f"{DEBIAN_RULES}/proto"):
        raise Skip("Debian's bazel-rules-java and bazel-rules-proto are not installed")
    for name in ("WORKSPACE", "rules_cc/WORKSPACE", "rules_cc/cc/BUILD", "coverage/WORKSPACE"):
        tree.file(name, "")
    tree.file("rules_cc/cc/defs.bzl",
              "".join(f"def {rule}(**kwargs):\n    native.{rule}(**kwargs)\n\n" for rule in RULES))
    tree.file("coverage/BUILD",
              'filegroup(name = "coverage_report_generator", visibility = ["//visibility:public"])\n')
    places = {"rules_cc": f"{tree.path}/rules_cc", "rules_java": f"{DEBIAN_RULES}/java",
              "rules_proto": f"{DEBIAN_RULES}/proto", "remote_coverage_tools": f"{tree.path}/coverage"}
    tree.file(".bazelrc", "".join(f"build --override_repository={name}={place}\n" for name, place in places.items()) +
              f"build --strip=never\ntest --test_env=PATH={os.path.dirname(tree.seep)}:/usr/bin:/bin\n"
              "test:seep --run_under=//tools/seep:run-under\n")
    shutil.copytree(os.path.join(SOURCES, "packaging", "bazel"), os.path.join(tree.path, "tools", "seep"))
    tree.file("BUILD", BUILD)
    tree.file("leak.c", LEAK)
    tree.file("clean.c", CLEAN)
    tree.file("script.sh", "#!/bin/sh\nexec ./leak\n")
    os.chmod(os.path.join(tree.path, "script.sh"), 0o755)


def bazel(tree, *words):
    """Which tests passed, and which failed."""
    process = run(tree, ["bazel", "--batch", f"--output_user_root={tree.outside}/bazel", *words])
    outcome = dict(re.findall(r"^//:(\w+) .*(PASSED|FAILED)", process.stdout + process.stderr, re.MULTILINE))
    expect(bool(outcome), True, process.stdout + process.stderr)
    return outcome


def long_bazel(tree):
    """Each test has a record among its outputs, which are collected; a rule fails by itself."""
    bazel_workspace(tree)
    passed = {"leak": "PASSED", "clean": "PASSED", "script": "PASSED"}
    expect(bazel(tree, "test", "--config=seep", "//:all"), passed)
    runs = succeed(tree, ["tools/seep/collect", "runs"]).stdout.split()
    expect(sorted(os.path.relpath(run, tree.path) for run in runs),
           ["runs/clean/seep", "runs/leak/seep", "runs/script/seep"])
    verdict = run(tree, ["seep", "gate", *runs])
    expect((verdict.returncode, "hit by //:leak, //:script" in verdict.stdout), (1, True), verdict.stdout)
    expect(bazel(tree, "test", "--config=seep", "--test_env=SEEP_OPTS=--error-exitcode=99", "//:leak", "//:clean"),
           {"leak": "FAILED", "clean": "PASSED"})
    expect(bazel(tree, "test", "//:leak_checked", "//:clean_checked"),
           {"leak_checked": "FAILED", "clean_checked": "PASSED"})
    expect(bazel(tree, "test", "//:clean"), {"clean": "PASSED"})
    shutil.rmtree(os.path.join(tree.path, "runs"))
    runs = succeed(tree, ["tools/seep/collect", "runs"]).stdout.split()
    verdict = run(tree, ["seep", "gate", *runs])
    expect((verdict.returncode, "cannot find run" in verdict.stdout), (1, True), verdict.stdout)
