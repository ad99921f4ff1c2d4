// What a site of a chip costs: objects of SystemC and bytes. The hierarchy shows the path ports of a chip unless it is
// to have none; all else is the same then.
#include <memory_resource>
#include <sstream>

#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/hw/fork.hpp"

namespace kintsugi::test {
namespace {

/// The objects below one of SystemC, one a line; ports have a mark.
void list_objects(const sc_core::sc_object& object, std::ostream& lines) {
  for (const sc_core::sc_object* child : object.get_child_objects()) {
    const bool is_port = dynamic_cast<const sc_core::sc_port_base*>(child) != nullptr;
    lines << child->name() << ' ' << child->kind() << (is_port ? " shown\n" : "\n");
    list_objects(*child, lines);
  }
}

ChipParameters showing(ShownPorts shown) {
  ChipParameters parameters;
  parameters.shown_ports = shown;
  return parameters;
}

Bench mesh_of_16(ShownPorts shown) {
  return {"mesh", {{"sides", std::vector<std::int64_t>{4, 4}}}, "dimension-order", showing(shown)};
}

Bench wafer_of_16(ShownPorts shown) {
  return {"srt2d", srt2d(2, "standard"), "monotone", showing(shown), true};
}

template <class Make>
std::string objects_of(const Make& make, ShownPorts shown) {
  return in_child([&] {
    const Bench bench = make(shown);
    elaborate();
    std::ostringstream lines;
    list_objects(*bench.chip, lines);
    return lines.str();
  });
}

/// Removes the lines of ports; returns how many there were.
std::size_t remove_ports(std::string& lines) {
  std::istringstream all(lines);
  std::size_t removed = 0;
  lines.clear();
  for (std::string line; std::getline(all, line);) {
    const bool is_port = line.ends_with(" shown");
    removed += is_port;
    if (!is_port) lines += line + '\n';
  }
  return removed;
}

template <class Make>
void expect_only_ports_to_be_missing(const Make& make, std::size_t ports) {
  std::string with = objects_of(make, ShownPorts::kAll);
  std::string without = objects_of(make, ShownPorts::kNone);
  EXPECT_EQ(remove_ports(with), ports);
  EXPECT_EQ(remove_ports(without), 0u);
  EXPECT_EQ(with, without);
}

TEST(ShownPorts, of_a_mesh_are_one_for_each_port_of_routers_and_pes_and_nothing_else) {
  expect_only_ports_to_be_missing(mesh_of_16, 16 * (4 + 1 + 1));
}

TEST(ShownPorts, of_a_wafer_are_those_of_its_switches_too) {
  const auto design = find_family("srt2d")->build(srt2d(2, "standard"));
  const auto fabric = design->fabric({});
  std::size_t ports = 0;
  std::set<std::pair<std::uint32_t, unsigned>> tapped;
  for (const Tap& tap : fabric->fabric().taps) {
    tapped.insert({tap.terminal.switch_id.value, tap.terminal.terminal});
  }
  for (std::uint32_t id = 0; id < fabric->fabric().switches.size(); ++id) {
    const SwitchType& type = *fabric->fabric().switches[id].type;
    for (TerminalNo t = 0; t < type.terminals().size(); ++t) ports += tapped.contains({id, t}) ? type.lanes(t) : 1;
  }
  const std::size_t of_a_router = fabric->fabric().layout.size() + 1;
  expect_only_ports_to_be_missing(wafer_of_16, ports + fabric->fabric().sites.size() * (of_a_router + 1));
}

TEST(ShownPorts, a_site_without_them_is_three_objects) {
  const std::string lines = objects_of(mesh_of_16, ShownPorts::kNone);
  std::size_t objects = 0;
  std::istringstream all(lines);
  for (std::string line; std::getline(all, line);) objects += line.starts_with("net.x0.y0");
  EXPECT_EQ(objects, 3u) << "the node, its router and its PE";
}

template <class Make>
std::string arrivals_of(const Make& make, ShownPorts shown) {
  return in_child([&] {
    Bench bench = make(shown);
    elaborate();
    if (bench.fabric) bench.configure(DefectMap{SiteId{7}});
    bench.start_uniform(0.2, 3, 1, bench.clock().next() + 200);
    bench.run(400);
    std::ostringstream lines;
    for (const Record::Arrival& each : bench.record.arrivals) {
      lines << each.source.value << '>' << each.destination.value << ' ' << each.created << ' ' << each.delivered
            << '\n';
    }
    return lines.str();
  });
}

TEST(ShownPorts, change_no_cycle_of_a_packet) {
  for (const auto make : {mesh_of_16, wafer_of_16}) {
    const std::string with = arrivals_of(make, ShownPorts::kAll);
    EXPECT_GT(std::ranges::count(with, '\n'), 100);
    EXPECT_EQ(arrivals_of(make, ShownPorts::kNone), with);
  }
}

/// Counts what is taken from it.
class CountedMemory final : public std::pmr::memory_resource {
 public:
  std::size_t bytes = 0;

 private:
  void* do_allocate(std::size_t count, std::size_t alignment) override {
    bytes += count;
    return memory_.allocate(count, alignment);
  }
  void do_deallocate(void*, std::size_t, std::size_t) override {}
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
  std::pmr::monotonic_buffer_resource memory_;
};

/// The figures of tb/bench/README.md rest on these bounds: eight bytes more are eight megabytes for a million routers.
/// What a module of SystemC takes depends on its release; what lies behind it is rounded up to a cache line.
TEST(SiteMemory, of_a_mesh_is_within_its_bounds) {
  ClockDomain clock("clock", Schedule::kDomain);
  PacketTable packets;
  ThreadState thread;
  CountedMemory memory;
  Record record;
  const PortLayout layout = {"e", "w", "s", "n"};
  const ChipContext chip{.clock = &clock,
                         .packets = &packets,
                         .threads = {&thread, 1},
                         .memory = &memory,
                         .shown_ports = ShownPorts::kNone};
  const RouterParameters parameters{.vcs = 2, .buffer = 4, .latency = 0};
  const Router router("router", chip, layout, parameters);
  const TrafficPe pe("pe", chip, parameters, record);
  EXPECT_LE(memory.bytes, 1024u) << "registers, buffers, credits and sets of channels";
  EXPECT_LE(sizeof(Router) - sizeof(sc_core::sc_module), 472u + kCacheLine);
  EXPECT_LE(sizeof(TrafficPe) - sizeof(sc_core::sc_module), 408u + kCacheLine);
  EXPECT_LE(sizeof(PathPort), 24u);
}

}  // namespace
}  // namespace kintsugi::test
