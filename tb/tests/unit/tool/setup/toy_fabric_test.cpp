// A fabric that the tool has never seen: a family of its own brings options, addresses and names, and the tool reads,
// checks, lists and resolves them without a change.
#include <gtest/gtest.h>

#include <algorithm>

#include "models/fabric/fabric_number.hpp"
#include "models/registry/families.hpp"
#include "tb/tests/unit/models/fabric/small_fabric.hpp"
#include "tb/tests/unit/tool/scenario/mistakes.hpp"
#include "tb/tool/scenario/listing.hpp"
#include "tb/tool/yield/map_units.hpp"
#include "tb/tool/yield/request.hpp"

namespace kintsugi::test {
namespace {

using Type = ParameterSpec::Type;

const FabricInfo& toy_info() {
  static const FabricInfo info = [] {
    FabricInfo toy;
    toy.options = {
        {"stages", Type::kInteger, false, "stages of the toy, 1 to 3; default 1", {}, {1, 3}, std::int64_t{1}, "stage"},
        {"shape", Type::kName, false, "line or ring; default line", {"line", "ring"}, {}, "line"},
        {"delays", Type::kIntegers, false, "cycles, 0 to 9 each", {}, {0, 9}}};
    toy.pe = {"x", "y"};
    toy.empty_place = "only the diagonal of a toy has PEs";
    toy.elements = {{"fuse",
                     "a fuse",
                     {{"number", Type::kInteger, true, "of the switch, 0", {}, {0, 0}},
                      {"pole", Type::kName, true, "its side", {"anode", "cathode"}}},
                     "the fuse is blown"}};
    toy.planners = {{"exact", "tries everything"}, {"lazy", "gives up at once"}};
    return toy;
  }();
  return info;
}

/// Two PEs at [0, 0] and [1, 1] with a switch between them; a fuse on either side of it.
class ToyFabric final : public ReconfigurableFabric {
 public:
  ToyFabric(const Parameters& options, const Network& carried) {
    refuse_unknown_options(options, toy_info().options);
    if (options.contains("stages") && options.contains("delays")) {
      throw ParameterError("fabric.delays", "a toy with stages has no delays");
    }
    small_.fabric.sites[0].address = {0, 0};
    small_.fabric.sites[1].address = {1, 1};
    for (const auto& [name, value] : options) small_.fabric.name += ' ' + name + ' ' + to_text(value);
    small_.fabric.number = fabric_number(small_.fabric, carried);
  }
  const Fabric& fabric() const override { return small_.fabric; }
  const FabricInfo& info() const override { return toy_info(); }
  Repair repair(const Defects& defects, const RepairOptions& options) const override {
    check_repair_names(options, info());
    Repair repair;
    repair.repairable = defects.empty() && options.planner != "lazy";
    return repair;
  }

 protected:
  bool has_link_defects() const override { return true; }
  std::optional<std::string> refusal(LinkDefect link) const override {
    return link.a == link.b ? std::optional<std::string>("no link leads from a PE to itself") : std::nullopt;
  }
  ElementDefect element(std::string_view, std::span<const int> address) const override {
    const bool is_anode = address[1] == 0;
    return {CutWire{SwitchId{0}, is_anode ? TrackSwitchType::kWest : TrackSwitchType::kEast},
            std::string("fuse blown at the ") + (is_anode ? "anode" : "cathode")};
  }

 private:
  SmallFabric small_;
};

/// The network of two nodes of kind `full`, on a toy.
class ToyDesign final : public Design {
 public:
  const Network& network() const override { return full_->network(); }
  std::vector<OwnRouting> own_routings() const override { return full_->own_routings(); }
  std::unique_ptr<ReconfigurableFabric> fabric(const Parameters& options) const override {
    return std::make_unique<ToyFabric>(options, network());
  }

 private:
  std::unique_ptr<Design> full_ = find_family("full")->build({{"nodes", std::int64_t{2}}});
};

class ToyFamily final : public Family {
 public:
  ToyFamily() : Family("toy", "two PEs, for tests", {{"paint", Type::kName, false, "colour", {"red", "blue"}}}) {}
  std::vector<FamilyRouting> routings() const override { return find_family("full")->routings(); }
  const FabricInfo* fabric_info() const override { return &toy_info(); }

 private:
  std::unique_ptr<Design> make(const Parameters&) const override { return std::make_unique<ToyDesign>(); }
};

/// All families, and the toy.
const FamilyList& with_toy() {
  static const ToyFamily toy;
  static const FamilyList list = [] {
    FamilyList all = families();
    all.push_back(&toy);
    return all;
  }();
  return list;
}

Input load_toy(const std::string& more) {
  return load_scenario("{network: {kind: toy}, " + more + "}", {}, with_toy());
}

Lines mistakes_in_toy(const std::string& more) {
  return mistakes_in("{network: {kind: toy},\n" + more + "}", {}, with_toy());
}

TEST(ToyFabric, is_unknown_unless_its_family_is_in_the_list) {
  EXPECT_EQ(mistakes_in("{network: {kind: toy}}"),
            Lines{"<command line>:1:18: network.kind: unknown name 'toy'; valid: srt1d, srt2d, srt3d, mesh, torus, "
                  "hypercube, full, rdt, sse, mandala, graph"});
  EXPECT_EQ(mistakes_in_toy(""), Lines{});
}

TEST(ToyFabric, its_options_are_read_and_reach_it) {
  const Input input = load_toy("fabric: {stages: 2, shape: ring, chain_bits: 8}");
  EXPECT_EQ(input.scenario.fabric->options, (Parameters{{"stages", std::int64_t{2}}, {"shape", "ring"}}));
  EXPECT_EQ(input.scenario.fabric->chain_bits, 8u);
  EXPECT_EQ(input.setup.fabric->fabric().name, "small shape ring stages 2");
  EXPECT_EQ(load_toy("fabric: {delays: [1, 9]}").setup.fabric->fabric().name, "small delays [1, 9]");
}

TEST(ToyFabric, its_options_are_checked) {
  EXPECT_EQ(
      mistakes_in_toy("fabric: {stages: two, shape: rnig, delays: [3, 10]}"),
      (Lines{"<command line>:2:18: fabric.stages must be an integer, not 'two'",
             "<command line>:2:30: fabric.shape: unknown name 'rnig'; did you mean 'ring'?",
             "<command line>:2:48: fabric.delays must be a list of integers, each of which must be 0 to 9, not '10'"}));
  EXPECT_EQ(mistakes_in_toy("fabric: {stages: 4}"),
            Lines{"<command line>:2:18: fabric.stages must be 1 to 3, not '4'"});
  EXPECT_EQ(mistakes_in_toy("fabric: {stagse: 2, tracks: 1}"),
            (Lines{"<command line>:2:10: unknown key 'fabric.stagse'; did you mean 'stages'?",
                   "<command line>:2:21: unknown key 'fabric.tracks'; valid: stages, shape, delays, chain_bits; see "
                   "kintsugi help fabric"}));
  EXPECT_EQ(mistakes_in_toy("fabric: {stages: 2, delays: [1]}"),
            Lines{"<command line>:2:29: fabric.delays: a toy with stages has no delays"});
}

TEST(ToyFabric, its_planners_are_the_valid_ones) {
  EXPECT_EQ(load_toy("fabric: {}, repair: {planner: lazy}").scenario.repair.planner, "lazy");
  EXPECT_EQ(mistakes_in_toy("fabric: {}, repair: {planner: nearest, rule: strict}"),
            (Lines{"<command line>:2:31: repair.planner: unknown name 'nearest'; valid: exact, lazy",
                   "<command line>:2:46: repair.rule: unknown name 'strict'; valid: exact"}));
}

TEST(ToyFabric, is_listed_with_options_addresses_and_names) {
  const NameList listing = list_names(with_toy());
  const auto& toy = listing.json.at("networks").back();
  EXPECT_EQ(toy.at("kind"), "toy");
  EXPECT_EQ(toy.at("routings").at(0).at("name"), "direct");
  const auto& fabric = toy.at("fabric");
  EXPECT_EQ(fabric.at("on_request"), true);
  ASSERT_EQ(fabric.at("options").size(), 3u);
  EXPECT_EQ(fabric.at("options").at(1).dump(),
            R"({"name":"shape","required":false,"help":"line or ring; default line","choices":["line","ring"]})");
  EXPECT_EQ(fabric.at("pe"), "[x, y]");
  EXPECT_EQ(fabric.at("elements").at(0).at("key"), "fuse");
  EXPECT_EQ(fabric.at("elements").at(0).at("form"), "[number, pole]");
  EXPECT_EQ(fabric.at("elements").at(0).at("parts").size(), 2u);
  EXPECT_EQ(fabric.at("planners").dump(), R"(["exact","lazy"])");
  EXPECT_EQ(listing.json.at("planners").back().at("name"), "lazy");
  for (const std::string line :
       {"  fabric.stages   stages of the toy, 1 to 3; default 1\n", "  defects.pe      [x, y]\n",
        "  defects.fuse    [number, pole]: the fuse is blown\n"}) {
    EXPECT_NE(listing.text.find(line), std::string::npos) << line << listing.text;
  }
  EXPECT_EQ(list_names().text.find("fuse"), std::string::npos) << "not in the list of the program";
}

TEST(ToyFabric, its_defects_are_resolved) {
  const Input input = load_toy("fabric: {}, defects: {pe: [[1, 1]], link: [[[0, 0], [1, 1]]], fuse: [[0, cathode]]}");
  const Defects& defects = input.setup.defects;
  EXPECT_EQ(defects.sites, DefectMap{SiteId{1}});
  EXPECT_EQ(defects.links, (std::vector<LinkDefect>{{SiteId{0}, SiteId{1}}}));
  ASSERT_EQ(defects.elements.size(), 1u);
  EXPECT_EQ(defects.elements[0].name, "fuse blown at the cathode");
  EXPECT_EQ(std::get<CutWire>(defects.elements[0].what).terminal, TrackSwitchType::kEast);
  EXPECT_NE(input.setup.defective, nullptr) << "the fabric is built without the wire";
}

TEST(ToyFabric, wrong_addresses_are_refused_with_what_is_valid) {
  EXPECT_EQ(mistakes_in_toy("fabric: {}, defects: {pe: [[0, 1], [0, 2], 1, [x, y]]}"),
            (Lines{"<command line>:2:28: no PE at [0, 1]: the place is empty (only the diagonal of a toy has PEs)",
                   "<command line>:2:36: no PE at [0, 2]: the y must be 0 to 1",
                   "<command line>:2:44: no PE at 1: an address of this fabric is [x, y]",
                   "<command line>:2:47: defects.pe: not an address: [x, y] or a number, each 0 to 2^31 - 1"}));
  EXPECT_EQ(mistakes_in_toy("fabric: {}, defects: {pe: [x0, '1']}"),
            (Lines{"<command line>:2:28: no PE at 'x0': an address of this fabric is [x, y]",
                   "<command line>:2:32: no PE at 1: an address of this fabric is [x, y]"}));
  EXPECT_EQ(mistakes_in_toy("fabric: {}, defects: {pe: 1, fuse: 1}"),
            (Lines{"<command line>:2:27: defects.pe must be a list of addresses ([[x, y], ...]), not '1'",
                   "<command line>:2:36: defects.fuse must be a list of addresses ([[number, pole], ...]), not '1'"}));
  EXPECT_EQ(mistakes_in_toy("fabric: {}, defects: {link: [[[0, 0], [0, 0]], [[0, 0], [2, 2]]]}"),
            (Lines{"<command line>:2:30: no link leads from a PE to itself",
                   "<command line>:2:48: no PE at [2, 2]: the x must be 0 to 1"}));
  EXPECT_EQ(mistakes_in_toy("fabric: {}, defects: {fuse: [[1, anode], [0, north], [0], 5, [0, anode], [0, anode]]}"),
            (Lines{"<command line>:2:30: a fuse is [number, pole]: the number must be 0",
                   "<command line>:2:42: a fuse is [number, pole]: the pole must be anode or cathode",
                   "<command line>:2:54: a fuse is [number, pole]: it has 1 part",
                   "<command line>:2:59: defects.fuse: not an address: [number, pole]",
                   "<command line>:2:74: fuse blown at the anode is named twice; first at <command line>:2:62"}));
  EXPECT_EQ(mistakes_in_toy("fabric: {}, defects: {fues: []}"),
            Lines{"<command line>:2:23: unknown key 'defects.fues'; did you mean 'fuse'?"});
  EXPECT_EQ(mistakes_in_toy("fabric: {}, defects: {fuse: [[0, anode]], file: map.yaml}"),
            Lines{"<command line>:2:49: defects.file and defects.fuse exclude each other: give one of them"});
}

TEST(ToyFabric, dies_at_run_time_by_the_same_addresses) {
  EXPECT_EQ(load_toy("fabric: {}, faults: [{cycle: 5, pe: [1, 1]}]").setup.faults, std::vector<Fault>{SiteId{1}});
  EXPECT_EQ(mistakes_in_toy("fabric: {}, faults: [{cycle: 5, pe: [0, 1]}]"),
            Lines{"<command line>:2:37: no PE at [0, 1]: the place is empty (only the diagonal of a toy has PEs)"});
}

std::vector<std::string> curves_of(const yield::YieldOptions& options, const std::string& network = "{kind: toy}") {
  const Input input = load_network(network, {}, SetupFor::kYield, with_toy());
  std::vector<std::string> names;
  for (const yield::Curve& curve : yield::make_request(input, options).curves) names.push_back(curve.name);
  return names;
}

TEST(ToyFabric, options_with_few_values_are_compared) {
  std::vector<std::string> compared;
  for (const ParameterSpec& spec : yield::compared_options(with_toy())) compared.push_back(spec.name);
  EXPECT_EQ(compared, (std::vector<std::string>{"bunch", "chain", "tracks", "isolate", "corners", "stages", "shape"}));
  yield::YieldOptions options;
  options.faults = "0";
  options.compare = true;
  EXPECT_EQ(curves_of(options),
            (std::vector<std::string>{"exact", "exact, 2 stages", "exact, 3 stages", "exact, shape ring", "lazy"}));
  EXPECT_EQ(curves_of(options, "{network: {kind: toy}, fabric: {stages: 2}}"),
            (std::vector<std::string>{"exact", "exact, 1 stage", "exact, 3 stages", "exact, shape ring", "lazy"}));
}

TEST(ToyFabric, curves_are_asked_for_by_its_options) {
  yield::YieldOptions options;
  options.faults = "0";
  options.fabric_options = {{"stages", {"1", "2"}}, {"shape", {"ring"}}};
  EXPECT_EQ(curves_of(options),
            (std::vector<std::string>{"exact, shape ring, 1 stage", "exact, shape ring, 2 stages"}));
  options.fabric_options = {{"tracks", {"1", "2"}}, {"shape", {"cube"}}};
  EXPECT_THROW(curves_of(options), InputError);
  try {
    curves_of(options);
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "--shape: 'cube' is no value of this option: line or ring; default line\n"
                 "--tracks: the fabric of a network of kind toy has no option 'tracks'; leave it out");
  }
}

TEST(ToyFabric, a_map_of_it_is_printed_as_a_scenario) {
  const Input input = load_toy("fabric: {shape: ring, stages: 1}");
  EXPECT_EQ(yield::reproducer(input.scenario, {{"stages", std::int64_t{3}}}, input.scenario.repair,
                              input.setup.fabric->fabric(), {SiteId{1}}),
            "{network: {kind: toy}, fabric: {shape: ring, stages: 3}, repair: {planner: exact, rule: exact, objective: "
            "any}, defects: {pe: [[1, 1]]}}");
}

}  // namespace
}  // namespace kintsugi::test
