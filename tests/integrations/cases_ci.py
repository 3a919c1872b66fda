# SPDX-License-Identifier: GPL-2.0-or-later
"""action.yml, step by step, with the very scripts of packaging/ci/steps, on a small project with a leak; likewise the
template for GitLab."""
import glob
import json
import os
import re
import shutil
import subprocess

from cases_integrations import SOURCES, with_seep
from tree import LEAK, Skip, expect

try:
    import yaml
    from github_runner import Runner, expressions_of
except ImportError:
    yaml = None

STEPS = os.path.join(SOURCES, "packaging/ci/steps")
HOSTILE = "it's \"$(touch gone)\" `touch gone` ; touch gone"
MORE = LEAK.replace("lose(1337);", "lose(1337);\n  keep_nothing();").replace(
    "int main",
    "static __attribute__((noinline)) void keep_nothing(void) { kept = malloc(97); kept = NULL; }\nint main")
CLEAN = LEAK.replace("lose(1337);", "")
COMMAND = "make -s check"


def need_yaml():
    if yaml is None:
        raise Skip("Python's yaml is not installed")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def project(tree, text=LEAK, folder="."):
    tree.file(f"{folder}/Makefile", "check: leak\n\t./leak\nleak: leak.c\n\t$(CC) -g -o $@ leak.c\n")
    tree.file(f"{folder}/leak.c", text)
    return tree


def runner_of(tree):
    need_yaml()
    return Runner(SOURCES, tree, tree.environment(**with_seep(tree)))


def again(tree, text, folder="."):
    """The project as the next commit has it, without what the last job has left."""
    for left in "seep-run", "seep-reports", "leak":
        path = os.path.join(tree.path, folder, left)
        shutil.rmtree(path) if os.path.isdir(path) else os.path.exists(path) and os.unlink(path)
    project(tree, text, folder)


# --- what it is made of ---


def action():
    return yaml.safe_load(read(os.path.join(SOURCES, "action.yml")))


def script_of(step):
    return re.fullmatch(r'"\$GITHUB_ACTION_PATH/packaging/ci/steps/(\w+)"', step["run"])[1]


def variables_of(script):
    text = read(os.path.join(STEPS, script))
    found = set(re.findall(r"\$\{?(SEEP_CI_\w+)", text))
    return found | ({"SEEP_CI_RECORD"} if "$(records" in text or "\nrecords" in text or "  records" in text else set())


def outputs_of(script):
    return set(re.findall(r"\boutput ([a-z-]+) ", read(os.path.join(STEPS, script))))


def case_action_inputs(tree):
    """Each has a use, a default and a row in the page; none is part of a script."""
    need_yaml()
    parts = action()
    text = read(os.path.join(SOURCES, "action.yml"))
    used = set(re.findall(r"inputs\.([\w-]+)",
                          "".join(expressions_of(text)) + "".join(str(step.get("if", ""))
                                                                  for step in parts["runs"]["steps"])))
    expect(used, set(parts["inputs"]))
    page = read(os.path.join(SOURCES, "docs/ci.md"))
    for name, entry in parts["inputs"].items():
        expect((name, isinstance(entry["default"], str), bool(entry["description"])), (name, True, True))
    for name in [*parts["inputs"], *parts["outputs"]]:
        expect((name, f"| `{name}` |" in page), (name, True))
    for step in parts["runs"]["steps"]:
        if "run" in step:
            expect((step["name"], step["shell"], expressions_of(step["run"])), (step["name"], "sh", []))
            expect(os.access(os.path.join(STEPS, script_of(step)), os.X_OK), True)


def case_action_steps(tree):
    """A step has the variables that its script reads, and asks only earlier steps for what they write."""
    need_yaml()
    parts, written = action(), {"tarball": {"cache-hit"}}
    earlier = set()
    for step in parts["runs"]["steps"]:
        asked = re.findall(r"steps\.([\w-]+)\.outputs\.([\w-]+)", json.dumps(step))
        for name, output in asked:
            expect((step["name"], name in earlier and output in written[name]), (step["name"], True),
                   f"{name}.{output}")
        if "run" in step:
            expect((step["name"], set(step["env"])), (step["name"], variables_of(script_of(step))))
            written[step.get("id")] = outputs_of(script_of(step))
        else:
            expect(bool(re.fullmatch(r"[\w/-]+@v\d+", step["uses"])), True, step["uses"])
        earlier.add(step.get("id"))
    for name, entry in parts["outputs"].items():
        step, output = re.search(r"steps\.(\w+)\.outputs\.([\w-]+)", entry["value"]).groups()
        expect((name, output in written[step]), (name, True))


def case_action_packaged(tree):
    """What the action and the template call is installed and in a release."""
    text = read(os.path.join(SOURCES, "packaging/ci/local.mk"))
    for path in glob.glob(os.path.join(SOURCES, "packaging/ci/**"), recursive=True):
        name = os.path.relpath(path, SOURCES)
        if os.path.isfile(path) and not name.endswith("local.mk"):
            expect((name, name in text), (name, True))


# --- what it does ---


def case_action_clean(tree):
    """Nothing is found: it passes, and what was translated is kept for the next job, which uses it."""
    project(tree, CLEAN)
    runner = runner_of(tree)
    settings = {"command": COMMAND, "options": "-v\n  --log-file=log.%p  \n", "gate": "--errors=0\n--definitely-lost=0"}
    job = runner.job(tree.path, settings)
    expect((job.failed, job.output("verdict"), job.output("status"), job.output("version")),
           (False, "passed", "0", "seep-0.2.0"), job.log())
    expect((job.annotations(), job.restored, len(job.kept("seep-code-seep-Linux-X64-"))), ([], {}, 1), job.log())
    expect((len(job.uploads), job.uploads[0][0], job.uploads[0][1]["runs"][0]["results"]), (1, "seep", []))
    expect("seep gate: passed" in job.summary, True, job.summary)
    again(tree, CLEAN)
    for log in glob.glob(os.path.join(tree.path, "log.*")):
        os.unlink(log)
    second = runner.job(tree.path, settings)
    expect((second.failed, list(second.restored.values())), (False, ["seep-code-seep-Linux-X64-1-1"]), second.log())
    logs = "".join(read(log) for log in glob.glob(os.path.join(tree.path, "log.*")))
    found, made = re.search(r"translation cache: (\d+) blocks found, (\d+) made", logs).groups()
    expect(int(found) > 10 * int(made), True, f"{found} found, {made} made")


def case_action_new_finding(tree):
    """What the baseline knows passes; what is new fails, and only that stands at its line."""
    project(tree)
    runner = runner_of(tree)
    settings = {"command": COMMAND, "baseline": "known.json"}
    job = runner.job(tree.path, dict(settings, **{"update-baseline": "replace"}))
    expect((job.failed, job.output("verdict"), job.output("baseline-changed")), (False, "passed", "true"), job.log())
    baseline = read(os.path.join(tree.path, "known.json"))
    expect('"place": "lose (leak.c)"' in baseline, True, baseline)

    again(tree, LEAK)
    job = runner.job(tree.path, settings)
    expect((job.failed, job.annotations(), job.output("baseline-changed")), (False, [], "false"), job.log())

    again(tree, MORE)
    job = runner.job(tree.path, settings)
    expect((job.failed, job.output("verdict"), job.steps["Judge it"].status), (True, "failed", 1), job.log())
    annotations = [re.sub(r"line=\d+,col=\d+,title=.*", "", line) for line in job.annotations()]
    expect(annotations, ["::error file=leak.c,"], job.log())
    expect("97 bytes" in job.annotations()[0], True)
    expect("97 bytes" in job.summary and "1 finding is not in baseline" in job.summary, True, job.summary)
    expect(len(job.uploads[0][1]["runs"][0]["results"]), 2)
    expect(read(os.path.join(tree.path, "known.json")), baseline)
    check_sarif(tree, os.path.join(tree.path, "seep-reports/seep.sarif"))


def check_sarif(tree, path):
    schema = os.path.join(os.path.dirname(tree.seep), "tests/formats/sarif-2.1.0.json")
    if not os.path.exists(schema):
        return
    import jsonschema
    jsonschema.validate(json.loads(read(path)), json.loads(read(schema)))


def case_action_baseline(tree):
    """Kept for a branch, and changed where that is wanted only; a pull request has that of the branch it is for."""
    project(tree, MORE)
    runner = runner_of(tree)
    settings = {"command": COMMAND, "baseline": "known.json", "cache-baseline": "true"}
    known = os.path.join(tree.path, "known.json")
    first = runner.job(tree.path, settings, ref_name="7/merge", base_ref="main")
    expect((first.failed, first.output("verdict")), (True, ""), first.log())
    expect("there is no baseline known.json yet" in first.steps["Judge it"].err, True, first.log())

    again(tree, MORE)
    main = runner.job(tree.path, dict(settings, **{"update-baseline": "replace"}))
    expect((main.failed, len(main.kept("seep-baseline-seep-main-"))), (False, 1), main.log())

    os.unlink(known)
    again(tree, MORE)
    change = runner.job(tree.path, settings, ref_name="7/merge", base_ref="main")
    expect((change.failed, os.path.exists(known), len(change.kept("seep-baseline-"))), (False, True, 1), change.log())

    again(tree, LEAK)
    shrunk = runner.job(tree.path, dict(settings, **{"update-baseline": "shrink"}))
    expect((shrunk.failed, shrunk.output("baseline-changed"), len(shrunk.kept("seep-baseline-"))), (False, "true", 2),
           shrunk.log())
    expect("keep_nothing" in read(known), False)
    again(tree, MORE)
    job = runner.job(tree.path, dict(settings, **{"update-baseline": "shrink"}))
    expect((job.failed, job.output("baseline-changed"), len(job.kept("seep-baseline-"))), (True, "false", 2), job.log())


def case_action_failing_tests(tree):
    """They fail the job with their status, and hide no leak; nothing is kept back from later jobs."""
    project(tree)
    runner = runner_of(tree)
    job = runner.job(tree.path, {"command": "make -s check\nexit 7"})
    expect((job.failed, job.output("status"), job.output("verdict"), len(job.uploads)), (True, "7", "failed", 1),
           job.log())
    expect([line.split("::")[2][:20] for line in job.annotations()][:1], ["the tests failed wit"], job.log())
    expect(len(job.kept("seep-code-")), 1)
    again(tree, LEAK)
    job = runner.job(tree.path, {"command": "false\nmake -s check", "canary": "false"})
    expect((job.output("status"), "::the tests failed" in job.log(), os.path.exists(os.path.join(tree.path, "leak"))),
           ("1", True, False), job.log())


def case_action_hostile(tree):
    """Whatever stands in an input is text: folders, names and options with blanks, quotes and commands in them."""
    folder = f"a folder {HOSTILE}"
    project(tree, LEAK, folder)
    tree.file(f"{folder}/{HOSTILE}.supp", "{\n  known\n  Memcheck:Leak\n  ...\n  fun:lose\n}\n")
    job = runner_of(tree).job(tree.path, {
        "command": 'make -s check # "$(touch gone)"\nprintf "%s\\n" "it\'s \\$HOME"', "directory": folder,
        "record": f"run {HOSTILE}", "reports": f"reports {HOSTILE}", "baseline": f"known {HOSTILE}.json",
        "update-baseline": "replace", "options": f"--suppressions={HOSTILE}.supp\n\n"})
    expect((job.failed, job.output("verdict")), (False, "passed"), job.log())
    expect("it's $HOME" in job.steps["Run the tests under Seep"].out, True, job.log())
    expect(sorted(name for name in os.listdir(os.path.join(tree.path, folder)) if HOSTILE in name),
           sorted([f"run {HOSTILE}", f"reports {HOSTILE}", f"known {HOSTILE}.json", f"{HOSTILE}.supp"]))
    expect(job.output("reports"), os.path.join(tree.path, folder, f"reports {HOSTILE}"))
    expect([bool(result.get("suppressions")) for result in job.uploads[0][1]["runs"][0]["results"]], [True])
    expect(glob.glob(tree.outside + "/**/gone", recursive=True), [])


WRONG = [
    ({"canary": "yes"}, 'canary is "yes"; it must be one of: true false'),
    ({"update-baseline": "true", "baseline": "b"}, 'it must be one of: no shrink replace'),
    ({"update-baseline": "shrink"}, "baseline, the name of its file, is not"),
    ({"cache-baseline": "true"}, "baseline, the name of its file, is not"),
    ({"options": "--canary\n-v quiet\nnonsense here"}, 'options has the line "nonsense here", which is no option'),
    ({"gate": "errors=0"}, 'gate has the line "errors=0", which is no option'),
    ({"baseline": "--force"}, 'baseline is "--force", which looks like an option; write ./--force'),
    ({"record": "-x"}, "looks like an option"),
    ({"record": "one\ntwo"}, "record has several lines; a command writes one record"),
    ({"baseline": "a\nkey=b"}, "baseline must be one line"),
    ({"name": "a b"}, "it may have letters, digits"),
    ({"name": "a,b"}, "it may have letters, digits"),
]


def case_action_wrong_inputs(tree):
    """Plain words, in the log and at the top of the job, before anything is run."""
    project(tree)
    runner = runner_of(tree)
    for settings, message in WRONG:
        job = runner.job(tree.path, dict({"command": COMMAND}, **settings))
        step = job.steps["Look at the settings"]
        expect((step.status, message in step.err), (2, True), f"{settings}\n{job.log()}")
        expect([line.startswith("::error title=Seep::") for line in job.annotations()], [True], job.log())
        expect(job.steps["Run the tests under Seep"].outcome, "skipped")
    expect(os.path.exists(os.path.join(tree.path, "leak")), False)
    for settings, message, step in [
            ({"command": COMMAND, "options": "--no-such-option"}, "--no-such-option", "Run the tests under Seep"),
            ({"command": COMMAND, "record": "leak.c"}, "leak.c is there already", "Run the tests under Seep"),
            ({"record": "no-such-run"}, "no-such-run", "Judge it"),
            ({"command": COMMAND, "gate": "--definitely-lost=many", "record": "other-run"}, "many", "Judge it")]:
        job = runner.job(tree.path, settings)
        expect((job.failed, message in job.steps[step].err + job.steps[step].out), (True, True), job.log())


def case_action_records(tree):
    """Without a command, what other steps have recorded is judged together."""
    project(tree)
    for name in "first", "the second":
        tree.run([tree.seep, "suite", f"--record={name}", "-q", "--", "make", "-s", "check"])
    job = runner_of(tree).job(tree.path, {"record": "first\nthe second\n", "gate": "--definitely-lost=2673",
                                          "sarif": "false"})
    expect((job.steps["Run the tests under Seep"].outcome, job.uploads, job.output("verdict")),
           ("skipped", [], "failed"), job.log())
    expect("2,674 bytes" in job.steps["Judge it"].out, True, job.log())


# --- where Seep comes from ---


def tarball(tree, name="seep-0.2.0-x86_64-linux", program=None):
    """Like those of make dist-binary, but with a script that calls the one that is tested."""
    folder = os.path.join(tree.outside, "tarball", name, "bin")
    os.makedirs(folder, exist_ok=True)
    if program:
        with open(os.path.join(folder, program), "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\nexec "{tree.seep}" "$@"\n')
        os.chmod(os.path.join(folder, program), 0o755)
    path = os.path.join(tree.outside, "tarball", name + ".tar.xz")
    subprocess.run(["tar", "-C", os.path.join(tree.outside, "tarball"), "-cJf", path, name], check=True)
    return path


def case_action_install(tree):
    """Fetched by a URL, if its sum is right; what is no tarball of Seep is refused in plain words."""
    project(tree, CLEAN)
    need_yaml()
    runner = Runner(SOURCES, tree, tree.environment())
    good, bad = tarball(tree, program="seep"), tarball(tree, name="seep-of-others", program="sweep")
    total = subprocess.run(["sha256sum", good], capture_output=True, text=True, check=True).stdout.split()[0]
    job = runner.job(tree.path, {"command": COMMAND, "url": f"file://{good}", "sha256": total})
    expect((job.failed, job.output("version")), (False, "seep-0.2.0"), job.log())
    for settings, message in [
            ({"url": f"file://{good}", "sha256": "0" * 64}, "not " + "0" * 64),
            ({"url": f"file://{bad}"}, "there is no bin/seep in file://"),
            ({"url": f"file://{tree.path}/leak.c"}, "this is no tarball"),
            ({"url": "file:///no/such/file.tar.xz"}, "file:///no/such/file.tar.xz cannot be fetched"),
            ({"url": "ftp://example.org/x"}, 'url is "ftp://example.org/x"; expected https://'),
            ({"url": "http://example.org/x"}, "set sha256, or use https:"),
            ({"url": "-o/etc/passwd"}, "expected https://"),
            ({"version": "1.0; touch gone"}, "expected a number such as"),
            ({"version": "../../x"}, "expected a number such as"),
            ({"version": "0.2.0"}, "it is not known where releases are; set url")]:
        job = runner.job(tree.path, dict({"command": COMMAND}, **settings))
        expect((job.steps["Install Seep"].status, message in job.steps["Install Seep"].err), (2, True),
               f"{settings}\n{job.log()}")
        expect((job.steps["Judge it"].outcome, len(job.annotations())), ("skipped", 1), job.log())


def case_action_release(tree):
    """A version is that of the repository which the action is from."""
    need_yaml()
    place = os.path.join(tree.outside, "_actions/some-owner/seep.repo/v1/with/slash")
    shutil.copytree(os.path.join(SOURCES, "packaging/ci"), os.path.join(place, "packaging/ci"))
    tree.script("bin/curl", 'for word; do last=$word; done; echo "asked for $last" >&2; exit 22\n')
    environment = tree.environment(PATH=os.path.join(tree.path, "bin") + ":" + tree.path_variable(),
                                   SEEP_CI_VERSION="1.2.3-rc1", GITHUB_ACTION_PATH=place,
                                   GITHUB_SERVER_URL="https://git.example.org")
    process = subprocess.run([os.path.join(place, "packaging/ci/steps/install")], env=environment, capture_output=True,
                             text=True, check=False)
    wanted = ("https://git.example.org/some-owner/seep.repo/releases/download/v1.2.3-rc1/"
              "seep-1.2.3-rc1-x86_64-linux.tar.xz")
    expect((process.returncode, f"asked for {wanted}" in process.stderr,
            f"{wanted} cannot be fetched" in process.stderr), (2, True, True), process.stderr)


def long_action_build(tree):
    """With neither, it is built from the action's sources once, and kept by what they are."""
    need_yaml()
    sources = os.path.join(tree.outside, "sources")
    subprocess.run(["git", "clone", "-q", SOURCES, sources], check=True)
    project(tree, CLEAN)
    runner = Runner(sources, tree, tree.environment())
    tree.limit = 3600
    job = runner.job(tree.path, {"command": COMMAND})
    expect((job.failed, job.output("verdict"), len(job.kept("seep-tarball-Linux-X64-"))), (False, "passed", 1),
           job.log())
    again(tree, CLEAN)
    job = runner.job(tree.path, {"command": COMMAND})
    expect((job.failed, "make" in job.steps["Install Seep"].err, job.steps["Keep the tarball"].outcome),
           (False, False, "skipped"), job.log())


# --- GitLab ---


def job_of(name):
    """A job of the template with all that it extends, as GitLab puts them together: mappings are merged, the rest is
    replaced."""
    jobs = yaml.safe_load(read(os.path.join(SOURCES, "packaging/ci/gitlab.yml")))

    def merged(base, job):
        return {key: merged(base[key], job[key]) if isinstance(base.get(key), dict) and isinstance(job.get(key), dict)
                else job.get(key, base.get(key))
                for key in {**base, **job}}

    job = jobs[name]
    return merged(job_of(job["extends"]), job) if "extends" in job else job


def play_job(tree, name, path, **variables):
    """Its lines, one after the other in one shell, as the runner does."""
    job = job_of(name)
    unknown = set(variables) - set(job["variables"])
    expect(unknown, set(), "variables that the template does not have")
    given = {key: str(value).replace("$CI_PROJECT_DIR", tree.path) for key,
             value in {**job["variables"], **variables}.items()}
    lines = [*job["before_script"], *job["script"]]
    environment = tree.environment(PATH=path, CI_PROJECT_DIR=tree.path, **given)
    return subprocess.run(["bash", "-e", "-o", "pipefail", "-c", "\n".join(lines)], cwd=tree.path, env=environment,
                          capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL,
                          timeout=tree.limit)


def installed(tree):
    """A PATH with Seep as it is installed, with the steps beside it."""
    need_yaml()
    root = os.path.join(tree.outside, "installed")
    os.makedirs(os.path.join(root, "bin"))
    os.makedirs(os.path.join(root, "share/seep"))
    shutil.copytree(os.path.join(SOURCES, "packaging/ci"), os.path.join(root, "share/seep/ci"))
    tree.file("../installed/bin/seep", f'#!/bin/sh\nexec "{tree.seep}" "$@"\n', 0o755)
    return os.path.join(root, "bin") + ":" + tree.path_variable()


def case_gitlab_template(tree):
    """One job: it passes with a baseline, fails on what is new, and leaves what GitLab shows."""
    path = installed(project(tree))
    made = play_job(tree, ".seep", path, SEEP_CI_COMMAND=COMMAND, SEEP_CI_BASELINE="known.json",
                    SEEP_CI_UPDATE_BASELINE="replace")
    expect(made.returncode, 0, made.stdout + made.stderr)
    again(tree, LEAK)
    same = play_job(tree, ".seep", path, SEEP_CI_COMMAND=COMMAND, SEEP_CI_BASELINE="known.json")
    expect((same.returncode, "::error" in same.stdout + same.stderr), (0, False), same.stdout + same.stderr)
    again(tree, MORE)
    # An archive that came back from GitLab's cache gives everybody every right.
    subprocess.run(["chmod", "-R", "a+rwX", os.path.join(tree.path, ".seep-cache")], check=True)
    new = play_job(tree, ".seep", path, SEEP_CI_COMMAND=COMMAND, SEEP_CI_BASELINE="known.json",
                   SEEP_CI_OPTIONS="-v\n--log-file=log")
    expect((new.returncode, "1 finding is not in baseline known.json" in new.stdout), (1, True),
           new.stdout + new.stderr)
    expect("is not used" in read(os.path.join(tree.path, "log")), False)
    artifacts = job_of(".seep")["artifacts"]
    expect([bool(glob.glob(os.path.join(tree.path, pattern)))
            for pattern in [*artifacts["paths"], *artifacts["reports"].values()]], [True] * 4)
    issues = json.loads(read(os.path.join(tree.path, artifacts["reports"]["codequality"])))
    expect(sorted(issue["location"]["path"] for issue in issues if issue["check_name"] != "errors-not-checked"),
           ["leak.c", "leak.c"])
    expect('failure message="leak: 97 bytes' in read(os.path.join(tree.path, artifacts["reports"]["junit"])), True)
    expect(os.path.isdir(os.path.join(tree.path, job_of(".seep")["cache"]["paths"][0])), True)
    again(tree, MORE)
    failing = play_job(tree, ".seep", path, SEEP_CI_COMMAND="false", SEEP_CI_CANARY="false")
    expect((failing.returncode, "seep gate: failed" in failing.stdout), (1, True), failing.stdout + failing.stderr)


def case_gitlab_shards(tree):
    """Several jobs record, one has the verdict over all."""
    path = installed(project(tree))
    for index in "1", "2":
        shard = play_job(tree, ".seep-run", path, SEEP_CI_COMMAND=COMMAND, SEEP_CI_RECORD=f"seep-run-{index}")
        expect(shard.returncode, 0, shard.stdout + shard.stderr)
    records = "seep-run-1\nseep-run-2\n"
    expect(play_job(tree, ".seep-judge", path, SEEP_CI_RECORD=records,
                    SEEP_CI_GATE="--definitely-lost=2674").returncode, 0)
    judged = play_job(tree, ".seep-judge", path, SEEP_CI_RECORD=records, SEEP_CI_GATE="--definitely-lost=2673")
    expect((judged.returncode, "2,674 bytes" in judged.stdout), (1, True), judged.stdout + judged.stderr)


def case_gitlab_install(tree):
    """An image without Seep fetches it; hostile variables are text."""
    project(tree, CLEAN)
    need_yaml()
    path = tarball(tree, program="seep")
    folder = os.path.join(os.path.dirname(path), "seep-0.2.0-x86_64-linux")
    shutil.copytree(os.path.join(SOURCES, "packaging/ci"), os.path.join(folder, "share/seep/ci"))
    subprocess.run(["tar", "-C", os.path.dirname(folder), "-cJf", path, os.path.basename(folder)], check=True)
    plain = tree.path_variable()
    process = play_job(tree, ".seep", plain, SEEP_CI_URL=f"file://{path}", SEEP_CI_COMMAND=COMMAND,
                       SEEP_CI_BASELINE=HOSTILE, SEEP_CI_UPDATE_BASELINE="replace")
    expect((process.returncode, os.path.exists(os.path.join(tree.path, HOSTILE)),
            os.path.exists(os.path.join(tree.path, "gone"))), (0, True, False),
           process.stdout + process.stderr)
    for url, total, message in [("", "", "set SEEP_CI_URL"), ("$(touch gone)", "", "set SEEP_CI_URL"),
                                (f"file://{path}", "0" * 64, "FAILED")]:
        process = play_job(tree, ".seep", plain, SEEP_CI_URL=url, SEEP_CI_SHA256=total, SEEP_CI_COMMAND=COMMAND)
        expect((process.returncode, message in process.stdout + process.stderr,
                os.path.exists(os.path.join(tree.path, "gone"))), (2, True, False),
               process.stdout + process.stderr)


def case_gitlab_variables(tree):
    """The template has each variable that its steps read, but for what it leaves as it is, and the page has them
    all."""
    need_yaml()
    read_by_steps = set().union(*(variables_of(step) for step in ("plan", "run", "report", "judge")))
    of_github = {"SEEP_CI_REPORTS", "SEEP_CI_SARIF", "SEEP_CI_NAME", "SEEP_CI_CACHE", "SEEP_CI_CACHE_BASELINE",
                 "SEEP_CI_VERSION"}
    found = set(name for name in job_of(".seep")["variables"] if name.startswith("SEEP_CI_"))
    expect(found, (read_by_steps - of_github) | {"SEEP_CI_URL", "SEEP_CI_SHA256"})
    page = read(os.path.join(SOURCES, "docs/ci.md"))
    expect([name for name in sorted(found) if f"`{name}`" not in page], [])
