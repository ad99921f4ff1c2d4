// What a chip has is found by its name; a name that is none is answered with the nearest.
#include "hw/wave/vcd_writer.hpp"
#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/wave/temporary_folder.hpp"
#include "tb/tests/unit/hw/wave/vcd_reader.hpp"

namespace kintsugi::test {
namespace {

template <class Error, class Action>
std::string answer_to(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "found";
}

Bench small_wafer() {
  return {"srt2d", {{"n", 2}}, "monotone", {}, true};
}

TEST(ChipNames, find_a_module_by_its_full_name_and_by_the_one_below_the_chip) {
  Bench bench = small_wafer();
  Chip& chip = *bench.chip;
  EXPECT_EQ(&chip.find("wafer.config_chain"), &chip.configuration().chain());
  EXPECT_EQ(&chip.find("config_chain"), &chip.configuration().chain());
  EXPECT_EQ(&chip.find("wafer.r1.c1.router"), &chip.router(bench.fabric->fabric().site("r1.c1")));
  const Chip& unchanged = chip;
  for (const auto& each : chip.modules().switches) {
    EXPECT_EQ(&unchanged.find<SwitchModule>(each->name()), each.get());
  }
  for (const Module* const each : chip.all_modules()) EXPECT_EQ(&chip.find(each->name()), each);
}

TEST(ChipNames, an_unknown_module_is_answered_with_the_nearest) {
  Bench bench = small_wafer();
  Chip& chip = *bench.chip;
  const auto answer = [&](const char* name) { return answer_to<std::invalid_argument>([&] { chip.find(name); }); };
  EXPECT_EQ(answer("wafer.r1.c11.router"),
            "wafer has no module 'wafer.r1.c11.router'; did you mean 'wafer.r1.c1.router'?");
  EXPECT_EQ(answer("confi_chain"), "wafer has no module 'confi_chain'; did you mean 'config_chain'?");
  EXPECT_EQ(answer("processor"), "wafer has no module 'processor'; valid is a name such as config_chain");
  EXPECT_EQ(answer("").substr(0, 22), "wafer has no module ''");
  EXPECT_EQ(answer("clock"), "wafer.clock is a kintsugi_clock, not a kintsugi_module");
  EXPECT_EQ(answer_to<std::invalid_argument>([&] { chip.find<Router>("config_chain"); }),
            "wafer.config_chain is a kintsugi_config_chain, not a kintsugi_router");
}

TEST(ChipNames, on_a_fabric_a_site_is_named_by_itself_or_by_the_node_that_is_placed_there) {
  Bench bench = small_wafer();
  Chip& chip = *bench.chip;
  EXPECT_EQ(chip.site("r1.c1"), bench.fabric->fabric().site("r1.c1"));
  EXPECT_EQ(answer_to<std::logic_error>([&] { chip.router("x1.y1"); }),
            "node x1.y1 has no site: no configuration of wafer is in force");
  elaborate();
  const SiteId before = bench.configure({}).placement.site_of[5];
  EXPECT_EQ(chip.site("x1.y1"), before);
  EXPECT_EQ(chip.site("5"), before) << "the number of a node";
  EXPECT_EQ(&chip.router("x1.y1"), &chip.router(before));
  EXPECT_EQ(&chip.pe("x1.y1"), &chip.pe(before));
  const SiteId after = bench.configure(DefectMap{before}).placement.site_of[5];
  EXPECT_NE(after, before);
  EXPECT_EQ(chip.site("x1.y1"), after) << "the site of now";
  EXPECT_EQ(answer_to<std::invalid_argument>([&] { chip.router("r1.c11"); }),
            "wafer has no site or node 'r1.c11'; did you mean 'r1.c1'?");
  EXPECT_EQ(answer_to<std::invalid_argument>([&] { chip.pe("x1.y11"); }),
            "wafer has no site or node 'x1.y11'; did you mean 'x1.y1'?");
  EXPECT_EQ(answer_to<std::invalid_argument>([&] { chip.pe("processor"); }).substr(0, 64),
            "wafer has no site or node 'processor'; valid is a site such as r");
}

TEST(ChipNames, of_a_directly_wired_chip_are_those_of_its_nodes) {
  Bench bench("mesh", {{"sides", {4, 4}}}, "dimension-order", {});
  EXPECT_EQ(bench.chip->site("x3.y2"), SiteId{11});
  EXPECT_EQ(bench.chip->node("x3.y2"), NodeId{11});
  EXPECT_EQ(&bench.chip->router("11"), &bench.chip->router(SiteId{11}));
  EXPECT_EQ(answer_to<std::invalid_argument>([&] { bench.chip->router("x3.y22"); }),
            "no node 'x3.y22'; did you mean 'x3.y2'?");
}

/// A module of the user around a chip.
struct Board final : sc_core::sc_module {
  Board(sc_core::sc_module_name name, const ChipPlan& plan, const ChipParameters& parameters, PacketObserver& observer)
      : sc_module(name), chip("wafer", plan, parameters, observer) {}
  Chip chip;
};

TEST(ChipNames, are_found_in_a_chip_that_is_a_part_of_another_module) {
  const auto design = find_family("srt2d")->build({{"n", 2}});
  const auto routing = design->routing("monotone", 2);
  const auto fabric = design->fabric({});
  Record record;
  ChipParameters parameters;
  parameters.router.vcs = 2;
  Board board("board", {&design->network(), routing.get(), &fabric->fabric()}, parameters, record);
  EXPECT_EQ(&board.chip.find("config_chain"), &board.chip.find("board.wafer.config_chain"));
}

TEST(ChipNames, all_modules_say_what_they_are_without_blanks) {
  Bench bench = small_wafer();
  std::set<std::string> kinds;
  const auto walk = [&](const auto& again, const sc_core::sc_object& object) -> void {
    if (dynamic_cast<const sc_core::sc_module*>(&object) != nullptr) kinds.insert(object.kind());
    for (const sc_core::sc_object* child : object.get_child_objects()) again(again, *child);
  };
  walk(walk, *bench.chip);
  EXPECT_EQ(kinds,
            (std::set<std::string>{"kintsugi_chip", "kintsugi_clock", "kintsugi_config_chain", "kintsugi_controller",
                                   "kintsugi_pe", "kintsugi_router", "kintsugi_scope", "kintsugi_switch"}));
}

TEST(ChipNames, on_schedule_process_each_module_has_a_process_of_its_name) {
  ChipParameters parameters;
  parameters.schedule = Schedule::kProcess;
  Bench bench("mesh", {{"sides", {2, 2}}}, "dimension-order", parameters);
  elaborate();
  for (const char* const module : {"net.x0.y0.router", "net.x0.y0.pe", "net.x1.y1.router", "net.x1.y1.pe"}) {
    const sc_core::sc_object* const process = sc_core::sc_find_object((std::string(module) + ".evaluate").c_str());
    ASSERT_NE(process, nullptr) << module;
    EXPECT_STREQ(process->kind(), "sc_method_process");
    EXPECT_EQ(process->get_parent_object(), sc_core::sc_find_object(module));
  }
  EXPECT_NE(sc_core::sc_find_object("net.clock.evaluate_cycle"), nullptr);
  bench.send(10, NodeId{0}, NodeId{3}, 4);
  bench.start();
  bench.run(100);
  EXPECT_EQ(bench.record.arrivals.size(), 1u);
}

/// Configures a wafer with one switch, found by its full name, in a trace file. Returns the last state of the switch,
/// by its name if `by_name`, else as a number. The file is closed while the chip is there.
std::string last_state_with(sc_core::sc_trace_file& file, const std::function<void()>& close, bool by_name) {
  Bench bench = small_wafer();
  const std::string name = "wafer." + bench.fabric->fabric().switches.front().name;
  sc_trace(&file, bench.chip->find(name), "first");
  sc_trace(&file, bench.chip->find("controller"), "controller");
  elaborate();
  bench.configure(DefectMap{SiteId{7}});
  bench.run(2);
  close();
  const auto& module = bench.chip->find<SwitchModule>(name);
  return by_name ? module.type().state_name(module.state()) : std::to_string(module.state());
}

TEST(ChipNames, a_switch_that_is_found_shows_the_names_of_its_states_in_the_own_trace_file) {
  const TemporaryFolder out;
  const std::string state = in_child([&] {
    wave::VcdWriter file({.path = out / "switch.vcd"});
    return last_state_with(
        file, [&] { file.close(); }, true);
  });
  const VcdDump dump = VcdReader(out / "switch.vcd").read();
  ASSERT_TRUE(dump.variables.contains("first.state"));
  EXPECT_EQ(dump.variables.at("first.state").type, "string");
  EXPECT_EQ(dump.changes("first.state").back().second, state);
  EXPECT_GT(dump.changes("first.state").size(), 1u) << "the configuration changes it";
  EXPECT_EQ(dump.variables.at("controller.phase").type, "string");
}

TEST(ChipNames, a_switch_that_is_found_shows_the_numbers_of_its_states_in_a_trace_file_of_systemc) {
  const TemporaryFolder out;
  const std::string state = in_child([&] {
    sc_core::sc_trace_file* const file = sc_core::sc_create_vcd_trace_file((out / "switch").c_str());
    file->set_time_unit(1, sc_core::SC_NS);
    return last_state_with(
        *file, [&] { sc_core::sc_close_vcd_trace_file(file); }, false);
  });
  const VcdDump dump = VcdReader(out / "switch.vcd").read();
  ASSERT_TRUE(dump.variables.contains("SystemC.first.state"));
  EXPECT_EQ(std::stoul(dump.changes("SystemC.first.state").back().second, nullptr, 2), std::stoul(state));
  EXPECT_GT(dump.changes("SystemC.first.state").size(), 1u);
}

}  // namespace
}  // namespace kintsugi::test
