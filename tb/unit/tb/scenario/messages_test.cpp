// Every message about a wrong scenario, with its place.
#include <gtest/gtest.h>

#include <ostream>

#include "tb/unit/tb/scenario/mistakes.hpp"

namespace kintsugi::test {
namespace {

struct Case {
  std::string name;
  std::string text;  ///< follows "network: {kind: srt2d, n: 3}" in line 1, unless it begins with "network"
  Lines expected;    ///< without the name of the source
};

void PrintTo(const Case& wrong, std::ostream* out) {
  *out << wrong.name;
}

std::string document_of(const Case& wrong) {
  const bool complete = wrong.text.starts_with("network") || wrong.text.starts_with("!");
  const std::string text = wrong.text.starts_with("!") ? wrong.text.substr(1) : wrong.text;
  return "{" + (complete ? text : "network: {kind: srt2d, n: 3},\n" + text) + "}";
}

class Message : public testing::TestWithParam<Case> {};

TEST_P(Message, NamesPlaceAndRemedy) {
  Lines expected;
  for (const std::string& line : GetParam().expected) expected.push_back("<command line>:" + line);
  EXPECT_EQ(mistakes_in(document_of(GetParam())), expected);
}

const Case kDocument[] = {
    {"BadSyntax", "!a: 1, b: [", {"1:12: not valid YAML: illegal flow end"}},
    {"Unfinished", "!a: {b", {"1:1: not valid YAML: end of map flow not found"}},
    {"TwoDocuments", "!network: {kind: srt2d, n: 3}} {b: 1", {"1:32: only one document is allowed"}},
    {"EndlessAlias", "!network: &x [*x]", {"1:11: nested too deeply"}},
    {"KeyIsNotAName", "!? {a: 1} : 2", {"1:4: a key must be a name"}},
    {"NothingThere", "!", {"1:1: network is missing"}},
    {"UnknownKey", "trafic: {}", {"2:1: unknown key 'trafic'; did you mean 'traffic'?"}},
    {"UnknownKeyFarFromAll",
     "wibble: {}",
     {"2:1: unknown key 'wibble'; valid: network, fabric, defects, repair, router, link, traffic, run, waves, "
      "faults"}},
    {"UnknownKeyInSection", "run: {cycels: 5}", {"2:7: unknown key 'run.cycels'; did you mean 'cycles'?"}},
    {"FaultsAreNoList",
     "faults: {cycle: 5}",
     {"2:9: faults must be a list of mappings ([{key: value}, ...]), not a mapping",
      "2:9: faults: there is no fabric that could be repaired; add fabric: {}"}},
    {"FaultIsNoMapping", "fabric: {}, faults: [7]", {"2:22: faults.0 must be a mapping ({key: value}), not '7'"}},
    {"FaultWithoutFabric",
     "faults: [{cycle: 5, pe: [2, 3]}]",
     {"2:9: faults: there is no fabric that could be repaired; add fabric: {}"}},
    {"FaultWithoutPe",
     "fabric: {}, faults: [{cycle: 5}]",
     {"2:22: faults.0.pe is missing, the address of the PE that dies"}},
    {"FaultWithoutCycle",
     "fabric: {}, faults: [{pe: [2, 3]}]",
     {"2:22: faults.0.cycle is missing, in which the PE dies"}},
    {"FaultAtNoAddress",
     "fabric: {}, faults: [{cycle: 5, pe: [2, a]}]",
     {"2:37: faults.0.pe: not an address: [row, column] or a number, none negative"}},
    {"FaultAtNoPe",
     "fabric: {}, faults: [{cycle: 5, pe: [2, 30]}]",
     {"2:37: no PE at [2, 30]: the column must be 0 to 9"}},
    {"FaultOfALink",
     "fabric: {}, faults: [{cycle: 5, link: [1, 2]}]",
     {"2:39: faults.0.link: only PEs die at run time, links do not; put the link under defects.link"}},
    {"FaultTwice",
     "fabric: {}, faults: [{cycle: 5, pe: [2, 3]}, {cycle: 6, pe: [2, 3]}]",
     {"2:61: the PE at [2, 3] dies twice; first at <command line>:2:37"}},
    {"FaultOfADefect",
     "fabric: {}, defects: {pe: [[2, 3]]}, faults: [{cycle: 5, pe: [2, 3]}]",
     {"2:62: the PE at [2, 3] is among the defects already and cannot die again; leave it out here or there"}},
    {"FaultPastTheEnd",
     "fabric: {}, run: {cycles: 100}, faults: [{cycle: 100, pe: [2, 3]}]",
     {"2:50: a fault must come before run.cycles, 100, not in cycle 100"}},
    {"FaultWithMulticasts",
     "fabric: {}, traffic: {multicast: {}}, faults: [{cycle: 100, pe: [2, 3]}]",
     {"2:47: faults: what a dead PE does to multicasts is not defined; leave out traffic.multicast, or put the dead "
      "PEs under defects"}},
    {"PlanCycles",
     "fabric: {}, repair: {plan_cycles: -1}",
     {"2:35: repair.plan_cycles must be 0 to 1000000000000, not '-1'"}},
    {"DuplicateSection", "run: {},\nrun: {}", {"3:1: duplicate key 'run'; the first is in line 2"}},
    {"DuplicateKey", "run: {seed: 1,\n seed: 2}", {"3:2: duplicate key 'run.seed'; the first is in line 2"}},
    {"SectionIsANumber", "run: 5", {"2:6: run must be a mapping ({key: value}), not '5'"}},
    {"SectionIsEmpty", "run: ", {"2:1: run must be a mapping ({key: value}), not nothing"}},
    {"SectionIsAList", "run: [1]", {"2:6: run must be a mapping ({key: value}), not a list"}},
};

const Case kNetwork[] = {
    {"KindMissing",
     "network: {n: 3}",
     {"1:11: network.kind is missing; valid: srt1d, srt2d, mesh, torus, hypercube, full, rdt, sse, mandala"}},
    {"KindUnknown",
     "network: {kind: str2d, n: 3, x: 1}",
     {"1:18: network.kind: unknown name 'str2d'; did you mean 'srt2d'?"}},
    {"ParameterMissing",
     "network: {kind: srt2d}",
     {"1:11: network.n is missing: 2^n nodes along each dimension, 2 to 8"}},
    {"ParameterUnknown",
     "network: {kind: srt2d, n: 3, shfit: 1}",
     {"1:31: unknown key 'network.shfit'; did you mean 'shift'?"}},
    {"ParameterNotAnInteger", "network: {kind: srt2d, n: three}", {"1:28: network.n must be an integer, not 'three'"}},
    {"ParameterQuoted", "network: {kind: srt2d, n: '3'}", {"1:28: network.n must be an integer, not the text '3'"}},
    {"ParameterOutOfRange",
     "network: {kind: srt2d, n: 99}",
     {"1:28: network.n: n is 99; valid is 2 to 8 (2^n nodes along each dimension)"}},
    {"SideNotAPowerOfTwo",
     "network: {kind: rdt, side: 48}",
     {"1:29: network.side: side is 48; valid is 16, 32, 64, 128 or 256 (nodes along each dimension)"}},
    {"SideMissing",
     "network: {kind: rdt, n: 4}",
     {"1:11: network.side is missing: nodes along each dimension: 16, 32, 64, 128 or 256",
      "1:23: unknown key 'network.n'; valid: kind, side, assignment"}},
    {"PerfectIsNotAKind",
     "network: {kind: prdt, side: 16}",
     {"1:18: network.kind: unknown name 'prdt'; did you mean 'rdt'?"}},
    {"ParameterNameUnknown",
     "network: {kind: srt2d, n: 3, variant: shrot}",
     {"1:40: network.variant: unknown name 'shrot'; did you mean 'short'?"}},
    {"ParameterNeitherNumberNorName",
     "network: {kind: srt2d, n: 3, shift: unform}",
     {"1:38: network.shift: unknown name 'unform'; did you mean 'uniform'?"}},
    {"ParameterEven",
     "network: {kind: srt2d, n: 3, shift: 2}",
     {"1:38: network.shift: shift is 2; valid is 1-shift, uniform or an odd number from 1 to 7"}},
    {"ParametersContradict",
     "network: {kind: srt2d, n: 3, T: 1, variant: long}",
     {"1:34: network.T: variant and T are both given; a variant is a choice of T, leave one of them out"}},
    {"SidesAreNotAList",
     "network: {kind: mesh, sides: 8}",
     {"1:31: network.sides must be a list of integers, not '8'"}},
    {"SidesOutOfRange",
     "network: {kind: torus, sides: [8, 1]}",
     {"1:32: network.sides: sides is [8, 1]; valid is 2 to 1048576 each (nodes along each dimension)"}},
    {"RangeIsCheckedDespiteOtherMistakes",
     "network: {kind: srt2d, n: 99, foo: 1}",
     {"1:28: network.n: n is 99; valid is 2 to 8 (2^n nodes along each dimension)",
      "1:32: unknown key 'network.foo'; valid: kind, n, variant, T, shift"}},
};

const Case kFabric[] = {
    {"NoFabricForThisKind",
     "network: {kind: srt1d, n: 5}, fabric: {}",
     {"1:40: there is no fabric for a network of kind srt1d"}},
    {"Tracks", "fabric: {tracks: 3}", {"2:18: fabric.tracks must be 1 to 2, not '3'"}},
    {"Wrap", "fabric: {wrap: 0}", {"2:16: fabric.wrap must be 1 to 1024, not '0'"}},
    {"ChainBits", "fabric: {chain_bits: 65}", {"2:22: fabric.chain_bits must be 1 to 64, not '65'"}},
    {"DefectsWithoutFabric",
     "defects: {pe: [[1, 1]]}",
     {"2:10: defects: there is no fabric that could have defects; add fabric: {}"}},
    {"RepairWithoutFabric", "repair: {}", {"2:9: repair: there is no fabric that could be repaired; add fabric: {}"}},
    {"ReachWithoutFabric",
     "link: {reach: 4}",
     {"2:15: link.reach: without a fabric links have no length; add fabric: {}"}},
    {"Planner",
     "fabric: {}, repair: {planner: exakt}",
     {"2:31: repair.planner: unknown name 'exakt'; did you mean 'exact'?"}},
    {"Rule",
     "fabric: {}, repair: {rule: strikt}",
     {"2:28: repair.rule: unknown name 'strikt'; did you mean 'strict'?"}},
    {"Objective", "fabric: {}, repair: {objective: all}", {"2:33: repair.objective: unknown name 'all'; valid: any"}},
};

const Case kDefects[] = {
    {"NotAList",
     "fabric: {}, defects: {pe: 3}",
     {"2:27: defects.pe must be a list of addresses ([[row, column], ...]), not '3'"}},
    {"NotAnAddress",
     "fabric: {}, defects: {pe: [[1, x], [], -1]}",
     {"2:28: defects.pe: not an address: [row, column] or a number, none negative",
      "2:36: defects.pe: not an address: [row, column] or a number, none negative",
      "2:40: defects.pe: not an address: [row, column] or a number, none negative"}},
    {"WrongForm", "fabric: {}, defects: {pe: [4]}", {"2:28: no PE at 4: an address of this fabric is [row, column]"}},
    {"Row", "fabric: {}, defects: {pe: [[10, 1]]}", {"2:28: no PE at [10, 1]: the row must be 0 to 9"}},
    {"Column", "fabric: {}, defects: {pe: [[1, 1], [1, 10]]}", {"2:36: no PE at [1, 10]: the column must be 0 to 9"}},
    {"Corner",
     "fabric: {}, defects: {pe: [[9, 9]]}",
     {"2:28: no PE at [9, 9]: the place is empty (the corners of a wafer have no PE)"}},
    {"Twice",
     "fabric: {}, defects: {pe: [[1, 2], [2, 1], [1, 2]]}",
     {"2:44: the PE at [1, 2] is named twice; first at <command line>:2:28"}},
    {"RandomAndList",
     "fabric: {}, defects: {random: 2, pe: [[0, 0]]}",
     {"2:31: defects.random and defects.pe exclude each other: give one of them",
      "2:39: no PE at [0, 0]: the place is empty (the corners of a wafer have no PE)"}},
    {"LinksNotAList",
     "fabric: {}, defects: {link: 3}",
     {"2:29: defects.link must be a list of pairs of addresses ([[4, 8], ...]), not '3'"}},
    {"NotALink",
     "network: {kind: sse, n: 3, scheme: sft2}, defects: {link: [3, [4], [1, 2, 3], [1, x]]}",
     {"1:61: defects.link: not a link: [a, b], the addresses of the PEs at its ends",
      "1:64: defects.link: not a link: [a, b], the addresses of the PEs at its ends",
      "1:69: defects.link: not a link: [a, b], the addresses of the PEs at its ends",
      "1:80: defects.link: not a link: [a, b], the addresses of the PEs at its ends"}},
    {"NoSuchLink",
     "network: {kind: sse, n: 3, scheme: sft2}, defects: {link: [[1, 7], [1, 10], [1, 2], [1, 2]]}",
     {"1:61: there is no link between PE 1 and PE 7", "1:69: no PE at 10: the number must be 0 to 9",
      "1:86: the link from 1 to 2 is named twice; first at <command line>:1:78"}},
    {"NoLinksOnAWafer",
     "fabric: {}, defects: {link: [[[1, 2], [1, 3]]]}",
     {"2:30: this fabric has no defects of links"}},
    {"RandomAndLinks",
     "network: {kind: sse, n: 3, scheme: sft2}, defects: {random: 1, link: [[1, 2]]}",
     {"1:62: defects.random and defects.link exclude each other: give one of them"}},
    {"NoTracksInAnArray",
     "network: {kind: sse, n: 3, scheme: sft2}, fabric: {tracks: 1, wrap: 2}",
     {"1:61: fabric.tracks: an array of PEs has no tracks; leave tracks out"}},
    {"MoreThanThereAre",
     "fabric: {}, defects: {random: 97}",
     {"2:31: 97 random defects, but the fabric has only 96 PEs"}},
    {"SeedAlone", "fabric: {}, defects: {seed: 1}", {"2:29: defects.seed has no meaning without defects.random"}},
    {"NoSuchFile",
     "fabric: {}, defects: {file: no-such-map.yaml}",
     {"2:29: cannot read the defect map no-such-map.yaml: No such file or directory"}},
};

const Case kRouter[] = {
    {"Preset", "router: {preset: papper}", {"2:18: router.preset: unknown name 'papper'; did you mean 'paper'?"}},
    {"TooManyChannels", "router: {vcs: 33}", {"2:15: router.vcs must be 1 to 32, not '33'"}},
    {"TooFewChannels",
     "router: {vcs: 1}",
     {"2:15: router.vcs must be at least 2 for routing 'monotone' to be free of deadlock, not '1'"}},
    {"Buffer", "router: {buffer: 0}", {"2:18: router.buffer must be 1 to 64, not '0'"}},
    {"Latency", "router: {latency: -1}", {"2:19: router.latency must be 0 to 64, not '-1'"}},
    {"Routing",
     "router: {routing: monotony}",
     {"2:19: router.routing: unknown name 'monotony'; did you mean 'monotone'?"}},
    {"RoutingNotAName", "router: {routing: [a]}", {"2:19: router.routing must be a text, not a list"}},
    {"LinkLatency", "link: {latency: 0}", {"2:17: link.latency must be 1 to 1024, not '0'"}},
    {"LinkLatencyOfKind", "link: {latency: {base: fast}}", {"2:24: link.latency.base must be an integer, not 'fast'"}},
    {"LinkKind",
     "link: {latency: {base: 1, levl: 2}}",
     {"2:33: link.latency: this network has no links of kind 'levl'; did you mean 'level'?"}},
    {"LatencyAndReach",
     "fabric: {}, link: {latency: 1, reach: 4}",
     {"2:39: link.reach and link.latency exclude each other: give one of them"}},
    {"Reach", "fabric: {}, link: {reach: 0}", {"2:27: link.reach must be 1 to 65536, not '0'"}},
};

const Case kMulticast[] = {
    {"AddresseesUnknown",
     "traffic: {multicast: {to: evrybody}}",
     {"2:27: traffic.multicast.to: unknown name 'evrybody'; valid: all, random, list"}},
    {"AddresseesMisspelt",
     "network: {kind: rdt, side: 16},\ntraffic: {multicast: {to: subtre}}",
     {"2:27: traffic.multicast.to: unknown name 'subtre'; did you mean 'subtree'?"}},
    {"GroupLevelTooHigh",
     "network: {kind: rdt, side: 16},\ntraffic: {multicast: {to: subtree, level: 4}}",
     {"2:43: traffic.multicast.level must be 0 to 3, not '4'"}},
    {"LevelWithoutAGroup",
     "traffic: {multicast: {level: 1}}",
     {"2:30: traffic.multicast.level belongs to 'to: (a group)' and has no meaning with 'all'"}},
    {"SizeOfTheWholeNetwork",
     "traffic: {multicast: {to: random, size: 64}}",
     {"2:41: traffic.multicast.size must be 1 to 63, the other nodes, not '64'"}},
    {"SizeOfAList",
     "traffic: {multicast: {to: list, nodes: [1], size: 2}}",
     {"2:51: traffic.multicast.size belongs to 'to: random' and has no meaning with 'list'"}},
    {"ListMissing",
     "traffic: {multicast: {to: list}}",
     {"2:22: traffic.multicast.nodes is missing: the members, by number"}},
    {"ListOfNoNodes",
     "traffic: {multicast: {to: list, nodes: [1, 64, 1]}}",
     {"2:40: traffic.multicast.nodes: 64 is not a node; valid is 0 to 63",
      "2:40: traffic.multicast.nodes: 1 comes twice"}},
    {"LongerThanABuffer",
     "router: {buffer: 4},\ntraffic: {multicast: {flits: 5}}",
     {"3:30: traffic.multicast.flits: 5 flits do not fit into a buffer of 4 (router.buffer), and a copy is passed on "
      "only where all of it fits; send shorter packets, or give the routers deeper buffers"}},
};

const Case kRun[] = {
    {"Pattern",
     "traffic: {pattern: unifrom}",
     {"2:20: traffic.pattern: unknown name 'unifrom'; did you mean 'uniform'?"}},
    {"PatternNotAName", "traffic: {pattern: {}}", {"2:20: traffic.pattern must be a name, not a mapping"}},
    {"Rate", "traffic: {rate: 1.5}", {"2:17: traffic.rate must be 0 to 1, not '1.5'"}},
    {"RateNotANumber", "traffic: {rate: nan}", {"2:17: traffic.rate must be a number, not 'nan'"}},
    {"Flits", "traffic: {flits: 65536}", {"2:18: traffic.flits must be 1 to 65535, not '65536'"}},
    {"FlitsNotANumber", "traffic: {flits: [4]}", {"2:18: traffic.flits must be an integer, not a list"}},
    {"LengthsOfAMix",
     "traffic: {flits: {0: 1, x: 1, 65536: 1}}",
     {"2:19: traffic.flits: a length must be 1 to 65535, not '0'",
      "2:25: traffic.flits: a length must be 1 to 65535, not 'x'",
      "2:31: traffic.flits: a length must be 1 to 65535, not '65536'"}},
    {"WeightsOfAMix",
     "traffic: {flits: {4: -1, 16: many}}",
     {"2:22: traffic.flits.4 must be 0 to 10000, not '-1'", "2:30: traffic.flits.16 must be a number, not 'many'"}},
    {"MixOfNothing", "traffic: {flits: {4: 0}}", {"2:18: traffic.flits: at least one length needs a weight above 0"}},
    {"HotNode", "traffic: {pattern: hotspot, node: 64}", {"2:35: traffic.node: node is 64; valid is 0 to 63"}},
    {"HotNodeNegative",
     "traffic: {pattern: hotspot, node: -1}",
     {"2:35: traffic.node must be 0 to 4294967295, not '-1'"}},
    {"Share", "traffic: {pattern: hotspot, share: 2}", {"2:36: traffic.share must be 0 to 1, not '2'"}},
    {"AreaTooLarge", "traffic: {pattern: area, k: 9}", {"2:29: traffic.k: k is 9; valid is 2 to 8, the shortest side"}},
    {"AreaTooSmall", "traffic: {pattern: area, k: 1}", {"2:29: traffic.k must be 2 to 65536, not '1'"}},
    {"AreaInNoRows",
     "traffic: {pattern: area, columns: 5}",
     {"2:35: traffic.columns: columns is 5, which does not divide the 64 nodes into rows"}},
    {"ColumnsOfAnotherPattern",
     "traffic: {columns: 8}",
     {"2:20: traffic.columns belongs to pattern area and has no meaning with uniform"}},
    {"ParameterOfAnotherPattern",
     "traffic: {pattern: area, node: 3, share: 0.5}",
     {"2:32: traffic.node belongs to pattern hotspot and has no meaning with area",
      "2:42: traffic.share belongs to pattern hotspot and has no meaning with area"}},
    {"ParameterWithoutPattern",
     "traffic: {k: 3}",
     {"2:14: traffic.k belongs to pattern area and has no meaning with uniform"}},
    {"TransposeOfARing",
     "network: {kind: srt1d, n: 5}, traffic: {pattern: transpose}",
     {"1:51: traffic.pattern: transpose needs a square grid or 2^(2m) nodes; this network has 32 nodes; valid here: "
      "uniform, bit_complement, bit_reverse, shuffle, tornado, neighbour, hotspot"}},
    {"AreaOfARing",
     "network: {kind: srt1d, n: 4}, traffic: {pattern: area}",
     {"1:51: traffic.pattern: area needs a grid of two dimensions, or columns; this network has 1; valid here: "
      "uniform, transpose, "
      "bit_complement, bit_reverse, shuffle, tornado, neighbour, hotspot"}},
    {"NoSuchTrace",
     "traffic: {trace: no-such.csv}",
     {"2:18: cannot read the trace no-such.csv: No such file or directory"}},
    {"TraceNotAText", "traffic: {trace: [a]}", {"2:18: traffic.trace must be a text, not a list"}},
    {"TraceAndPattern",
     "traffic: {trace: no-such.csv, rate: 0.1}",
     {"2:18: cannot read the trace no-such.csv: No such file or directory",
      "2:37: traffic.rate has no meaning with traffic.trace, which lists every packet: give one of them"}},
    {"Details", "run: {details: 1}", {"2:16: run.details must be true or false, not '1'"}},
    {"Self", "traffic: {self: yes}", {"2:17: traffic.self must be true or false, not 'yes'"}},
    {"Cycles", "run: {cycles: 0}", {"2:15: run.cycles must be 1 to 1000000000000, not '0'"}},
    {"Warmup", "run: {cycles: 10, warmup: 10}", {"2:27: run.warmup must be less than run.cycles, 10, not '10'"}},
    {"WarmupAgainstTheDefault",
     "run: {warmup: 10000}",
     {"2:15: run.warmup must be less than run.cycles, 10000, not '10000'"}},
    {"Seed", "run: {seed: -1}", {"2:13: run.seed must be an integer of at least 0, not '-1'"}},
    {"SeedOfTooManyDigits",
     "run: {seed: 99999999999999999999}",
     {"2:13: run.seed must be an integer of at least 0, not '99999999999999999999'"}},
    {"Drain", "run: {drain: 1}", {"2:14: run.drain must be true or false, not '1'"}},
    {"Watchdog", "run: {watchdog: 0}", {"2:17: run.watchdog must be 1 to 1000000000000, not '0'"}},
    {"Proof", "run: {proof: ful}", {"2:14: run.proof: unknown name 'ful'; did you mean 'full'?"}},
    {"WavesFileIsTheSaveFile", "waves: {file: a.gtkw}", {"2:15: waves.file must end in .vcd or .fst, not 'a.gtkw'"}},
    {"WavesFileWithoutExtension",
     "waves: {file: dir.vcd/.vcd}",
     {"2:15: waves.file must end in .vcd or .fst, not 'dir.vcd/.vcd'"}},
    {"WavesWithoutFile", "waves: {}", {"2:8: waves.file is missing"}},
    {"Scope", "waves: {file: a.vcd, scope: [x, {}]}", {"2:33: waves.scope must be a list of texts, not a mapping"}},
    {"ScopeNotAList", "waves: {file: a.vcd, scope: x}", {"2:29: waves.scope must be a list of texts, not 'x'"}},
    {"WindowBackwards", "waves: {file: a.vcd, from: 5, to: 4}", {"2:28: waves.from must not be after waves.to"}},
};

std::string name_of(const testing::TestParamInfo<Case>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Document, Message, testing::ValuesIn(kDocument), name_of);
INSTANTIATE_TEST_SUITE_P(Network, Message, testing::ValuesIn(kNetwork), name_of);
INSTANTIATE_TEST_SUITE_P(Fabric, Message, testing::ValuesIn(kFabric), name_of);
INSTANTIATE_TEST_SUITE_P(Defects, Message, testing::ValuesIn(kDefects), name_of);
INSTANTIATE_TEST_SUITE_P(Router, Message, testing::ValuesIn(kRouter), name_of);
INSTANTIATE_TEST_SUITE_P(Run, Message, testing::ValuesIn(kRun), name_of);
INSTANTIATE_TEST_SUITE_P(Multicast, Message, testing::ValuesIn(kMulticast), name_of);

}  // namespace
}  // namespace kintsugi::test
