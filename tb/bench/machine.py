"""Describes the machine of the measurements. No names of hosts or places."""

import os
import pathlib
import re
import subprocess


def first_line(command):
    return subprocess.run(command, capture_output=True, text=True).stdout.partition("\n")[0]


def processor():
    model = re.search(r"^model name\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return model[1] if model else "unknown"


def memory_gib():
    return round(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30)


def describe_machine():
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "memory_gib": memory_gib(),
        "compiler": first_line(["c++", "--version"]),
        "load_average": round(os.getloadavg()[0], 1),  # of the last minute: what else was running
        "systemc": first_line(["pkg-config", "--modversion", "systemc"]),
    }
