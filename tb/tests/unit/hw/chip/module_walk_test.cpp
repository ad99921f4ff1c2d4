// What the chip knows of its modules it learns from them: a module that is added takes part in probes, trace files and
// the conservation check.
#include "hw/chip/module_walk.hpp"

#include "hw/link/conservation_check.hpp"
#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/wave/temporary_folder.hpp"
#include "tb/tests/unit/hw/wave/vcd_reader.hpp"

namespace kintsugi::test {
namespace {

/// A module with a receiver of its own, in which flits may be kept back.
class Toy final : public Module {
 public:
  Toy(sc_core::sc_module_name name, ClockDomain& clock) : Module(name, clock), receiver_(1, 1, 1) {}
  void list_probes(wave::ModuleProbes& probes) const override {
    probes.add("kept", 8, wave::reader<[](const Toy& toy, std::uint64_t) { return toy.kept; }>(*this));
  }
  void add_to(ConservationCheck& check) const override { check.add_buffer(*this, receiver_, PortId{0}, Vc{0}, kept); }
  unsigned kept = 0;

 private:
  LinkReceiver receiver_;
};

Parameters mesh(std::int64_t side) {
  return {{"sides", std::vector<std::int64_t>{side, side}}};
}

TEST(ModuleWalk, a_module_that_is_added_shows_its_probes_and_is_checked) {
  std::unique_ptr<Toy> toy;
  const PeFactory with_toy = [&toy](const char* name, const PeSite& site) {
    if (site.site == SiteId{3}) toy = std::make_unique<Toy>("toy", *site.chip.clock);
    return std::make_unique<TrafficPe>(name, site.chip, site.parameters, site.observer);
  };
  Bench bench("mesh", mesh(2), "dimension-order", {}, false, 2, {}, Multicasts::kNone, with_toy);
  const TemporaryFolder out;
  wave::VcdWriter writer({.path = out / "toy.vcd"});
  const std::string name = "net.x1.y1.toy.kept";
  EXPECT_EQ(add_probes(*bench.chip, writer, [&](std::string_view each) { return each == name; }), 1u);
  elaborate();
  EXPECT_EQ(check_conservation(*bench.chip), std::nullopt);
  toy->kept = 1;
  EXPECT_EQ(check_conservation(*bench.chip).value_or(""), "net.x1.y1.toy has flits at an open port");
}

/// Runs a repaired wafer with traffic; `trace` sets up a trace file before the simulation begins.
template <class Trace>
void run_wafer(const Trace& trace) {
  Bench bench("srt2d", srt2d(2, "standard"), "monotone", {}, true);
  const auto keep = trace(*bench.chip);
  elaborate();
  bench.configure(DefectMap{SiteId{7}});
  bench.start_uniform(0.2, 3, 1, bench.clock().next() + 60);
  bench.run(120);
}

TEST(ModuleWalk, a_trace_file_of_systemc_shows_what_the_writer_of_probes_shows) {
  const TemporaryFolder out;
  in_child([&] {
    run_wafer([&](Chip& chip) {
      auto writer = std::make_unique<wave::VcdWriter>(wave::VcdOptions{.path = out / "probes.vcd"});
      EXPECT_GT(add_probes(chip, *writer, [](std::string_view) { return true; }), 100u);
      struct CloseAtEnd {
        void operator()(wave::VcdWriter* each) const { each->close(), delete each; }
      };
      return std::unique_ptr<wave::VcdWriter, CloseAtEnd>(writer.release());
    });
    return std::string();
  });
  in_child([&] {
    run_wafer([&](Chip& chip) {
      sc_core::sc_trace_file* file = sc_core::sc_create_vcd_trace_file((out / "traced").c_str());
      file->set_time_unit(1, sc_core::SC_NS);
      sc_trace(file, chip, "wafer");
      return std::unique_ptr<sc_core::sc_trace_file, void (*)(sc_core::sc_trace_file*)>(
          file, sc_core::sc_close_vcd_trace_file);
    });
    return std::string();
  });
  const VcdDump probes = VcdReader(out / "probes.vcd").read();
  const VcdDump traced = VcdReader(out / "traced.vcd").read();
  std::size_t compared = 0;
  for (const auto& [name, variable] : probes.variables) {
    const auto found = traced.variables.find("SystemC." + name);
    ASSERT_NE(found, traced.variables.end()) << name;
    if (variable.type == "string") continue;  // SystemC writes the number of a state
    EXPECT_EQ(found->second.width, variable.width) << name;
    EXPECT_EQ(found->second.changes, variable.changes) << name;
    ++compared;
  }
  EXPECT_EQ(traced.variables.size(), probes.variables.size());
  EXPECT_GT(compared, 100u);
}

TEST(ModuleWalk, a_switch_shows_the_flits_that_pass_it) {
  Bench bench("srt2d", srt2d(2, "standard"), "monotone", {}, true);
  elaborate();
  bench.configure(DefectMap{SiteId{7}});
  const Cycle begin = bench.clock().next();
  bench.send(begin, NodeId{0}, NodeId{5}, 2);
  bench.start();
  std::size_t seen = 0;
  std::size_t links = 0;
  for (Cycle cycle = begin; cycle < begin + 60; ++cycle) {
    bench.clock().run_until(cycle + 1);
    for (const auto& module : bench.chip->modules().switches) seen += module->passes();
    for (const SiteId site : ids<SiteId>(bench.chip->sites())) {
      const Router& router = bench.chip->router(site);
      for (const PortId port : router.ports()) {
        if (!router.sent(port) || port == router.local_port()) continue;
        PathCursor cursor;
        bench.chip->router(site).path_port(port).start(cursor);
        links += cursor.passed.size();
      }
    }
  }
  EXPECT_GT(seen, 0u);
  EXPECT_EQ(seen, links) << "one packet: no two flits pass the same switch in one cycle";
}

}  // namespace
}  // namespace kintsugi::test
