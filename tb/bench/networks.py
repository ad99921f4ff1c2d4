"""The networks that are simulated, at which loads and for how many cycles.

A load is a rate in flits/node/cycle, or a share of the saturation throughput of the network. The saturation throughput
is measured: what is accepted, in flits/node/cycle, in cycles `warmup` to `cycles` of a run at `rate`, which is well past
it. Cycles are chosen so that a run takes about a second, a large one about ten.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Load:
    rate: float | None = None   # flits/node/cycle
    share: float | None = None  # of the saturation throughput

    def rate_at(self, saturation):
        return self.rate if self.share is None else self.share * saturation


LOADS = (Load(rate=0.002), Load(rate=0.02), Load(share=0.4), Load(share=0.9))


def at_all_loads(*cycles, more=()):
    """Pairs of a load and the cycles of its run."""
    return tuple(zip(LOADS, cycles, strict=True)) + more


def at_low_loads(*cycles):
    return tuple(zip(LOADS[:2], cycles, strict=True))


@dataclass(frozen=True)
class Overload:
    """A run well past saturation."""
    rate: float = 0.9
    cycles: int = 3000
    warmup: int = 1000


@dataclass(frozen=True)
class Network:
    name: str
    scenario: str            # a file of this folder
    size: str                # the override that gives it its size
    points: tuple[tuple[Load, int], ...]
    overload: Overload = Overload()
    large: bool = False
    flits: int = 16          # length of the packets

    def counted_cycles(self, number):
        """Returns the cycles in which instructions are counted at that load; 0: not counted. Counting takes fifty
        times as long, elaboration included, so large networks are counted at the first load only."""
        if self.large:
            return 300 if number == 0 else 0
        return max(self.points[number][1] // 10, 500)


NETWORKS = (
    Network("mesh 8x8", "mesh.yaml", "network.sides=[8, 8]", at_all_loads(1_000_000, 200_000, 50_000, 20_000)),
    Network("mesh 16x16", "mesh.yaml", "network.sides=[16, 16]", at_all_loads(200_000, 40_000, 10_000, 5_000)),
    Network("mesh 32x32", "mesh.yaml", "network.sides=[32, 32]",
            at_all_loads(40_000, 10_000, 4_000, 2_000, more=((Load(rate=0.08), 10_000),))),
    Network("srt 32x32", "srt.yaml", "network.n=5",
            at_all_loads(100_000, 20_000, 5_000, 3_000, more=((Load(rate=0.08), 10_000),))),
    Network("mesh 32x32, 4 flits", "mesh.yaml", "network.sides=[32, 32]", at_low_loads(40_000, 10_000), flits=4),
    Network("mesh 32x32, 1 flit", "mesh.yaml", "network.sides=[32, 32]", at_low_loads(40_000, 10_000), flits=1),
    Network("srt 32x32, 4 flits", "srt.yaml", "network.n=5", at_low_loads(100_000, 20_000), flits=4),
    Network("srt 32x32, 1 flit", "srt.yaml", "network.n=5", at_low_loads(100_000, 20_000), flits=1),
    Network("mesh 256x256", "mesh.yaml", "network.sides=[256, 256]", at_all_loads(10_000, 300, 500, 300),
            Overload(0.05, 1000, 700), large=True),
    Network("srt 256x256", "srt.yaml", "network.n=8", at_all_loads(10_000, 600, 1_500, 600),
            Overload(0.1, 1000, 600), large=True),
)
