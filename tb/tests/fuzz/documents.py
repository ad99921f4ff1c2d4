"""Right inputs for every command, from the names that `kintsugi list --json` prints and the keys of the pages.

A document is a tree: a scalar is a str as it will be written, a list is a list, a mapping is a Map, which keeps the order
of its entries and may hold a key twice. Networks are small and runs short, so that a program of which nothing is wrong
takes a fraction of a second.
"""
import json
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[3]


class Map:
    """The entries of a mapping, [key, value] each, as they will be written."""

    def __init__(self, *entries):
        self.entries = [list(entry) for entry in entries]

    def set(self, key, value):
        self.entries.append([key, value])
        return self

    def get(self, key):
        return next((value for name, value in self.entries if name == key), None)


def flow(value):
    """The value as YAML on one line."""
    if isinstance(value, Map):
        return "{" + ", ".join(f"{key}: {flow(inner)}" for key, inner in value.entries) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    return value


def block(value, indent=0):
    """A mapping as YAML of many lines; what is in its lists is written as flow."""
    text = ""
    for key, inner in value.entries:
        if isinstance(inner, Map) and inner.entries:
            text += " " * indent + f"{key}:\n" + block(inner, indent + 2)
        else:
            text += " " * indent + f"{key}: {flow(inner)}\n"
    return text


@dataclass
class Case:
    """One execution: the words after the name of the program, and the files in its working directory."""
    words: list
    files: dict = field(default_factory=dict)  # name -> text


class Names:
    """What can be named in an input."""

    def __init__(self, program):
        listing = subprocess.run([program, "list", "--json"], capture_output=True, check=True).stdout
        names = json.loads(listing)
        self.networks = {network["kind"]: network for network in names["networks"]}
        self.routings = names["routings"]  # of every network
        self.patterns = {pattern["name"]: pattern for pattern in names["patterns"]}
        self.link_weights = [weight["name"] for weight in names["link_weights"]]
        self.allocators = [allocator["name"] for allocator in names["allocators"]]
        self.presets = [preset["name"] for preset in names["presets"]]
        self.repair_modes = [mode["name"] for mode in names["repair_modes"]]
        self.diagnosis_methods = [method["name"] for method in names["diagnosis_methods"]]
        self.crc_schemes = [scheme["name"] for scheme in names["crc_schemes"]]
        self.workloads = names["workloads"]
        self.numbers = [number["name"] for number in names["numbers"]]
        self.packet_facts = [fact["name"] for fact in names["packet_facts"]]
        self.commands = ["run", "topo", "route", "prove", "repair", "map", "convert", "check", "export", "yield", "sweep", "saturate", "packets", "diff", "list", "demo", "new", "workload"]
        self.options = {command: self._options_of(program, command) for command in self.commands}
        self.keys = keys_of_pages()
        self.shipped = [path.read_text() for path in sorted((SOURCE / "traces").glob("*.yaml"))]

    @staticmethod
    def _options_of(program, command):
        page = subprocess.run([program, command, "--help"], capture_output=True, text=True, check=True).stdout
        return re.findall(r"(?<![\w-])--[a-z][a-z-]*", page)


def keys_of_pages():
    """The paths of all keys in the tables of the input language: "traffic.rate", "network.kind", "plot.x_scale"."""
    keys = set()
    for page in ("scenario", "sweep"):
        section, is_of_keys = "plot", False
        for line in (SOURCE / "tb" / "tool" / page / "README.md").read_text().splitlines():
            if line.startswith("<!-- "):
                is_of_keys = line.startswith("<!-- keys:")
            elif line.startswith("### "):
                section = re.findall(r"\w+", line)[0]
            elif is_of_keys and line.startswith("| `"):
                for key in re.findall(r"`([A-Za-z_][\w.]*)`", line.split("|")[1]):
                    keys.add(key if key.startswith(("router.", "link.")) else f"{section}.{key}")
    return sorted(keys)


# Kinds that a wafer carries; srt1d on a row, where the address of a PE is a number.
ON_WAFER = ("srt1d", "srt2d", "torus", "mesh")


class Maker:
    """Draws right cases from a random stream."""

    def __init__(self, names, random):
        self.names = names
        self.random = random
        self.assignment = None  # the text of the file that the network drawn last names

    def number(self, low, high):
        return str(self.random.randint(low, high))

    def maybe(self, chance):
        return self.random.random() < chance

    # Networks

    def parameter(self, spec, kind):
        r = self.random
        if spec["name"] == "file":
            return r.choice(["graph.graphml", "graph.dot", "graph.csv", "graph.txt"])
        if spec.get("choices") and self.maybe(0.9):
            return r.choice(spec["choices"])
        sizes = {"n": (2, 4), "side": (16, 16), "k": (1, 3), "l": (1, 2), "ports": (2, 4), "levels": (1, 3), "T": (0, 3),
                 "nodes": (2, 12), "modules": (1, 4)}
        if kind == "srt3d":
            sizes["n"] = (2, 3)
        if spec["name"] == "sides":
            return [self.number(2, 5) for _ in range(r.randint(1, 3))]
        if spec["name"] == "modules":
            return r.choice(["1", "2", "4"])
        return self.number(*sizes.get(spec["name"], (1, 4)))

    def network(self, kind=None):
        kind = kind or self.random.choice(list(self.names.networks))
        if kind == "rdt":
            return self.rdt()
        network = Map(["kind", kind])
        for spec in self.names.networks[kind]["parameters"]:
            if spec["required"] or self.maybe(0.25) and self.fits(spec["name"], network):
                network.set(spec["name"], self.parameter(spec, kind))
        return network

    def rdt(self):
        """An RDT(n, R, m) or a PRDT(n, R) as far as they are defined: only 2, 4 and 6 have assignments, alpha and beta
        are for RDT(2,4,1)."""
        r = self.random
        cardinal, side = r.choice([(2, 16), (2, 16), (3, 9), (3, 27), (4, 16), (5, 25), (6, 36)])
        highest = r.choice([None, 1, 2, 3, 4, 5])
        given = r.choice([None, None, *range(1, (highest or 4) + 1)])
        network = Map(["kind", "rdt"], ["side", str(side)])
        if cardinal != 2 or self.maybe(0.3):
            network.set("cardinal", str(cardinal))
        if highest is not None:
            network.set("R", str(highest))
        if cardinal not in (2, 4, 6) or self.maybe(0.2):
            return network.set("assignment", "perfect")
        if given is not None:
            network.set("m", str(given))
        choices = [None, "cyclic", Map(["file", "assignment.txt"])]
        if cardinal == 2 and highest in (None, 4) and given in (None, 1):
            choices += ["alpha", "beta"]
        assignment = r.choice(choices)
        if isinstance(assignment, Map):
            self.assignment = self.assignment_file(cardinal, highest or 4, given or r.randint(1, highest or 4))
        return network.set("assignment", assignment) if assignment is not None else network

    def assignment_file(self, cardinal, highest, upper_ranks):
        """The upper ranks of every class: n lines of 2n entries."""
        def entry():
            return "".join(map(str, sorted(self.random.sample(range(1, highest + 1), upper_ranks))))
        return "# an assignment\n" + "".join(" ".join(entry() for _ in range(2 * cardinal)) + "\n" for _ in range(cardinal))

    @staticmethod
    def fits(name, network):
        """Whether a parameter has a meaning beside those that are given."""
        scheme = network.get("scheme") or "plain"
        needs = {"k": ["ksft2"], "modules": ["exm", "exp1", "exp2"], "l": ["exm+exp2"]}
        if name == "T":
            return network.get("variant") is None
        if name in ("nodes", "added", "format"):
            return False
        return name not in needs or network.get("kind") != "sse" or any(scheme.startswith(start) for start in needs[name])

    @staticmethod
    def is_array(network):
        return network.get("kind") == "sse" and network.get("scheme") not in (None, "plain")

    # Sections

    def fabric(self, kind):
        fabric = Map()
        for spec in self.names.networks[kind].get("fabric", {"options": []})["options"]:
            if self.maybe(0.4):
                choices = spec.get("choices")
                fabric.set(spec["name"], self.random.choice(choices) if choices else self.number(1, 2))
        if self.maybe(0.2):
            fabric.set("chain_bits", self.number(1, 64))
        return fabric

    def element(self, spec):
        parts = []
        for part in spec["parts"]:
            parts.append(self.random.choice(part["choices"]) if part.get("choices") else self.number(0, 5))
        return parts

    def address(self, on_wafer):
        return [self.number(0, 6), self.number(0, 6)] if on_wafer else self.number(0, 17)

    def defects(self, kind):
        fabric = self.names.networks[kind].get("fabric", {"elements": []})
        defects = Map()
        if self.maybe(0.2):
            defects.set("random", self.number(0, 4))
            if self.maybe(0.3):
                defects.set("cluster", self.random.choice([0.01, 0.5, 2, 1000000]))
                if self.maybe(0.5):
                    defects.set("field", [self.number(1, 4), self.number(1, 4)])
            return defects.set("seed", self.number(0, 99)) if self.maybe(0.5) else defects
        if self.maybe(0.1):
            return defects.set("file", "map.yaml")
        pes = [self.address(kind in ON_WAFER and kind != "srt1d") for _ in range(self.random.randint(0, 4))]
        defects.set("pe", [pe for i, pe in enumerate(pes) if pe not in pes[:i]])
        for spec in fabric["elements"]:
            if self.maybe(0.2):
                defects.set(spec["key"], [self.element(spec) for _ in range(self.random.randint(1, 2))])
        if self.maybe(0.1):
            defects.set("chain", [self.random.choice(["r1", "sh.g0", "c1", "u1", "x"])])
        if not fabric["elements"] and self.maybe(0.3):
            defects.set("link", [[self.number(0, 9), self.number(0, 9)]])
        return defects

    def repair(self, kind):
        repair = Map()
        for key, of in (("planner", "planners"), ("rule", "rules"), ("objective", "objectives")):
            choices = self.names.networks[kind].get("fabric", {}).get(of)
            if choices and self.maybe(0.4):
                repair.set(key, self.random.choice(choices))
        if kind == "sse" and self.maybe(0.4):
            repair.set("diagnosis", self.random.choice(self.names.diagnosis_methods))
            for key, low, high in (("test_interval", 5, 100), ("time_out", 2, 6)):
                if self.maybe(0.3):
                    repair.set(key, self.number(low, high))
        if self.maybe(0.05):
            self.add_given_repair(repair)
        elif kind in ON_WAFER and self.maybe(0.15):
            repair.set("partial", self.random.choice(("none", "holes", "holes")))
        if kind not in ON_WAFER and kind != "sse" and self.maybe(0.3):
            repair.set("mode", self.random.choice(self.names.repair_modes))
        return repair.set("plan_cycles", self.number(0, 50)) if self.maybe(0.2) else repair

    def add_given_repair(self, section):
        key, file = self.random.choice((("plan", "plans/two_tracks.yaml"), ("states", "none.csv"), ("bitstream", "none.bin")))
        section.set(key, str(SOURCE / "traces" / file))
        section.set("accept", self.random.choice(("verified", "as_given")))

    def reconfiguration(self):
        entry = Map(["cycle", self.number(0, 400)])
        self.add_given_repair(entry)
        if self.maybe(0.3):
            entry.set("drain", self.maybe(0.3))
        if self.maybe(0.3):
            entry.set("gap", self.number(0, 5))
        if self.maybe(0.3):
            entry.set("damage", [self.number(0, 300)])
        return entry

    def faults(self, kind):
        return [self.fault(kind) for _ in range(self.random.randint(1, 2))]

    def fault(self, kind):
        fault = Map(["cycle", self.number(100, 290)])
        if self.maybe(0.3):
            fault.set("until", self.number(110, 310))
        elements = self.names.networks[kind].get("fabric", {}).get("elements", [])
        if elements and self.maybe(0.2):
            spec = self.random.choice(elements)
            return fault.set(spec["key"], self.element(spec))
        if self.maybe(0.7):
            return fault.set("pe", self.address(kind in ON_WAFER and kind != "srt1d"))
        fault.set("link", [self.number(0, 9), self.number(0, 9)])
        return fault.set("corrupt", self.random.choice(["0", "0.1", "1"])) if self.maybe(0.4) else fault

    def detection(self):
        detection = Map()
        for key, low, high in (("timeout", 20, 200), ("retries", 0, 5), ("heartbeat", 2, 40)):
            if self.maybe(0.4):
                detection.set(key, self.number(low, high))
        if detection.get("heartbeat") and self.maybe(0.4):
            detection.set("misses", self.number(1, 4))
        if self.maybe(0.4):
            detection.set("crc", self.random.choice(self.names.crc_schemes))
        if detection.get("crc") != "none" and self.maybe(0.3):
            detection.set("crc_bits", self.random.choice(["8", "16", "32"]))
        return detection

    def router(self, kind, has_fabric):
        router = Map()
        if self.maybe(0.5):
            router.set("preset", self.random.choice(self.names.presets))
        for key, low, high in (("vcs", 1, 8), ("buffer", 1, 16), ("latency", 0, 4)):
            if self.maybe(0.25):
                router.set(key, self.number(low, high))
        if self.maybe(0.25):
            router.set("allocator", self.random.choice(self.names.allocators))
        if self.maybe(0.4):
            routings = [routing["name"] for routing in self.names.networks[kind]["routings"] if "only_with" not in routing]
            general = [routing["name"] for routing in self.names.routings]
            router.set("routing", self.random.choice(routings + general))
            if router.get("routing") in general and self.maybe(0.5):  # on a fabric link.reach does not go with latency
                router.set("weight", "hops" if has_fabric else self.random.choice(self.names.link_weights))
        elif self.maybe(0.05):
            router.set("table", "routing.csv")
        if router.get("routing") == "redirect" and self.maybe(0.5):
            router.set("patience", self.number(0, 40))
        return router

    def link(self, kind, has_fabric):
        if has_fabric and self.maybe(0.5):
            return Map(["reach", self.number(1, 8)])
        kinds = {"hypercube": ["dimension", "dimension 0"]}.get(kind, ["base", "level"] if kind.startswith("srt") else None)
        if kinds and self.maybe(0.5):
            return Map(["latency", Map(*[[name, self.number(1, 5)] for name in kinds])])
        return Map(["latency", self.number(1, 5)])

    def traffic(self, kind):
        if self.maybe(0.1):
            return Map(["trace", "packets.csv"])
        if self.maybe(0.15):
            return self.program()
        pattern = self.random.choice(list(self.names.patterns)) if self.maybe(0.4) else "uniform"
        traffic = Map(["pattern", pattern], ["rate", self.random.choice(["0.01", "0.1", "0.3", "1", "0"])])
        for parameter in self.names.patterns[pattern].get("parameters", []):
            if self.maybe(0.5):
                traffic.set(parameter["name"], {"self": "true", "share": "0.2"}.get(parameter["name"], self.number(2, 4)))
        if self.maybe(0.5):
            traffic.set("flits", self.number(1, 20) if self.maybe(0.7) else Map(["4", "0.5"], ["16", "1"]))
        if self.maybe(0.1):
            traffic.set("among", [self.number(0, 4), self.number(5, 9), self.number(10, 15)])
        if self.maybe(0.1):
            traffic.set("reply", Map(["flits", self.number(1, 8)], ["service", self.number(0, 50)]))
            if self.maybe(0.5):
                traffic.set("window", self.number(1, 6))
            return traffic
        if self.maybe(0.1):
            traffic.set("classes", self.classes())
            return traffic
        if self.maybe(0.15):
            traffic.set("multicast", self.multicast(kind))
        return traffic

    def classes(self):
        count = self.random.randint(2, 4)
        classes = Map(["arbitration", self.random.choice(["strict", "round_robin"])])
        if self.maybe(0.5):
            classes.set("shares", [self.number(1, 9) for _ in range(count)])
        if self.maybe(0.5):
            classes.set("count", str(count))
        return classes

    def program(self):
        name = self.random.choice(["allreduce", "reduce_scatter", "allgather", "broadcast", "alltoall", "barrier"])
        workload = Map(["name", name], ["ranks", self.number(2, 12)])
        if name != "barrier":
            workload.set("bytes", self.number(0, 2000))
        traffic = Map(["workload", "program.goal" if self.maybe(0.2) else workload])
        for key, value in (("flit_bytes", self.number(1, 32)), ("packet_bytes", self.number(32, 200)),
                           ("eager_bytes", self.number(0, 500)), ("cycles_per_ns", "0.5"),
                           ("place", self.random.choice(["identity", "annealed", "places.txt"])), ("rate", "0.05")):
            if self.maybe(0.3):
                traffic.set(key, value)
        return traffic

    def multicast(self, kind):
        groups = {"rdt": ["subtree"], "mandala": ["cluster", "own_cluster"]}.get(kind, [])
        to = self.random.choice(["all", "random", "list"] + groups)
        multicast = Map(["to", to], ["rate", self.random.choice(["0.001", "0.01"])], ["flits", self.number(1, 4)])
        extra = {"random": ["size", self.number(1, 5)], "list": ["nodes", [self.number(0, 9), self.number(0, 9)]]}
        if to in extra:
            multicast.set(*extra[to])
        elif to != "all":
            multicast.set("level", self.number(0, 3))
        return multicast

    def run(self):
        run = Map(["cycles", self.number(200, 400)])
        for key, value in (("warmup", self.number(0, 100)), ("drain", self.random.choice(["true", "false"])),
                           ("seed", self.number(0, 1000)), ("watchdog", self.number(50, 5000)),
                           ("proof", self.random.choice(["auto", "full", "skip"])),
                           ("details", self.random.choice(["true", "false"]))):
            if self.maybe(0.3):
                run.set(key, value)
        return run

    def energy(self):
        """Mostly all constants, which have no defaults."""
        energy = Map()
        for key in ("router", "wire", "switch", "leakage"):
            if self.maybe(0.97):
                energy.set(key, self.random.choice(["0", "0.5", "1", "2.5e3"]))
        if self.maybe(0.5):
            energy.set("flit_bytes", self.number(1, 64))
        if self.maybe(0.3):
            energy.set("pitch_mm", self.random.choice(["0", "0.8", "20"]))
        return energy

    def waves(self):
        waves = Map(["file", self.random.choice(["w.vcd", "w.vcd", "sub.d.vcd"])])
        if self.maybe(0.5):
            waves.set("scope", [self.random.choice(["'*'", "'*.flits*'", "'*cycle*'", "'*0*'"])])
        if self.maybe(0.3):
            waves.set("from", self.wave_time(self.number(0, 100))).set("to", self.wave_time(self.number(100, 300)))
        if self.maybe(0.3):
            waves.set(self.random.choice(["clock", "transactions"]), self.random.choice(["true", "false"]))
        return waves

    def wave_time(self, cycle):
        """An end of the window: a cycle or an event, with as many blanks as a text can have; or nearly one."""
        blanks = " " * self.random.choice([1, 1, 1, 1, 60000])
        cycles = self.number(0, 50)
        packet = f"packet{blanks}{self.number(0, 40)}"
        fault = f"fault{blanks}{self.number(1, 2)}"
        return self.random.choice([
            cycle, cycle, packet, f"{packet} of node {self.number(0, 8)}", f"{packet} + {cycles}", fault, f"fault -{blanks}{cycles}",
            f"{fault} + {cycles}", f"fault{blanks}x", f"packet{blanks}-", "packet 2147483648 of node 0"])

    def range(self):
        """What a number is to be: a number, or a range of one or two ends."""
        ends = Map(["at_least", self.number(0, 20)], ["at_most", self.number(20, 400)])
        ends.entries = self.random.choice([ends.entries, ends.entries[:1], ends.entries[1:]])
        return ends if self.maybe(0.7) else self.number(0, 30)

    def expect(self):
        """Numbers of any run, of which one may lack some, and facts of packets."""
        expect = Map(["cycles", self.range()])
        sections = {}
        for name in self.random.sample(self.names.numbers, self.random.randint(0, 3)):
            sections.setdefault(name.split(".")[0], []).append(name.split(".")[1:])
        for section, paths in sections.items():
            inner = Map(*[[path[0], self.range() if len(path) == 1 else Map([path[1], self.range()])]
                          for path in paths if path])
            if inner.entries and len({path[0] for path in paths if path}) == len(inner.entries):
                expect.set(section, inner)
        if self.maybe(0.4):
            expect.set("single_packets", [self.packet() for _ in range(self.random.randint(1, 2))])
        for kind in ("at", "always", "never"):
            if self.maybe(0.25):
                expect.set(kind, [self.cycles(kind) for _ in range(self.random.randint(1, 2))])
        if self.maybe(0.1):
            file = self.random.choice(("golden/demo.json", "packets/ring.jsonl", "two_tracks.yaml", "none.json"))
            expect.set("golden", str(SOURCE / "traces" / file))
        return expect

    def place(self):
        """A condition: places by a glob, and a value of each kind."""
        kind, glob, value = self.random.choice([
            ("signal", "'*.valid'", ["value", self.range()]), ("signal", "'*.kind'", ["value", ["head", "body"]]),
            ("switch", "'*.sh.*'", ["state", "D1"]), ("switch", "'*bunch*'", ["state", "cross"]),
            ("site", "'*.r1.c1'", ["node", self.number(0, 9)]), ("controller", "'*.config_chain'", ["phase", "shift"]),
            ("buffer", "'*.in_*'", ["occupancy", self.range()]), ("channel", "'*.out_*'", ["credits", self.range()]),
            ("port", "'*.out*'", ["flit", self.random.choice(["head", "any", "none", "heads"])]),
            ("port", "'*.pe.out'", ["packet", self.random.choice([self.number(0, 40), "packet 3 of node 1", "packet 3 +"])])])
        return Map([kind, glob], value)

    def cycles(self, kind):
        entry = self.place()
        times = ["load", "load 2", f"load + {self.number(0, 50)}"]
        if self.maybe(0.5):
            entry.set("from", self.random.choice([self.wave_time(self.number(0, 100)), *times]))
        if self.maybe(0.3):
            entry.set("to", self.random.choice([self.wave_time(self.number(100, 300)), *times]))
        elif kind == "at" and self.maybe(0.5):
            entry.set("cycle", self.random.choice([self.number(0, 200), *times]))
        demands = {"at": [("some", "true"), ("count", self.range()), ("before", self.place())],
                   "always": [("lasts", self.range()), ("stable", "true")], "never": [("more_than", self.number(0, 3))]}
        if self.maybe(0.4):
            entry.set(*self.random.choice(demands[kind]))
        if self.maybe(0.2):
            entry.set("while", self.place())
        return entry

    def packet(self):
        packet = Map(["source", self.number(0, 3)], ["number", self.number(0, 5)])
        for fact in self.random.sample(self.names.packet_facts, self.random.randint(1, 3)):
            packet.set(fact, self.random.choice(["true", "false"]) if fact in ("delivered", "lost") else self.range())
        return packet

    def scenario(self, wants_fabric=False):
        on_fabric = [kind for kind, network in self.names.networks.items() if network.get("fabric")]
        kind = self.random.choice(on_fabric if wants_fabric else list(self.names.networks))
        network = self.network(kind)
        while wants_fabric and kind not in ON_WAFER and not self.is_array(network):
            network = self.network(kind)
        has_fabric = self.is_array(network) or kind in ON_WAFER and (wants_fabric or self.maybe(0.5))
        if has_fabric and network.get("sides") and self.maybe(0.9):
            two = [self.number(2, 5) for _ in range(2)]
            network.entries = [[key, two if key == "sides" else value] for key, value in network.entries]
        scenario = Map(["network", network])
        if has_fabric and (kind in ON_WAFER or self.maybe(0.3)):
            scenario.set("fabric", self.fabric(kind))
        if self.maybe(0.6 if has_fabric else 0.03):
            scenario.set("defects", self.defects(kind))
        if self.maybe(0.4 if has_fabric else 0.03):
            scenario.set("repair", self.repair(kind))
        if self.maybe(0.2 if has_fabric else 0.03):
            scenario.set("faults", self.faults(kind))
        if self.maybe(0.02 if has_fabric else 0.15):
            scenario.set("detection", self.detection())
        for key, chance, make in (("router", 0.4, lambda: self.router(kind, has_fabric)), ("link", 0.2, lambda: self.link(kind, has_fabric)),
                                  ("traffic", 0.7, lambda: self.traffic(kind)), ("energy", 0.15, self.energy),
                                  ("waves", 0.1, self.waves), ("expect", 0.15, self.expect),
                                  ("reconfigurations", 0.03, lambda: [self.reconfiguration() for _ in range(self.random.randint(1, 3))])):
            if self.maybe(chance):
                scenario.set(key, make() if self.maybe(0.95) else "")  # a section without a value is an empty one
        return scenario.set("run", self.run())

    # Other inputs

    def sweep(self):
        base = self.scenario() if self.maybe(0.9) else "base.yaml"
        values = {
            "router.vcs": ["2", "4"], "traffic.rate": Map(["from", "0.01"], ["to", "0.03"], ["step", "0.01"]),
            "run.seed": ["1", "2", "3"], "router.buffer": ["4", "8"],
            "design": [Map(["name", "ring"], ["set", Map(["router.buffer", "4"])]),
                       Map(["name", "cube"], ["set", Map(["network", Map(["kind", "hypercube"], ["n", "3"])])])]}
        axes = Map(*[[key, values[key]] for key in self.random.sample(list(values), self.random.randint(1, 2))])
        sweep = Map(["base", base], ["axes", axes])
        if self.maybe(0.4):
            numbers = [key for key, _ in axes.entries if key != "design"] or ["run.seed"]
            plot = Map(["title", "a title"], ["y", self.random.choice(["latency.mean", "throughput.accepted"])],
                       ["x", self.random.choice(numbers)])
            others = [key for key, _ in axes.entries if key != plot.get("x")]
            if others and self.maybe(0.5):
                plot.set("over", self.random.choice(others))
            sweep.set("plot", plot)
        return sweep

    def trace(self):
        lines = ["cycle,source,destination,flits"] if self.maybe(0.7) else []
        for _ in range(self.random.randint(0, 12)):
            lines.append(f"{self.number(0, 200)},{self.number(0, 3)},{self.number(0, 3)},{self.number(1, 16)}")
        return "\n".join(lines) + "\n"

    def workload(self):
        """A name of the catalogue with its parameters, small ones: a right one has at most some thousand operations."""
        r = self.random
        drawn = r.choice(self.names.workloads)
        workload = Map()
        workload.set("name", drawn["name"])
        own = {"sides": [r.choice(["1", "2", "3"]), r.choice(["2", "4"])], "face_bytes": [r.choice(["0", "8", "4096"])],
               "ranks": r.choice(["4", "8", "16"]), "wraps": r.choice(["0", "1"])}
        for spec in drawn["parameters"]:
            if spec["required"] or self.maybe(0.4):
                value = r.choice(spec["choices"]) if "choices" in spec else r.choice(["1", "2", "4"])
                workload.set(spec["name"], own.get(spec["name"], value))
        return workload

    def wafer_map(self):
        r = self.random
        columns, rows = r.randint(1, 6), r.randint(1, 6)
        form = r.choice(["csv", "grid", "sinf"])
        if form == "csv":
            lines = ["x,y,bin"] + [f"{x},{y},{r.randint(1, 3)}" for y in range(rows) for x in range(columns)]
        elif form == "grid":
            lines = ["".join(r.choice(".X-") for _ in range(columns)) for _ in range(rows)]
        else:
            lines = [f"WAFER:{r.randint(1, 3)}", f"ROWCT:{rows}", f"COLCT:{columns}", "BCEQU:01"]
            lines += ["RowData:" + " ".join(r.choice(["01", "02", "__"]) for _ in range(columns)) for _ in range(rows)]
        return "\n".join(lines) + "\n"

    def foreign_traffic(self):
        r = self.random
        if self.maybe(0.5):
            flows = [f'<single_flow src=".*r{r.randint(0, 3)}.*" dst="s{r.randint(0, 3)}" bandwidth="{r.choice(["1e9", "250000000", "0"])}"'
                     + r.choice(["", ' latency_cons="4e-9"', ' priority="2"']) + "/>" for _ in range(r.randint(1, 6))]
            return "<traffic_flows>\n" + "\n".join(flows) + "\n</traffic_flows>\n"
        lines = ["% src dst pir por t_on t_off t_period"]
        for _ in range(r.randint(1, 6)):
            cells = [r.randint(0, 15), r.randint(0, 15), r.choice(["0.01", ".1", "1e-3"]), r.choice(["0.01", "0.2"]),
                     r.randint(0, 9), r.randint(11, 20), r.randint(21, 40)]
            lines.append("\t".join(map(str, cells[:r.randint(2, 7)])))
        return "\n".join(lines) + "\n"

    def packet_log(self):
        routes = self.maybe(0.7)
        lines = ['{"packets":1,"nodes":4,"cycles":400,"routes":%s,"faults":[],"phases":[]}' % str(routes).lower()]
        created = 0
        for number in range(self.random.randint(0, 6)):
            source, created = self.random.randrange(4), created + self.random.randint(1, 40)
            packet = {"id": number * 4 + source, "kind": "unicast", "source": source, "number": number,
                      "destination": (source + 1) % 4, "from": f"n{source}", "at": f"n{(source + 1) % 4}", "flits": 2, "members": 1,
                      "reached": 1, "copies": 1, "created": created, "injected": created + 1, "delivered": created + 9,
                      "lost": None, "hops": 1}
            if routes:
                packet["route"] = [[f"n{source}", "local", "e", 0, created + 3, created + 4],
                                   [f"n{(source + 1) % 4}", "w", "local", 0, created + 7, created + 8]]
            lines.append(json.dumps(packet))
        return "\n".join(lines) + "\n"

    def defect_map(self):
        pe = [self.address(self.maybe(0.7)) for _ in range(3)]
        return "defects:\n  pe: " + flow(pe) + "\n"

    # Graphs: a ring with chords, so that it is connected

    def edges(self):
        nodes = self.random.randint(3, 9)
        chords = [(self.random.randrange(nodes), self.random.randrange(nodes)) for _ in range(self.random.randint(0, 6))]
        return nodes, [(node, (node + 1) % nodes) for node in range(nodes)] + chords

    def edge_list(self):
        rows = [f"{a},{b},{self.random.choice(['near', 'far', ''])},{self.random.choice(['', '1', '3'])}" for a, b in self.edges()[1]]
        return "\n".join(["# links", "a,b,kind,latency"] + rows) + "\n"

    def foreign_list(self):
        """An edge list as other programs write it, or a network of BookSim."""
        edges = self.edges()[1]
        forms = ["{0} {1}", "{0}\t{1}", '"n {0}";"n {1}"', "({0}, 0) ({1}, 0) {{'latency': 2.0}}", "router {0} router {1} 3 node {0}"]
        form = self.random.choice(forms)
        return "".join(form.format(a, b) + "\n" for a, b in edges)

    def dot(self):
        attributes = ["", " [class=near]", " [latency=3]", ' [class="far", latency=2]']
        return "graph g {\n" + "".join(f"  n{a} -- n{b}{self.random.choice(attributes)};\n" for a, b in self.edges()[1]) + "}\n"

    def graphml(self):
        nodes, edges = self.edges()
        data = ["", '<data key="k">far</data>', '<data key="l">2</data>']
        return ('<graphml><key id="k" for="edge" attr.name="kind"/><key id="l" for="edge" attr.name="latency"/>\n<graph id="g">\n'
                + "".join(f'<node id="n{node}"/>\n' for node in range(nodes))
                + "".join(f'<edge source="n{a}" target="n{b}">{self.random.choice(data)}</edge>\n' for a, b in edges)
                + "</graph></graphml>\n")

    def other_files(self, text):
        """The files that a document names."""
        files = {}
        if "packets.csv" in text:
            files["packets.csv"] = self.trace()
        if "routing.csv" in text:
            files["routing.csv"] = "node,destination,port\n"  # no packet has a way: it fits every network
        if "map.yaml" in text:
            files["map.yaml"] = self.defect_map()
        for end, make in (("graphml", self.graphml), ("dot", self.dot), ("csv", self.edge_list),
                          ("txt", self.foreign_list)):
            if f"graph.{end}" in text:
                files[f"graph.{end}"] = make()
        if "base.yaml" in text:
            files["base.yaml"] = block(self.scenario())
        if any("assignment.txt" in each for each in [text, *files.values()]):
            files["assignment.txt"] = self.assignment or self.assignment_file(2, 4, 1)
        return files

    def kind_words(self, command):
        """The kind of network that `new` is given."""
        return [self.random.choice(sorted(self.names.networks))] if command == "new" else []

    def options(self, command):
        """Right options for the command, values and all."""
        r = self.random
        report = [["--json"], ["--json"], ["--timing"], []]
        own = {
            "run": [["--schedule", r.choice(["domain", "process", "always"])], ["--threads", r.choice(["2", "auto"])], ["--out", "out"], ["--page", "run.html"], ["--packets", "p.jsonl"],
                    ["--packets", "p.jsonl", "--route", r.choice(["--lost", "--slowest=3", "--source=1", "--destination=2", "--created=0,300"])]],
            "topo": [["--dot"], ["--graphml"], ["--dot", "--fabric"], ["--svg", "network.svg"], ["--layout"], ["--out", "out"],
                     ["--routing", r.choice(self.routings())]],
            "route": [["--all"], ["--list", "3"], ["--svg", "route.svg"], ["--routing", r.choice(self.routings())]],
            "prove": [[]],
            "repair": [["--out", "out"], ["--svg", "chip.svg"], ["--page", "chip.html"], ["--states", "states.csv"],
                       ["--states", "states.json"], ["--exhaustive", "1"], ["--jobs", "2"],
                       ["--exhaustive", "1", "--out", "out", "--shard", "1/2"], ["--exhaustive", "1", "--collect", "."]],
            "check": [["--plan", "{placement: {}}"], ["--plan", "{paths: []}"], ["--states", "states.csv"],
                      ["--states", "{fields: {}}"], ["--bitstream", "input.yaml"]],
            "export": [["--out", "out"], ["--flit-bits", "8"], ["--preconfigured"], ["--part", "fabric"], ["--systemc"], ["--prefix", "left"], ["--ports", "packed"]],
            "yield": [["--faults", "0:3"], ["--core-only"], ["--strict"], ["--bounds"], ["--verify"], ["--csv"],
                      ["--pe-defect", "0.01,0.1"], ["--seed", "7"], ["--planner", "exact"], ["--compare"], ["--out", "out"],
                      ["--page", "page.html"], ["--cluster", r.choice(["0.5", "2"])], ["--cluster", "1", "--field", "3,2"],
                      ["--rivals", "--pe-defect", "0.02,0.1"], ["--shard", "2/3", "--out", "out"],
                      ["--resume", "--out", "out"], ["--collect", "."]],
            "sweep": [["--out", "out"], ["--jobs", "2"], ["--page", "page.html"], ["--shard", "1/2", "--out", "out"],
                      ["--resume", "--out", "out"], ["--collect", "."]],
            "saturate": [["--tolerance", "0.1"], ["--accepted", "0.9"]],
            "packets": [["--slowest", "3"], ["--through", r.choice(["n0", "n1", "z"])], ["--between", "0,1"],
                        ["--perfetto", "time.json"], ["--transactions", "packets.txlog"]],
            "diff": [["--as", r.choice(["packets", "packets", "packets", "states"])], ["--list", "3"], ["--list", "0"],
                     ["--svg", "chip.svg", "--scenario", str(SOURCE / "traces" / "two_tracks.yaml")]],
            "workload": [[]],
            "map": [["--format", r.choice(["csv", "grid", "sinf"])], ["--rotate", r.choice(["90", "notch"])], ["--good", "1"],
                    ["--window", r.choice(["0,0,2,2", "1,0,1,3"])], ["--wafer", "2"], ["--origin", "lower-left"],
                    ["--write", r.choice(["csv", "grid", "sinf"]), "--out", "out.map"]],
            "convert": [["--from", r.choice(["vtr", "noxim", "netrace", "chakra"])], ["--clock", "500"], ["--bytes"], ["--numbers"], ["--dependencies"],
                        ["--flits", "2"], ["--pir", "0.1"], ["--cycles", "200"], ["--out", "out.csv"]],
            "list": [[]], "demo": [[], ["--page", "demo.html"], ["--packets", "p.jsonl", "--route"]],
            "new": [["--for", r.choice(["run", "repair", "faults", "detection", "waves"])], ["--out", "new.yaml"]]}[command]
        if command == "new":
            return [word for option in r.sample(own, r.randint(0, 2)) for word in option]
        words = ["--quiet"] if self.maybe(0.7) else []
        words += r.choice(report)
        for option in r.sample(own, min(len(own), r.randint(0, 2))):
            words += option
        if command == "workload" and ("--json" in words or self.maybe(0.5)):
            words += ["--out", "out.goal"]
        if command == "yield":
            words += ["--maps", "20", "--jobs", "1"]
        return words

    def nodes(self, command):
        """The further arguments of the command."""
        if command == "diff":
            return ["other.jsonl"]
        r = self.random
        return [r.choice(["0", "1", "5", "n3", "x1.y1", "x0.y0"]) for _ in range(2)] if command == "route" else []

    def routings(self):
        lists = [network["routings"] for network in self.names.networks.values()] + [self.names.routings]
        return [routing["name"] for routings in lists for routing in routings]

    def document(self, command):
        if command == "sweep":
            return self.sweep()
        if command == "workload":
            return self.workload()
        if command in ("topo", "route", "yield") and self.maybe(0.5):
            return self.network("srt2d" if command == "yield" else None)
        return self.scenario(wants_fabric=command in ("repair", "check", "export", "yield"))
