#include "tb/tool/scenario/key_texts.hpp"

#include <array>

namespace kintsugi {

namespace {

constexpr std::array kTexts = {
    KeyText{"network.kind", "the family of networks"},
    KeyText{"network.assignment.file", "a file with the upper ranks of each class"},
    KeyText{"fabric.chain_bits", "bits per cycle of the configuration chain"},
    KeyText{"defects.pe", "dead PEs; without a fabric, nodes by number", "none",
            "list of addresses: [row, column], or a number"},
    KeyText{"defects.link", "dead links by what is at their ends; not on a wafer", "none", "list of [a, b]"},
    KeyText{"defects.file", "a defect map: a YAML file with the section defects", "none"},
    KeyText{"defects.random", "number of defective PEs, drawn from all, spares included", "none"},
    KeyText{"defects.seed", "of the random defects"},
    KeyText{"defects.cluster", "alpha of clustered defects; random is then their mean number", "no clusters"},
    KeyText{"defects.field", "[columns, rows] of the blocks of PEs that share a cluster", "the whole chip"},
    KeyText{"repair.planner", "the search for a repair"},
    KeyText{"repair.rule", "which conflicts count"},
    KeyText{"repair.objective", "which repair is chosen if there are several"},
    KeyText{"repair.plan_cycles", "cycles that planning takes at run time"},
    KeyText{"repair.mode", "whether the network drains before it is reconfigured"},
    KeyText{"repair.diagnosis", "how the chip learns of a fault at run time"},
    KeyText{"repair.test_interval", "cycles between the tests of a neighbour, more than time_out"},
    KeyText{"repair.time_out", "cycles after which a PE that does not answer is taken for dead"},
    KeyText{"faults.cycle", "the cycle at whose end it fails"},
    KeyText{"faults.pe", "the PE that fails; without a fabric, the node by number", "one address is required",
            "[row, column], or a number"},
    KeyText{"faults.link", "the link that fails, by what is at its ends; not on a wafer", "", "[a, b]"},
    KeyText{"faults.until", "the cycle at whose end it works again", "never"},
    KeyText{"faults.corrupt", "the link stays, but corrupts each flit with this probability; needs detection",
            "the link fails"},
    KeyText{"detection.timeout", "cycles until the acknowledgement of a packet must be there"},
    KeyText{"detection.retries", "how often a source sends a packet again"},
    KeyText{"detection.crc", "the checksum that finds corrupted flits"},
    KeyText{"detection.crc_bits", "bits of the checksum"},
    KeyText{"detection.heartbeat", "cycles between two heartbeats of a link, by which dead links are noticed",
            "the chip is told"},
    KeyText{"detection.misses", "heartbeats in a row that must stay out; with heartbeat only"},
    KeyText{"router.preset", "what the keys of router and link are when they are left out"},
    KeyText{"router.vcs", "virtual channels per link", "what the routing needs"},
    KeyText{"router.buffer", "flits per virtual channel", "of the preset"},
    KeyText{"router.latency", "cycles in a router beyond the wire", "of the preset"},
    KeyText{"router.patience",
            "cycles that a head waits before it takes a way for blocked packets; only with redirect"},
    KeyText{"router.routing", "the name of the routing; kintsugi help network KIND lists them",
            "the first of the network", "name"},
    KeyText{"link.latency", "cycles on a link; or a mapping from the kind of a link to cycles: {base: 1, level 2: 3}",
            "of the preset", "integer or mapping"},
    KeyText{"link.reach", "pitches that a signal travels in a cycle; on a fabric, instead of latency", "none"},
    KeyText{"traffic.pattern", "where packets go"},
    KeyText{"traffic.rate", "flits/node/cycle that the nodes create"},
    KeyText{"traffic.flits", "length of every packet; or a mapping from length to weight: {4: 0.5, 16: 0.5}", "",
            "integer or mapping"},
    KeyText{"traffic.columns", "", "the grid of the network"},
    KeyText{"traffic.self", "whether random destinations include the source itself"},
    KeyText{"traffic.among", "the nodes that send and receive; all routers forward", "all nodes"},
    KeyText{"traffic.trace", "a trace file with all packets, instead of a pattern", "none", "path of a file"},
    KeyText{"traffic.multicast", "multicasts beside the other packets", "none"},
    KeyText{"traffic.multicast.to", "all, random, list, or a group of the network: subtree, cluster, own_cluster"},
    KeyText{"traffic.multicast.level", "level of the group"},
    KeyText{"traffic.multicast.size", "members, of random only; below the number of nodes"},
    KeyText{"traffic.multicast.nodes", "members, of list only", "none"},
    KeyText{"traffic.multicast.rate", "multicasts/node/cycle"},
    KeyText{"traffic.multicast.flits", "length; at most router.buffer"},
    KeyText{"run.cycles", "cycle at which the measurement ends; no packet is created from then on"},
    KeyText{"run.warmup", "cycle at which the measurement begins, below cycles", "a tenth of cycles"},
    KeyText{"run.drain", "whether the run continues until the network is empty"},
    KeyText{"run.seed", "of all random streams of the run"},
    KeyText{"run.watchdog", "cycles without a movement of any flit after which the run ends as a deadlock"},
    KeyText{"run.proof", "which networks are proved free of deadlock before they run"},
    KeyText{"run.details", "whether every link and buffer is sampled in every cycle, which takes time"},
    KeyText{"waves.file", "ends in .vcd or .fst; relative to --out"},
    KeyText{"waves.scope", "globs on signal names, at most 256: * for any characters, ? for one", "[\"*\"]"},
    KeyText{"waves.from", "first cycle that is written"},
    KeyText{"waves.to", "last cycle that is written", "the last of the run"},
    KeyText{"expect.single_packets", "what is expected of single packets", "nothing"},
    KeyText{"expect.single_packets.source", "the node that sends the packet"},
    KeyText{"expect.single_packets.number", "of the packet among those of its source, from 0"},
};

}  // namespace

std::span<const KeyText> key_texts() {
  return kTexts;
}

}  // namespace kintsugi
