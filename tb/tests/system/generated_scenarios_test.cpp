// Generated scenarios: for any network and traffic, all schedules agree to the byte and no packet is dropped. Each
// scenario is a function of its number alone; a failing one is printed as a command that reproduces it.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tb/tests/system/dice.hpp"
#include "tb/tests/system/tool.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

std::string sides(Dice& dice, std::size_t dimensions, unsigned longest) {
  std::string text;
  for (std::size_t i = 0; i < dimensions; ++i) text += (i == 0 ? "" : ", ") + dice.number(2, longest);
  return ", sides: [" + text + "]";
}

std::string variant(Dice& dice, std::uint64_t n) {
  std::vector<std::string> variants = {"standard", "long"};
  if (n >= 3) variants.push_back("short");
  return ", variant: " + dice.one_of(variants);
}

std::string levels(Dice& dice, std::uint64_t n) {
  return dice.once_in(4) ? ", T: " + dice.number(0, n) : variant(dice, n);
}

std::string ring(Dice& dice) {
  const std::uint64_t n = dice.between(2, 6);
  return "kind: srt1d, n: " + std::to_string(n) + levels(dice, n);
}

std::string recursive_torus(Dice& dice) {
  const std::uint64_t n = dice.between(2, 3);
  return joined(
      {"kind: srt2d, n: ", std::to_string(n), levels(dice, n), ", shift: ", dice.one_of({"1-shift", "uniform", "3"})});
}

std::string recursive_space(Dice& dice) {
  const std::uint64_t n = dice.between(2, 3);
  return joined(
      {"kind: srt3d, n: ", std::to_string(n), levels(dice, n), ", shift: ", dice.one_of({"1-shift", "uniform", "3"})});
}

std::string wafer_network(Dice& dice) {
  const std::uint64_t n = dice.between(2, 3);
  return joined(
      {"kind: srt2d, n: ", std::to_string(n), variant(dice, n), ", shift: ", dice.one_of({"1-shift", "uniform"})});
}

std::string line(Dice& dice) {
  return "kind: mesh" + sides(dice, 1, 12);
}

std::string mesh(Dice& dice) {
  return "kind: mesh" + sides(dice, 2, 6);
}

std::string solid_mesh(Dice& dice) {
  return "kind: mesh" + sides(dice, 3, 4);
}

std::string torus(Dice& dice) {
  const std::size_t dimensions = dice.between(1, 3);
  return "kind: torus" + sides(dice, dimensions, dimensions == 3 ? 4 : 7);
}

std::string square_torus(Dice& dice) {
  const std::string side = dice.number(3, 7);
  return "kind: torus, sides: [" + side + ", " + side + "]";
}

std::string torus_of_two_sides(Dice& dice) {
  return "kind: torus" + sides(dice, 2, 6);
}

std::string hypercube(Dice& dice) {
  return "kind: hypercube, n: " + dice.number(1, 6);
}

std::string full(Dice& dice) {
  return "kind: full, nodes: " + dice.number(2, 12);
}

std::string diagonal_torus(Dice& dice) {
  return "kind: rdt, side: 16, assignment: " + dice.one_of({"alpha", "beta"});
}

std::string perfect_diagonal_torus(Dice&) {
  return "kind: rdt, side: 16, assignment: perfect";
}

std::string shuffle_exchange(Dice& dice) {
  return "kind: sse, n: " + dice.number(4, 6);
}

/// Returns an array with spares for any two faults.
std::string array_with_spares(Dice& dice) {
  const std::string modules = ", k: 2, modules: " + dice.one_of({"2", "4"});
  return joined({"kind: sse, n: ", dice.number(4, 6), ", scheme: ",
                 dice.one_of({"ksft2, k: " + dice.number(2, 4), "exm" + modules, "exp1" + modules, "exp2" + modules,
                              "exm+exp2" + modules, "exp1+exp2" + modules})});
}

std::string clusters(Dice& dice) {
  return "kind: mandala, " + dice.one_of({"ports: 3, levels: 3", "ports: 4, levels: 2", "ports: 4, levels: 3",
                                          "ports: 7, levels: 2", "ports: 5, levels: 1"});
}

constexpr unsigned kRow = 9;

struct Shape {
  const char* name;
  std::string (*network)(Dice& dice);
  unsigned tracks = 0;            ///< of the wafer it is built on; 0: wired directly, or on an array; kRow: on a row
  const char* routing = nullptr;  ///< the one that is free of deadlock; null: all of them are
  unsigned shorter = 1;           ///< runs are: the more nodes, the shorter
};

const std::vector<Shape> kShapes = {{"ring", ring},
                                    {"recursive_torus", recursive_torus},
                                    {"wafer", wafer_network, 1},
                                    {"wafer_with_two_tracks", wafer_network, 2},
                                    {"line", line},
                                    {"mesh", mesh},
                                    {"solid_mesh", solid_mesh},
                                    {"torus", torus},
                                    {"square_torus", square_torus},
                                    {"hypercube", hypercube},
                                    {"full", full},
                                    {"diagonal_torus", diagonal_torus, 0, "scheme-h", 8},
                                    {"perfect_diagonal_torus", perfect_diagonal_torus, 0, "scheme-h", 8},
                                    {"shuffle_exchange", shuffle_exchange},
                                    {"array_with_spares", array_with_spares},
                                    {"clusters", clusters},
                                    {"recursive_space", recursive_space, 0, nullptr, 4},
                                    {"torus_on_a_wafer", torus_of_two_sides, 1},
                                    {"mesh_on_a_wafer", mesh, 2},
                                    {"row_of_pes", ring, kRow}};

struct Load {
  const char* name;
  std::vector<std::string> rates;
  unsigned cycles;  ///< the fewer packets, the longer
};

const std::vector<Load> kLoads = {{"near_zero", {"0.0005", "0.002", "0.01"}, 8000},
                                  {"medium", {"0.05", "0.1", "0.2"}, 800},
                                  {"overload", {"0.5", "0.7", "0.9"}, 300}};

/// A seed with which each scenario sends packets, and all together cover the names that the last test requires.
constexpr std::uint64_t kSeed = 2004;
const std::size_t kScenarios = kShapes.size() * kLoads.size();

const Shape& shape_of(std::size_t number) {
  return kShapes[number % kShapes.size()];
}

const Load& load_of(std::size_t number) {
  return kLoads[number / kShapes.size()];
}

/// Writes one scenario, section by section; the models give the valid choices for a network.
class Writer {
 public:
  explicit Writer(std::size_t number) : dice_(kSeed + number), shape_(shape_of(number)), load_(load_of(number)) {}

  std::string scenario() {
    std::string text = "{network: {" + shape_.network(dice_) + "}";
    const Setup setup = load_scenario(text + "}", {}).setup;
    if (shape_.tracks != 0) {
      text += joined({",\n ", fabric(*setup.family->fabric_info()), ",\n ", defects(shape_.tracks == kRow ? 2 : 4)});
    }
    if (setup.design->always_on_fabric()) text += ",\n " + defects(2);
    return text + joined({",\n ", router(setup), ",\n ", link(setup.network()), ",\n ", traffic(setup.network()),
                          ",\n ", run(), "}"});
  }

 private:
  std::string fabric(const FabricInfo& info) {
    std::string text = "fabric: {";
    for (const ParameterSpec& option : info.options) {
      if (option.name == "tracks") text += "tracks: " + std::to_string(shape_.tracks) + ", ";
      if (option.name == "isolate") text += shape_.tracks == 2 ? "isolate: true, " : "isolate: false, ";
      if (option.name == "bunch" && shape_.tracks == kRow) text += "bunch: per_wire, ";
      if (option.name == "wrap") text += joined({"wrap: ", dice_.number(1, 9), ", "});
    }
    return joined({text, "chain_bits: ", dice_.one_of({"8", "32", "64"}), "}"});
  }

  /// Draws few enough defects to be repaired.
  std::string defects(unsigned most) {
    return joined({"defects: {random: ", dice_.number(1, most), ", seed: ", dice_.number(0, 99), "}"});
  }

  std::string router(const Setup& setup) {
    std::string text = "router: {preset: " + dice_.one_of({"default", "paper", "booksim"});
    std::vector<RoutingInfo> routings = setup.design->routings();
    if (shape_.routing != nullptr) {
      std::erase_if(routings, [this](const RoutingInfo& info) { return info.name != shape_.routing; });
    }
    const RoutingInfo& routing = routings[dice_.between(0, routings.size() - 1)];
    text += ", routing: " + routing.name;
    if (!dice_.once_in(3)) text += ", vcs: " + dice_.number(routing.min_vcs, routing.min_vcs + 4);
    if (!dice_.once_in(5)) text += ", buffer: " + dice_.one_of({"1", "2", "3", "5", "7", "11", "13", "64"});
    if (!dice_.once_in(3)) text += ", latency: " + dice_.number(0, 5);
    return text + "}";
  }

  std::string link(const Network& network) {
    if (shape_.tracks != 0 && dice_.once_in(2)) return "link: {reach: " + dice_.number(1, 6) + "}";
    if (dice_.once_in(3)) return "link: {}";
    if (dice_.once_in(2)) return "link: {latency: " + dice_.number(1, 5) + "}";
    std::string kinds;
    for (const std::string& kind : network.kinds()) {
      kinds += (kinds.empty() ? "" : ", ") + kind + ": " + dice_.number(1, 5);
    }
    return "link: {latency: {" + kinds + "}}";
  }

  std::string flits() {
    if (dice_.once_in(2)) return dice_.one_of({"1", "2", "3", "5", "16", "40"});
    return joined({"{1: ", dice_.number(0, 4), ", ", dice_.number(2, 8), ": ", dice_.number(1, 4), ", ",
                   dice_.number(9, 33), ": ", dice_.number(1, 2), "}"});
  }

  std::string pattern(const Network& network) {
    const std::string name = dice_.one_of(patterns_for(network));
    std::string text = name;
    const bool draws = name == "uniform" || name == "hotspot" || name == "area";
    if (draws && dice_.once_in(3)) text += ", self: true";
    if (name == "hotspot") {
      text += joined({", node: ", dice_.number(0, network.nodes() - 1), ", share: 0.", dice_.number(0, 9)});
    }
    if (name == "area") text += ", k: " + dice_.number(2, std::ranges::min(network.grid().sides));
    return text;
  }

  std::string traffic(const Network& network) {
    return joined(
        {"traffic: {pattern: ", pattern(network), ", rate: ", dice_.one_of(load_.rates), ", flits: ", flits(), "}"});
  }

  std::string run() {
    return joined({"run: {cycles: ", std::to_string(load_.cycles / shape_.shorter),
                   ", warmup: ", dice_.number(0, load_.cycles / shape_.shorter / 2),
                   ", drain: ", dice_.one_of({"true", "true", "false"}), ", seed: ", dice_.number(0, 1000),
                   ", details: ", dice_.one_of({"true", "false", "false"}), "}"});
  }

  Dice dice_;
  const Shape& shape_;
  const Load& load_;
};

void expect_conserved(const json& report, bool drained) {
  EXPECT_EQ(report.at("conserved"), true);
  EXPECT_EQ(report.at("deadlock"), false);
  EXPECT_GT(report.at("packets").at("created"), 0) << "a run that sends nothing shows nothing";
  const auto count = [&](const char* unit, const char* key) { return report.at(unit).at(key).get<std::uint64_t>(); };
  EXPECT_EQ(count("packets", "created"), count("packets", "queued") + count("packets", "injected"));
  for (const char* unit : {"packets", "flits"}) {
    EXPECT_EQ(count(unit, "lost"), 0u) << unit;
    EXPECT_EQ(count(unit, "injected"), count(unit, "delivered") + count(unit, "in_flight")) << unit;
    if (drained) {
      EXPECT_EQ(count(unit, "delivered"), count(unit, "created")) << unit;
    }
  }
}

class GeneratedScenario : public testing::TestWithParam<std::size_t> {};

TEST_P(GeneratedScenario, gives_the_same_bytes_however_it_is_run_and_loses_nothing) {
  const std::string scenario = Writer(GetParam()).scenario();
  SCOPED_TRACE("kintsugi run '" + scenario + "' --json --quiet");
  const ToolResult domain = run_tool({"run", scenario, "--json", "--quiet"});
  ASSERT_EQ(domain.status, 0) << domain.err << domain.out;
  expect_conserved(json::parse(domain.out), scenario.find("drain: true") != std::string::npos);
  for (const auto& way : other_ways_to_run(GetParam())) {
    const ToolResult other = run_tool(with({"run", scenario, "--json", "--quiet"}, way));
    EXPECT_EQ(other.status, 0) << way.back() << ": " << other.err;
    EXPECT_TRUE(other.out == domain.out) << way.front() << ' ' << way.back() << " says something else";
  }
}

std::string name_of(const testing::TestParamInfo<std::size_t>& info) {
  return std::string(shape_of(info.param).name) + '_' + load_of(info.param).name;
}

INSTANTIATE_TEST_SUITE_P(All, GeneratedScenario, testing::Range<std::size_t>(0, kScenarios), name_of);

/// Every name that the tool knows must occur in the generated scenarios.
TEST(GeneratedScenarios, have_every_network_pattern_and_preset_among_them) {
  std::string all;
  for (std::size_t number = 0; number < kScenarios; ++number) all += Writer(number).scenario();
  const json list = json::parse(run_tool({"list", "--json"}).out);
  const auto expect_all = [&](const std::string& section, const std::string& name, const std::string& key) {
    for (const json& entry : list.at(section)) {
      if (entry.at(name) == "graph") continue;  // it needs a file of the user
      const std::string words = key + ": " + entry.at(name).get<std::string>();
      EXPECT_TRUE(all.find(words + ',') != std::string::npos || all.find(words + '}') != std::string::npos) << words;
    }
  };
  expect_all("networks", "kind", "kind");
  expect_all("patterns", "name", "pattern");
  expect_all("presets", "name", "preset");
  for (const std::string words :
       {"routing: adaptive,", "routing: adaptive-recursive,", "rate: 0.0005,", "rate: 0.9,", "buffer: 1,",
        "reach: ", "latency: {base: ", "drain: false", "details: true", "self: true"}) {
    EXPECT_TRUE(all.find(words) != std::string::npos) << words;
  }
}

}  // namespace
}  // namespace kintsugi::test
