"""Measures and writes the results. Started by tb/bench/run, which builds before; its options are described there."""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import sys

import machine
import networks
import program
import tables

THREADS = min(os.cpu_count() or 1, 64)  # beside one: one on each core, or as many as the tool takes
LONG = 10  # seconds: a run that takes longer is not repeated


def tell(text):
    print(text, file=sys.stderr, flush=True)


def median_run(network, rate, cycles, repetitions, threads=1):
    """Returns the timing of the run with the median simulation time, and the number of runs."""
    timings = []
    while len(timings) < repetitions:
        timings.append(program.simulate(network, rate, cycles, threads=threads)["timing"])
        if timings[-1]["wall_seconds"] > LONG:
            break
    timings.sort(key=lambda timing: timing["simulation_seconds"])
    return timings[len(timings) // 2] | {"repetitions": len(timings)}


def measure_saturation(network):
    tell(f"{network.name}: saturation")
    overload = network.overload
    report = program.simulate(network, overload.rate, overload.cycles, overload.warmup)
    return {"network": network.name, "saturation": report["throughput"]["accepted"], "rate": overload.rate,
            "cycles": overload.cycles, "warmup": overload.warmup}


def measure_runs(network, saturation, repetitions):
    for load, cycles in network.points:
        rate = round(load.rate_at(saturation), 6)
        tell(f"{network.name}: {cycles} cycles at {rate} flits/node/cycle")
        timing = median_run(network, rate, cycles, repetitions)
        shared = median_run(network, rate, cycles, repetitions, THREADS) if THREADS > 1 else timing
        yield {"network": network.name, "rate": rate, "share_of_saturation": load.share} | timing | {
            "with_threads": {key: shared[key] for key in ("threads", "ns_per_flit_hop", "router_cycles_per_second")}}


def measure_network(network, results, repetitions):
    saturation = measure_saturation(network)
    results["saturation"].append(saturation)
    results["runs"] += measure_runs(network, saturation["saturation"], repetitions)


def counting_jobs(chosen, runs):
    """Returns run, network and cycles of all points at which instructions are counted, the longest first."""
    for network in reversed(chosen):
        for number, run in enumerate(run for run in runs if run["network"] == network.name):
            if cycles := network.counted_cycles(number):
                yield run, network, cycles


def count_all_instructions(chosen, runs):
    """Counts instructions in parallel: the counts do not depend on the load of the machine."""
    def count(job):
        run, network, cycles = job
        tell(f"{network.name}: counting instructions in {cycles} cycles at {run['rate']} flits/node/cycle")
        run["instructions_per_flit_hop"] = program.count_instructions(network, run["rate"], cycles)
        run["counted_cycles"] = cycles

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(count, counting_jobs(chosen, runs)))


def measure(options):
    chosen = [network for network in networks.NETWORKS
              if options.filter.search(network.name) and not (options.quick and network.large)]
    tell("micro-benchmarks")
    results = {"machine": machine.describe_machine(), "micro": program.run_micro_benchmarks(options.filter.pattern),
               "saturation": [], "runs": []}
    if not chosen and not results["micro"]:
        raise program.Failure(f"no network and no micro-benchmark matches '{options.filter.pattern}'")
    for network in chosen:
        measure_network(network, results, options.repetitions)
    for run in results["runs"]:
        run["instructions_per_flit_hop"] = None
    if not options.quick:
        count_all_instructions(chosen, results["runs"])
    return results


def pattern(text):
    try:
        return re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"'{text}' is not a regular expression: {error}") from None


def read_options():
    parser = argparse.ArgumentParser(prog="tb/bench/run", add_help=False)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("build/bench.json"))
    parser.add_argument("--readme", action="store_true")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--filter", type=pattern, default=pattern(""))
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--check-options", action="store_true")  # and nothing else: before what takes minutes
    options = parser.parse_args()
    if options.repetitions < 1:
        parser.error("--repetitions: at least 1")
    if options.readme and (options.filter.pattern or options.quick):
        parser.error("--readme writes all tables anew: not with --filter, not with --quick")
    if not options.out.parent.is_dir() and options.out.parent != pathlib.Path("build"):
        parser.error(f"--out: there is no directory {options.out.parent}")
    return options


def main():
    options = read_options()
    if options.check_options:
        return
    try:
        results = measure(options)
    except program.Failure as failure:
        print(f"tb/bench/run: {failure}", file=sys.stderr)
        sys.exit(1)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(results, indent=2) + "\n")
    if options.readme:
        tables.write_page(results)
    print(tables.tables(results))
    tell(f"results: {options.out}" + (f", tables: {tables.PAGE}" if options.readme else ""))


if __name__ == "__main__":
    main()
