"""The tables of README.md, between two marker comments."""

import pathlib
import textwrap

PAGE = pathlib.Path("tb/bench/README.md")
BEGIN = "<!-- measured: written by tb/bench/run --readme -->"
END = "<!-- end of measured -->"
NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}


def table(titles, rows):
    lines = [titles, ["---"] + ["---:"] * (len(titles) - 1)] + rows
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def machine_line(results):
    machine = results["machine"]
    line = (f"Taken on: {machine['processor']}, {machine['cores']} cores, {machine['memory_gib']} GiB; "
            f"{machine['compiler']}; SystemC {machine['systemc']}; load average at the start "
            f"{machine['load_average']}.")
    return textwrap.fill(line, 130, break_on_hyphens=False) + "\n"


def micro_row(benchmark):
    nanoseconds = benchmark["cpu_time"] * NANOSECONDS[benchmark["time_unit"]]
    return [f"`{benchmark['name']}`", f"{nanoseconds:,.1f}", f"{1e9 / benchmark['items_per_second']:,.1f}"]


def load_text(run):
    share = run["share_of_saturation"]
    return f"{run['rate']:.4f}" + (f" ({share:.0%})" if share is not None else "")


def run_row(run):
    instructions = run["instructions_per_flit_hop"]
    shared = run["with_threads"]
    return [run["network"], load_text(run), f"{run['cycles']:,}", f"{run['flit_hops']:,}",
            f"{run['ns_per_flit_hop']:.0f}", f"{shared['ns_per_flit_hop']:.0f}",
            f"{instructions:.0f}" if instructions is not None else "",
            f"{run['router_cycles_per_second'] / 1e6:.1f}", f"{shared['router_cycles_per_second'] / 1e6:.1f}",
            f"{run['simulation_seconds']:.2f}", f"{run['wall_seconds']:.2f}", f"{run['elaboration_seconds']:.3f}",
            f"{run['peak_memory_bytes'] / 2**20:.0f}"]


RUN_TITLES = ["network", "load", "cycles", "flit-hops", "ns / flit-hop", "ns / flit-hop, all cores",
              "instructions / flit-hop", "million router-cycles / s", "the same, all cores", "simulation, s",
              "whole process, s", "elaboration, s", "peak memory, MiB"]


def saturation_row(network):
    return [network["network"], f"{network['saturation']:.4f}", f"{network['rate']}",
            f"{network['warmup']:,} to {network['cycles']:,}"]


def tables(results):
    return "\n".join([
        machine_line(results),
        table(RUN_TITLES, [run_row(run) for run in results["runs"]]),
        table(["network", "saturation throughput, flits/node/cycle", "measured at rate", "in cycles"],
              [saturation_row(network) for network in results["saturation"]]),
        table(["micro-benchmark", "ns", "ns / item"], [micro_row(each) for each in results["micro"]])])


def write_page(results):
    before, begin, rest = PAGE.read_text().partition(BEGIN)
    _, end, after = rest.partition(END)
    assert begin and end, f"{PAGE} lacks the comments between which the tables are written"
    PAGE.write_text(f"{before}{BEGIN}\n\n{tables(results)}\n{END}{after}")
