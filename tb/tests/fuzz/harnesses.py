#!/usr/bin/env python3
"""Runs the libFuzzer harnesses, two at a time, and prints what they did: tb/fuzz MINUTES, --seconds S, --same.

A harness begins with the cases in found/, the shipped files, the inputs in learned/ and what earlier runs have kept in
build/fuzz/corpus. It ends with its first finding, which is kept in build/fuzz/findings. With --same, it begins without what
earlier runs have kept and makes a fixed number of inputs from a fixed seed: the same program then has the same inputs on
every machine. With --learn, it makes none, but writes learned/ anew: of the inputs that earlier runs have kept, few that
reach all that any of them reaches. Each line there is an input, in base 64.
"""
import argparse
import base64
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parents[2]
os.chdir(SOURCE)
BUILD = Path("build/fuzz")
PROGRAM = Path("build/asan/kintsugi_fuzz")
JOBS = 2
OPTIONS = ["-timeout=10", "-rss_limit_mb=2048", "-malloc_limit_mb=1024", "-print_final_stats=1", "-use_value_profile=0",
           "-reload=0"]
LONGEST = {"scenario": 2048, "sweep": 2048, "defect_map": 1024, "trace": 1024, "overrides": 256, "bitstream": 256,
           "states": 4096, "plan": 1024, "command_line": 512, "assignment": 512, "packets": 1024,
           "user_graph": 512, "wafer_map": 2048, "flows": 512, "route_table": 512, "goal": 1024, "placement": 256,
           "vtr": 1024, "noxim": 256, "netrace": 1024, "chakra": 1024, "diff": 1024}
# How many inputs a harness makes with --same, beside those in learned/: about three seconds of each.
SAME = {"scenario": 1_300, "sweep": 2_000, "defect_map": 400, "user_graph": 4_000, "wafer_map": 3_000, "trace": 20_000,
        "assignment": 8_000, "overrides": 5_000, "bitstream": 25_000, "states": 700, "plan": 8_000,
        "packets": 3_000, "command_line": 150, "flows": 20_000, "route_table": 5_000,
        "goal": 20_000, "placement": 40_000,
        "vtr": 10_000, "noxim": 20_000, "netrace": 20_000, "chakra": 10_000, "diff": 8_000}
# libFuzzer's choices depend on addresses. These must not be random, and the stack must not depend on the environment and on
# where the checkout lies, so all paths are relative.
FIXED_ADDRESSES = ["setarch", "-R"]
SHIPPED = {"scenario": "traces/*.yaml", "sweep": "traces/sweeps/*.yaml", "defect_map": "traces/maps/*.yaml",
           "trace": "traces/*.csv", "packets": "traces/packets/*.jsonl",
           "user_graph": "traces/graphs/*", "flows": "traces/flows/*", "route_table": "traces/tables/*.csv",
           "wafer_map": "traces/maps/*", "vtr": "traces/foreign/*.flows", "noxim": "traces/foreign/*.noxim",
           "netrace": "traces/foreign/*.tra"}
EXECUTED = re.compile(r"^stat::number_of_executed_units:\s+(\d+)", re.M)
KEPT = re.compile(r"Test unit written to (\S+)")
FUNCTION = re.compile(r"^(UN)?COVERED_FUNC: (?:hits: \d+ )?edges: (\d+)/(\d+) .* (\S+?):\d+", re.M)


@dataclass
class Result:
    name: str
    executions: int = 0
    seconds: int = 0
    covered: int = 0
    edges: int = 0
    findings: list = field(default_factory=list)
    log: str = ""


def harnesses():
    """Returns the rooms that each harness is for, by its name."""
    lines = subprocess.run([PROGRAM, "--list"], capture_output=True, text=True, check=True).stdout.splitlines()
    return {line.split()[0]: line.split()[1:] for line in lines}


def environment():
    """Symbols are for the coverage; leaks are looked for by libFuzzer itself, where an execution frees less than it takes."""
    return dict(PATH="/usr/local/bin:/usr/bin:/bin", ASAN_SYMBOLIZER_PATH="/usr/bin/llvm-symbolizer-19", ASAN_OPTIONS="detect_leaks=0:allocator_may_return_null=1:handle_abort=2",
                UBSAN_OPTIONS="print_stacktrace=1", SYSTEMC_DISABLE_COPYRIGHT_MESSAGE="1")


def learned_inputs(name):
    file = HERE / "learned" / name
    return [base64.b64decode(line) for line in file.read_text().splitlines()] if file.exists() else []


def seeds_of(name, learned=True):
    """Makes a folder of the shipped files, of the cases found before and of what was learned."""
    folder = BUILD / "seeds" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    files = list(SOURCE.glob(SHIPPED[name])) if name in SHIPPED else []
    for path in files + sorted((HERE / "found" / name).glob("*")) + sorted((HERE / "corpus" / name).glob("*")):
        shutil.copy(path, folder / f"{path.parent.name}_{path.name}")
    for number, data in enumerate(learned_inputs(name) if learned else []):
        (folder / f"learned_{number}").write_bytes(data)
    return folder


def learn(name):
    """Writes learned/ of a harness anew; returns how many inputs it has."""
    kept = [folder for folder in (BUILD / "corpus" / name, BUILD / "same" / name) if folder.exists()]
    before = BUILD / "learned_before" / name
    shutil.rmtree(before, ignore_errors=True)
    before.parent.mkdir(parents=True, exist_ok=True)
    seeds_of(name).rename(before)
    folder = seeds_of(name, learned=False)
    others = set(folder.iterdir())
    subprocess.run(command(name, "-set_cover_merge=1", folder, before, *kept), capture_output=True, check=True,
                   env=environment())
    inputs = sorted((path.read_bytes() for path in set(folder.iterdir()) - others), key=lambda data: (len(data), data))
    (HERE / "learned").mkdir(exist_ok=True)
    (HERE / "learned" / name).write_text("".join(base64.b64encode(data).decode() + "\n" for data in inputs))
    return len(inputs)


def command(name, *arguments):
    return [PROGRAM, f"--harness={name}", f"-max_len={LONGEST[name]}", *OPTIONS, *map(str, arguments)]


def run(name, rooms, seconds):
    """Runs a harness for so many seconds; None: with the same inputs each time."""
    corpus, findings = BUILD / ("corpus" if seconds else "same") / name, BUILD / "findings"
    if not seconds:
        shutil.rmtree(corpus, ignore_errors=True)
    corpus.mkdir(parents=True, exist_ok=True)
    findings.mkdir(parents=True, exist_ok=True)
    seeds = seeds_of(name)
    begun = len(list(seeds.iterdir()))  # libFuzzer counts them too
    limits = [f"-max_total_time={seconds}"] if seconds else [f"-runs={begun + SAME[name]}", "-seed=1"]
    started = time.monotonic()
    ran = subprocess.run(FIXED_ADDRESSES + command(name, *limits, f"-dict={BUILD / 'names.dict'}",
                                                   f"-artifact_prefix={findings}/{name}_", corpus, seeds),
                         capture_output=True, text=True, errors="replace", env=environment())
    result = Result(name, seconds=round(time.monotonic() - started), log=ran.stderr)
    executed = EXECUTED.search(ran.stderr)
    result.executions = int(executed.group(1)) if executed else 0
    if ran.returncode != 0:
        result.findings = KEPT.findall(ran.stderr) or ["without a file, see below"]
    elif seconds:  # the inputs that are the same each time cover the same; to look for symbols takes as long as they
        count_coverage(result, rooms, corpus, seeds)
    return result


def count_coverage(result, rooms, corpus, seeds):
    """Runs the corpus once more, to count the edges of the code that the harness is for."""
    ran = subprocess.run(command(result.name, "-runs=0", "-print_coverage=1", corpus, seeds), capture_output=True, text=True,
                         errors="replace", env=environment())
    for _, covered, edges, path in FUNCTION.findall(ran.stderr):
        if any(room in path for room in rooms):
            result.covered += int(covered)
            result.edges += int(edges)


def write_dictionary():
    names = subprocess.run([PROGRAM, "--dictionary"], capture_output=True, text=True, check=True).stdout
    BUILD.mkdir(parents=True, exist_ok=True)
    (BUILD / "names.dict").write_text(names)


def show(results):
    print(f"{'harness':14}{'executions':>12}{'a second':>10}{'edges':>8}{'covered':>9}   findings")
    for result in results:
        share = f"{100 * result.covered / result.edges:.1f} %" if result.edges else "-"
        print(f"{result.name:14}{result.executions:12,}{result.executions // max(1, result.seconds):10,}{result.edges:8,}"
              f"{share:>9}   {len(result.findings) or 'none'}")
    print(f"{'all':14}{sum(result.executions for result in results):12,}")
    for result in results:
        for case in result.findings:
            print(f"\n{result.name}: {case}\n  repeat it: build/asan/kintsugi_fuzz --harness={result.name} {case}")
            print("\n".join(result.log.splitlines()[-60:]))


def parse():
    parser = argparse.ArgumentParser(prog="tb/fuzz")
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--seconds", type=int)
    parser.add_argument("--same", action="store_true")
    parser.add_argument("--learn", action="store_true")
    parser.add_argument("names", nargs="*")
    return parser.parse_args()


def main():
    arguments = parse()
    known = harnesses()
    names = arguments.names or list(known)
    for name in names:
        if name not in known:
            sys.exit(f"tb/fuzz: there is no harness '{name}'; there are " + ", ".join(known))
    if arguments.learn:
        for name in names:
            print(f"{name}: {learn(name)} inputs", flush=True)
        return 0
    write_dictionary()
    seconds = None
    if not arguments.same:
        seconds = arguments.seconds or max(1, int(arguments.minutes * 60 * JOBS / len(names)))
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        results = list(pool.map(lambda name: run(name, known[name], seconds), names))
    show(results)
    return 1 if any(result.findings for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
