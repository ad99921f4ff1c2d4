// Switches that get stuck and wires that are cut while a wafer runs: after the switch every router port ends where the
// extraction of the defective fabric says, whatever states were loaded, and until then where it ended before.
#include <set>

#include "models/fabric/defective_fabric.hpp"
#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/hw/fork.hpp"

namespace kintsugi::test {
namespace {

/// Where each router port leads, by site and port: to another port, or nowhere.
using PortEnds = std::map<SitePort, std::optional<SitePort>>;

class WornWafer {
 public:
  WornWafer() : bench_("srt2d", srt2d(2, "standard"), "monotone", {}, true), built_(bench_.fabric->fabric()) {
    elaborate();
    bench_.configure({});
  }

  ElementDefect element(const std::string& key, std::vector<AddressPart> parts) const {
    return std::get<ElementDefect>(AddressResolver(*bench_.fabric)(ElementAddress{key, std::move(parts)}));
  }

  /// Lets the elements be defective and loads states made for these defects.
  void reconfigure(const std::vector<ElementDefect>& now, const Defects& planned_for) {
    const bool changes = built_.change_to(now);
    const Repair repair = bench_.fabric->repair(planned_for, {});
    ASSERT_TRUE(repair.repairable);
    placement_ = repair.placement;
    const auto steps =
        bench_.chip->configuration().steps(stream_of(bench_.fabric->fabric(), repair.configuration), repair.placement,
                                           repair.message, changes ? &built_.now() : nullptr);
    bench_.chip->faults().stop();
    steps.at(0).begin();
    const PortEnds before = in_hardware();
    while (bench_.chip->configuration().chain().phase() == ConfigChain::Phase::kShift) {
      EXPECT_EQ(in_hardware(), before);
      bench_.run(1);
    }
    bench_.run(2);
    EXPECT_EQ(steps.at(1).complaint(), "");
    EXPECT_EQ(in_hardware(), extracted());
  }

  /// Returns "" if the wanted network is there, else what is wrong.
  std::string flaw() const {
    const ExtractedNetwork made = NetworkExtractor(built_.now()).extract(bench_.chip->configuration().read_back());
    return difference(made, bench_.network(), placement_, built_.now()).value_or("");
  }

 private:
  PortEnds in_hardware() const {
    PortEnds ends;
    for (std::uint32_t site = 0; site < bench_.chip->sites(); ++site) {
      const Router& router = bench_.chip->router(SiteId{site});
      for (std::uint16_t port = 0; port < bench_.fabric->fabric().layout.size(); ++port) {
        auto& end = ends[{SiteId{site}, PortId{port}}];
        if (router.link(PortId{port}).open()) continue;
        const Endpoint& far = router.far(PortId{port});
        end = SitePort{bench_.chip->modules().site_of.at(far.module), far.port};
      }
    }
    return ends;
  }

  PortEnds extracted() const {
    PortEnds ends;
    const NetworkExtractor extractor(built_.now());
    const SwitchStates states = bench_.chip->configuration().read_back();
    for (const auto& [from, far] : in_hardware()) {
      const auto join = extractor.follow(from, states);
      ends[from] = join ? std::optional(join->a == from ? join->b : join->a) : std::nullopt;
    }
    return ends;
  }

  Bench bench_;
  ChangingFabric built_;
  Placement placement_;
};

TEST(DyingElements, take_effect_with_the_switch_and_a_plan_that_knows_them_makes_the_network_again) {
  const std::vector<std::pair<std::string, std::vector<AddressPart>>> elements = {{"switch", {"H", 2, 3, 0, "D1"}},
                                                                                  {"track", {"V", 2, 2, 0}},
                                                                                  {"bunch", {2, 3, "ew", 1, "cross"}},
                                                                                  {"wire", {3, 2, "e", 1}}};
  for (const auto& [key, parts] : elements) {
    in_child([&, key = key, parts = parts] {
      WornWafer wafer;
      const ElementDefect element = wafer.element(key, parts);
      Defects known;
      known.add(element);
      wafer.reconfigure({element}, known);
      EXPECT_EQ(wafer.flaw(), "") << element.name;
      wafer.reconfigure({}, {});
      EXPECT_EQ(wafer.flaw(), "") << element.name << " works again";
      return std::string();
    });
  }
}

/// The switches of a healthy wafer pass through these elements: a plan without them leads where the element leads.
TEST(DyingElements, a_plan_that_does_not_know_them_makes_a_wrong_network) {
  for (const auto& [key, parts] : std::vector<std::pair<std::string, std::vector<AddressPart>>>{
           {"bunch", {2, 3, "ew", 1, "cross"}}, {"wire", {3, 2, "e", 1}}}) {
    in_child([&, key = key, parts = parts] {
      WornWafer wafer;
      const ElementDefect element = wafer.element(key, parts);
      wafer.reconfigure({element}, {});
      EXPECT_NE(wafer.flaw(), "") << element.name;
      wafer.reconfigure({}, {});
      EXPECT_EQ(wafer.flaw(), "") << element.name << " works again";
      return std::string();
    });
  }
}

}  // namespace
}  // namespace kintsugi::test
