#!/usr/bin/env python3
"""Chooses the tests that the preset asan runs: those that together reach nearly every branch that any test reaches.

usage: tb/tests/choose_sanitized.py [--jobs N] [--fewer]

A sanitizer finds mistakes on the way of a test through the code, whatever the test compares; and most tests go where
others have been. This program builds the same sources so that they note branches (in build/coverage), runs each test
once, and takes tests by the branches that they gain for a second, until a further branch would take half a second. It
writes the other tests to tb/tests/unsanitized/no_new_branch.txt. A test that is not in that file is sanitized, so one
that is added later is too. The program does not look at the tests of unsanitized/never.txt. With --fewer it looks only
at those that are sanitized now, so it takes half as long and only lengthens the list: for when many tests were added.

The tests are those that the preset asan compiles, without instruments: so only branches of the libraries count, as only
those are sanitized. Takes about half an hour on two cores. Needs what `.ci/run asan` needs.
"""
import argparse
import concurrent.futures
import fnmatch
import heapq
import os
import re
import struct
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
BUILD = TOP / "build/coverage"
PROGRAMS = ("unit_models", "unit_hw", "system_tests")
LISTS = TOP / "tb/tests/unsanitized"
CHOSEN = LISTS / "no_new_branch.txt"
FLAGS = "-O1 -fsanitize=unreachable -fsanitize-coverage=trace-pc-guard -DKINTSUGI_SANITIZED"
LAYERS = re.compile(r"/((?:models|hw|tb/tool|tb/testbench|tb/mpi)/\S+:\d+:\d+)$")
MAGIC = 0xC0BFFFFFFFFFFF64  # of a file of 64-bit addresses: the format of LLVM's SanitizerCoverage
START = 0.05  # seconds that a sanitized test takes at least
LIMIT = 600  # seconds for a test
PRICE = 0.5  # processor seconds for a branch that no other test reaches: what costs more is not sanitized


def build():
    base = ["cmake", "--preset", "asan", "-DKINTSUGI_BATCH=32"]
    configure = [*base, "-B", str(BUILD), f"-DCMAKE_CXX_FLAGS={FLAGS}", "-DKINTSUGI_FUZZ=OFF",
                 "-DKINTSUGI_TESTS_OF=build/asan"]
    tests = ["cmake", "--build", "--preset", "asan", "--target", *(f"{program}_cases" for program in PROGRAMS)]
    for command in (base, tests, configure, ["cmake", "--build", str(BUILD), "--target", "kintsugi", *PROGRAMS]):
        ran = subprocess.run(command, cwd=TOP, capture_output=True, text=True)
        if ran.returncode != 0:
            sys.exit(f"{' '.join(command)} failed\n{ran.stdout}{ran.stderr}")


def patterns_of(path):
    return [line for line in path.read_text().splitlines() if line and not line.startswith("#")]


def is_matched(name, patterns):
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def tests_of(program):
    """Returns the names of all tests that a sanitizer could run."""
    never = ["*Slow.*", "*.slow_*", "TestsApartPlanted.*", *patterns_of(LISTS / "never.txt")]
    listed = subprocess.run([program, "--gtest_list_tests"], capture_output=True, text=True, check=True).stdout
    suite, names = "", []
    for line in listed.splitlines():
        word = line.split("#")[0].strip()
        if not line.startswith(" "):
            suite = word
        elif not is_matched(suite + word, never):
            names.append(suite + word)
    return names


def run(program, name):
    """Runs one test; returns its processor seconds and the addresses that it reached, by the program that has them."""
    with tempfile.TemporaryDirectory(prefix="kintsugi_") as folder:
        times = Path(folder) / "times"  # written by the program: tb/tests/unit/run_tests.hpp
        options = f"coverage=1:coverage_dir={folder}:log_path={folder}/log"
        try:
            ran = subprocess.run([program, f"--gtest_filter={name}"], capture_output=True, timeout=LIMIT,
                                 env={**os.environ, "UBSAN_OPTIONS": options, "KINTSUGI_TEST_TIMES": str(times)})
            passes = ran.returncode == 0 and times.exists()
        except subprocess.TimeoutExpired:
            passes = False
        if not passes:
            print(f"{name}: does not pass in this build, so it stays sanitized", file=sys.stderr)
            return None
        seconds = float(times.read_text().split()[-1])
        reached = defaultdict(set)
        for path in Path(folder).glob("*.sancov"):
            data = path.read_bytes()
            magic, *addresses = struct.unpack(f"<{len(data) // 8}Q", data)
            assert magic == MAGIC, path
            reached[path.name.split(".")[0]].update(addresses)
    return seconds, reached


def places_of(name, addresses):
    """Returns the file, line and column of each address of the project's code; other addresses have none."""
    ordered = sorted(addresses)
    program = next((path for path in (BUILD / name, BUILD / "tb" / name) if path.exists()), None)
    if program is None:  # a copy that a test has made
        return {}
    asked = "".join(f"{address:#x}\n" for address in ordered)
    said = subprocess.run(["llvm-symbolizer-19", f"--obj={program}", "--no-inlines", "--functions=none"], input=asked,
                          capture_output=True, text=True, check=True).stdout
    blocks = said.strip().split("\n\n")
    assert len(blocks) == len(ordered), (name, len(blocks), len(ordered))
    found = {}
    for address, block in zip(ordered, blocks):
        place = LAYERS.search(block.strip())
        if place:
            found[address] = place[1]
    return found


def reached_places(raw):
    """Returns the places that each test reaches, in whichever program."""
    addresses = defaultdict(set)
    for by_program in raw.values():
        for program, reached in by_program.items():
            addresses[program] |= reached
    places = {program: places_of(program, found) for program, found in addresses.items()}
    return {name: {places[program][address] for program, found in by_program.items() for address in found
                   if address in places[program]} for name, by_program in raw.items()}


def choose(costs, reached):
    """Returns the names of tests that reach what is reached within the price: those first that gain most for a second."""
    left = set().union(*reached.values())
    heap = [(-len(places) / (costs[name] + START), name) for name, places in reached.items()]
    heapq.heapify(heap)
    chosen = set()
    while left and heap:
        _, name = heapq.heappop(heap)
        gain = len(reached[name] & left)
        if not gain:
            continue
        worth = -gain / (costs[name] + START)
        if heap and worth > heap[0][0]:
            heapq.heappush(heap, (worth, name))
            continue
        if -worth < 1 / PRICE:
            break  # all that are left are worth less
        chosen.add(name)
        left -= reached[name]
    return chosen


def write(names, chosen):
    """A suite of which no test is chosen is one line."""
    suites = defaultdict(list)
    for name in names:
        suites[name.split(".")[0]].append(name)
    lines = ["# Tests that a sanitizer runs once a week only: they reach no branch that others do not reach, or too few for",
             "# their time. Written by tb/tests/choose_sanitized.py."]
    for suite, members in sorted(suites.items()):
        others = [name for name in members if name not in chosen]
        lines += [f"{suite}.*"] if others == members else sorted(others)
    CHOSEN.write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--fewer", action="store_true")
    arguments = parser.parse_args()
    print("Building; takes ten minutes", file=sys.stderr)
    build()
    tests = [(BUILD / "tb" / program, name) for program in PROGRAMS for name in tests_of(BUILD / "tb" / program)]
    every_name = [name for _, name in tests]
    if arguments.fewer:
        listed = patterns_of(CHOSEN)
        tests = [(program, name) for program, name in tests if not is_matched(name, listed)]
    costs, raw = {}, {}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for done, ((_, name), result) in enumerate(zip(tests, pool.map(lambda each: run(*each), tests)), 1):
            if result:
                costs[name], raw[name] = result
            if done % 100 == 0:
                print(f"{done} of {len(tests)} tests", file=sys.stderr)
    reached = reached_places(raw)
    chosen = choose(costs, reached)
    unseen = {name for _, name in tests} - reached.keys()  # they do not pass in this build, so they stay sanitized
    write([name for name in every_name if name not in unseen], chosen)
    every, taken = (set().union(*(reached[name] for name in some)) for some in (reached, chosen))
    print(f"{len(chosen)} of {len(tests)} tests reach {len(taken)} of {len(every)} branches, in "
          f"{sum(costs[name] for name in chosen):.0f} of {sum(costs.values()):.0f} processor seconds")


if __name__ == "__main__":
    main()
