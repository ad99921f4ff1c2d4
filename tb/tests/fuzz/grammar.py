#!/usr/bin/env python3
"""Runs the built program on inputs that follow its grammar, and then do not: tb/fuzz --grammar N.

Each case is a function of the seed and its number: a right input (documents.py), to which up to four hostile changes are made
(hostile.py). It runs in a directory of its own, with limits of memory and time. judge.py says what must hold. A finding is
printed once for each kind, with the command that repeats it.
"""
import argparse
import concurrent.futures
import os
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

import hostile
from documents import Case, Maker, Names, SOURCE, block, flow
from judge import Execution, kind_of, mistakes_of

SECONDS = 10
MEMORY = 2 << 30
FILE_SIZE = 256 << 20
NOBODY = 65534
SHORTER = ["--set", "run.warmup=0", "--set", "run.cycles=700"]  # for a shipped scenario, which runs long
COMMANDS = ["run"] * 8 + ["topo"] * 4 + ["route"] * 2 + ["prove"] * 3 + ["repair"] * 4 + ["check"] * 2 + ["export"] * 2 + ["yield"] * 3 + ["sweep"] * 4 + ["saturate", "packets", "diff", "map", "map", "convert", "list", "new", "workload", "workload"]


def as_words(random, text, files, only_files):
    """Gives the document as an argument, or as a file: the system takes no argument of more than 128 KiB."""
    if not only_files and text.startswith("{") and random.random() < 0.5 and len(text.encode(errors="surrogateescape")) < 1 << 16:
        return text.replace("\0", "")
    files["input.yaml"] = text
    return "input.yaml"


def hostile_document(random, maker, names, command, changes):
    """A document as text: by the grammar, with changes in its tree; or a shipped one, changed as text."""
    if command not in ("sweep", "saturate", "packets", "diff", "map", "convert", "workload") and random.random() < 0.1:
        text = random.choice(names.shipped)
        return (hostile.change_text(random, text) if changes else text), SHORTER if command == "run" else []
    if command in ("packets", "diff"):
        text = maker.packet_log()
        return (hostile.change_text(random, text) if changes else text), []
    if command == "map":
        text = maker.wafer_map()
        return (hostile.change_text(random, text) if changes else text), []
    if command == "convert":
        text = maker.foreign_traffic()
        return (hostile.change_text(random, text) if changes else text), []
    tree = maker.document(command)
    for _ in range(changes):
        hostile.change_tree(random, tree, names)
    return random.choice([flow, flow, block])(tree), []


def make_case(names, seed, number):
    random = Random(f"{seed}:{number}")
    maker = Maker(names, random)
    command = random.choice(COMMANDS)
    changes = random.choice([0, 1, 1, 1, 2, 2, 3, 4])
    at = [random.choice(["tree", "tree", "text", "words", "file"]) for _ in range(changes)]
    case = Case([])
    options = maker.options(command)
    if command in ("list", "new"):
        case.words = [command] + maker.kind_words(command) + options
    else:
        text, more = hostile_document(random, maker, names, command, at.count("tree"))
        for _ in range(at.count("text")):
            text = hostile.change_text(random, text)
        case.files = maker.other_files(text)
        if command == "diff":
            case.files["other.jsonl"] = maker.packet_log()
        case.words = [command, as_words(random, text, case.files, command == "diff")] + maker.nodes(command) + options
        case.words += more
    for _ in range(at.count("words")):
        hostile.change_words(random, case.words, names)
    for _ in range(at.count("file")):
        change_file(random, case.files)
    case.words = [word.replace("\0", "") for word in case.words]
    return case


def change_file(random, files):
    for name in files:
        change = hostile.change_trace if name.endswith(".csv") else hostile.change_text
        files[name] = change(random, files[name])


def limit():
    """In the child, before the program: limits, and no right to write anywhere but in what is open to all."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def names_below(directory):
    return {path.relative_to(directory).as_posix() for path in directory.rglob("*")}


def prepare(case, directory):
    for name, text in case.files.items():
        (directory / name).write_bytes(text.encode(errors="surrogateescape"))
    (directory / "file").write_text("not an input\n")
    os.chmod(directory, 0o777)


def stop(process):
    os.killpg(process.pid, signal.SIGKILL)  # the group is the process's own
    process.communicate()


def execute(program, case):
    directory = Path(tempfile.mkdtemp(prefix="kintsugi-fuzz-"))
    try:
        prepare(case, directory)
        before = names_below(directory)
        start = time.monotonic()
        process = subprocess.Popen([program] + [os.fsencode(word) for word in case.words], cwd=directory,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   preexec_fn=limit, start_new_session=True)
        try:
            out, err = process.communicate(timeout=SECONDS)
            status = process.returncode
        except subprocess.TimeoutExpired:
            stop(process)
            status, out, err = None, b"", b""
        left = sorted(names_below(directory) - before)
        return Execution(status, out, err, left, time.monotonic() - start)
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def show(case, execution):
    for name, text in case.files.items():
        print(f"--- {name}\n{text!r}")
    print("$ kintsugi " + " ".join(shlex.quote(word) for word in case.words))
    print(f"status {execution.status}, {execution.seconds:.1f} s, made {execution.left}")
    sys.stdout.write(execution.out[:3000].decode(errors="replace"))
    sys.stdout.write(execution.err[:3000].decode(errors="replace"))


def run_case(program, names, seed, number):
    case = make_case(names, seed, number)
    execution = execute(program, case)
    return number, case, execution, mistakes_of(execution, case)


def run_all(program, names, arguments):
    kinds, statuses, commands = {}, Counter(), Counter()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        cases = range(arguments.first, arguments.first + arguments.cases)
        for number, case, execution, wrong in pool.map(
                lambda number: run_case(program, names, arguments.seed, number), cases):
            statuses[execution.status] += 1
            commands[case.words[0] if case.words else ""] += 1
            for mistake in wrong:
                found = kinds.setdefault(kind_of(mistake), [])
                found.append(number)
                if len(found) == 1:
                    print(f"{mistake}\n    tb/fuzz --case {arguments.seed}:{number}", flush=True)
    return kinds, statuses, commands


def report(kinds, statuses, commands, arguments):
    print(f"{arguments.cases} cases, seed {arguments.seed}: "
          + ", ".join(f"{count} with status {status}" for status, count in sorted(statuses.items(), key=str)))
    print("  " + ", ".join(f"{count} {name}" for name, count in commands.most_common(9)))
    for kind, numbers in sorted(kinds.items(), key=lambda item: -len(item[1])):
        print(f"{len(numbers):6}  {kind}   {arguments.seed}:" + ",".join(map(str, numbers[:4])))
    print("no finding" if not kinds else f"{len(kinds)} kinds of findings")


def parse():
    parser = argparse.ArgumentParser(prog="tb/fuzz --grammar", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", type=int, nargs="?", default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--case", help="SEED:NUMBER of one case, which is shown")
    parser.add_argument("--program", default=str(SOURCE / "build" / "release" / "kintsugi"))
    return parser.parse_args()


def copy_for_all(program, directory):
    """Copies the program to where a user without rights may run it."""
    os.chmod(directory, 0o755)
    return shutil.copy(program, Path(directory) / "kintsugi")


def run_one(program, names, text):
    seed, number = map(int, text.split(":"))
    _, case, execution, wrong = run_case(program, names, seed, number)
    show(case, execution)
    print("\n".join(["", *wrong]) if wrong else "\nno finding")
    return 1 if wrong else 0


def main():
    arguments = parse()
    names = Names(arguments.program)
    with tempfile.TemporaryDirectory(prefix="kintsugi-fuzz-") as directory:
        program = copy_for_all(arguments.program, directory)
        if arguments.case:
            return run_one(program, names, arguments.case)
        kinds, statuses, commands = run_all(program, names, arguments)
    report(kinds, statuses, commands, arguments)
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
