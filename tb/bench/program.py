"""Running the built programs: `kintsugi run`, under callgrind or not, and the micro-benchmarks.

Errors: Failure, with what the program said.
"""

import json
import pathlib
import subprocess
import tempfile
import time

BUILD = pathlib.Path("build/release")
SCENARIOS = pathlib.Path("tb/bench")
CYCLE = "kintsugi::ClockDomain::tick()"  # everything that is done in a cycle, and nothing else


class Failure(Exception):
    pass


def output_of(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise Failure(f"{' '.join(map(str, command))}\nexit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def run_command(network, rate, cycles, warmup=0, threads=1):
    settings = (network.size, f"traffic.flits={network.flits}", f"traffic.rate={rate:.6f}", f"run.cycles={cycles}",
                f"run.warmup={warmup}")
    command = [BUILD / "kintsugi", "run", SCENARIOS / network.scenario, "--json", "--timing", "--quiet",
               "--threads", str(threads)]
    return command + [word for setting in settings for word in ("--set", setting)]


def simulate(network, rate, cycles, warmup=0, threads=1):
    """Returns the report of a run; its timing also has the wall-clock time of the whole process, in seconds."""
    start = time.perf_counter()
    report = json.loads(output_of(run_command(network, rate, cycles, warmup, threads)))
    report["timing"]["wall_seconds"] = time.perf_counter() - start
    return report


def count_instructions(network, rate, cycles):
    """Returns instructions per flit-hop in the cycles alone, without elaboration and SystemC's kernel."""
    with tempfile.TemporaryDirectory() as folder:
        counts = pathlib.Path(folder) / "callgrind"
        valgrind = ["valgrind", "--tool=callgrind", f"--toggle-collect={CYCLE}", f"--callgrind-out-file={counts}"]
        report = json.loads(output_of(valgrind + run_command(network, rate, cycles)))
        totals = [line for line in counts.read_text().splitlines() if line.startswith("totals:")]
    instructions = int(totals[0].split()[1])
    flit_hops = report["timing"]["flit_hops"]
    if instructions == 0 or flit_hops == 0:
        raise Failure(f"{network.name}: {instructions} instructions in {CYCLE}, {flit_hops} flit-hops")
    return instructions / flit_hops


def run_micro_benchmarks(pattern):
    """Returns the micro-benchmarks whose name matches, as Google Benchmark reports them."""
    command = [BUILD / "kintsugi_bench", "--benchmark_format=json", f"--benchmark_filter={pattern}"]
    text = output_of(command)
    return json.loads(text)["benchmarks"] if text else []  # prints nothing when none matches
