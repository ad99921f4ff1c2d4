// Generated scenarios in which PEs, links, switches and wires die at run time, and some of them work again: packets are
// conserved, each loss and each event is named, and all schedules agree to the byte. Each scenario is a function of its
// number alone; a failing one is printed as a command that reproduces it.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>

#include "tb/tests/system/dice.hpp"
#include "tb/tests/system/tool.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

struct FaultPlace {
  const char* name;
  const char* scenario;  ///< the network, and what carries it
  unsigned most;         ///< PEs and links that are dead at a time
  bool has_elements;
  bool has_links;
};

const std::vector<FaultPlace> kPlaces = {
    {"wafer", "network: {kind: srt2d, n: 2}, fabric: {chain_bits: 64}", 1, true, false},
    {"wafer_with_two_tracks", "network: {kind: srt2d, n: 2}, fabric: {tracks: 2, chain_bits: 64}", 1, true, false},
    {"wafer_by_wire", "network: {kind: srt2d, n: 2}, fabric: {bunch: per_wire, chain_bits: 64}", 1, true, false},
    {"wafer_without_rings", "network: {kind: srt2d, n: 2}, fabric: {isolate: true, chain_bits: 64}", 1, true, false},
    {"torus_on_a_wafer", "network: {kind: torus, sides: [4, 4]}, fabric: {chain_bits: 64}", 1, true, false},
    {"mesh_on_a_wafer", "network: {kind: mesh, sides: [4, 3]}, fabric: {chain_bits: 64}", 1, true, false},
    {"row_of_pes", "network: {kind: srt1d, n: 4}, fabric: {chain_bits: 64}", 1, true, false},
    {"array", "network: {kind: sse, n: 4, scheme: ksft2, k: 3}", 3, false, true},
    {"array_of_modules", "network: {kind: sse, n: 4, scheme: exm, k: 2, modules: 4}", 2, false, true},
    {"clusters", "network: {kind: mandala, ports: 4, levels: 2}, router: {routing: hdr}", 2, false, true},
    {"clusters_of_clusters", "network: {kind: mandala, ports: 4, levels: 3}, router: {routing: hdr}", 2, false, true}};

constexpr std::uint64_t kFaultSeed = 1;
constexpr std::size_t kOfEachPlace = 6;
constexpr unsigned kCycles = 3000;

/// One entry of `faults`.
struct Entry {
  std::string what;  ///< "pe: [1, 2]"
  unsigned cycle = 0;
  std::optional<unsigned> until = {};
};

class FaultWriter {
 public:
  explicit FaultWriter(std::size_t number)
      : dice_(kFaultSeed + number),
        place_(kPlaces[number % kPlaces.size()]),
        setup_(load_scenario('{' + std::string(place_.scenario) + '}', {}).setup) {}

  std::string scenario() {
    return joined({"{", place_.scenario, ",\n traffic: {rate: ", dice_.one_of({"0.05", "0.1", "0.2"}),
                   ", flits: ", dice_.one_of({"1", "4", "16"}), "}, run: {cycles: ", std::to_string(kCycles),
                   ", warmup: 500, seed: ", dice_.number(0, 99), "}, repair: {plan_cycles: ", dice_.number(0, 40),
                   "},\n faults: [", faults(), "]}"});
  }

 private:
  /// What dies at the same time fits the spares of an array; an element of a wafer dies beside it, and works again
  /// before the next one dies. Not every PE and element together can be repaired.
  std::string faults() {
    std::vector<Entry> entries;
    for (unsigned lane = 0; lane < place_.most; ++lane) add_lane(entries, place_.has_links && dice_.once_in(3));
    if (place_.has_elements) add_elements(entries);
    std::string text;
    for (const Entry& entry : entries) {
      text += joined({text.empty() ? "" : ",\n  ", "{cycle: ", std::to_string(entry.cycle),
                      entry.until ? ", until: " + std::to_string(*entry.until) : "", ", ", entry.what, "}"});
    }
    return text;
  }

  /// Adds faults one after the other, each before the next: some short, some that begin while the chip drains.
  void add_lane(std::vector<Entry>& entries, bool links) {
    unsigned cycle = 300 + draw(0, 800);
    for (unsigned i = 0; i < 3 && cycle < kCycles; ++i) {
      const unsigned length = dice_.once_in(3) ? draw(1, 20) : draw(100, 700);
      Entry entry{links ? link() : pe(), cycle, cycle + length};
      cycle += length + draw(1, 900);
      if (cycle >= kCycles && dice_.once_in(2)) entry.until.reset();
      entries.push_back(entry);
    }
  }

  void add_elements(std::vector<Entry>& entries) {
    unsigned cycle = 300 + draw(0, 500);
    const auto& kinds = setup_.fabric->info().elements;
    for (unsigned i = 0; i < 3 && cycle < kCycles; ++i) {
      const ElementSpec& kind = kinds[dice_.between(0, kinds.size() - 1)];
      const unsigned length = draw(5, 700);
      entries.push_back({element(kind), cycle, cycle + length});
      cycle += length + draw(100, 500);
    }
  }

  unsigned draw(unsigned low, unsigned high) { return static_cast<unsigned>(dice_.between(low, high)); }

  /// Returns a PE that no other fault names.
  std::string pe() {
    while (true) {
      const auto& addresses = setup_.places.addresses;
      const std::string text = describe_address(addresses[dice_.between(0, addresses.size() - 1)]);
      if (used_.insert(text).second) return "pe: " + text;
    }
  }

  std::string link() {
    const auto& addresses = setup_.places.addresses;
    while (true) {
      const LinkAddress link{addresses[dice_.between(0, addresses.size() - 1)],
                             addresses[dice_.between(0, addresses.size() - 1)]};
      const auto defect = resolved(link);
      if (!defect) continue;
      const auto [a, b] = std::get<LinkDefect>(*defect);
      const std::string name = std::to_string(a.value) + '-' + std::to_string(b.value);
      if (used_.insert(name).second) {
        return joined({"link: [", describe_address(link.a), ", ", describe_address(link.b), "]"});
      }
    }
  }

  std::string element(const ElementSpec& kind) {
    while (true) {
      ElementAddress address{kind.key, {}};
      std::string text;
      for (const ParameterSpec& part : kind.parts) {
        if (part.choices.empty()) {
          address.parts.emplace_back(static_cast<int>(dice_.between(0, 5)));
        } else {
          address.parts.emplace_back(dice_.one_of(part.choices));
        }
        const auto* number = std::get_if<int>(&address.parts.back());
        text += (text.empty() ? "" : ", ") +
                (number != nullptr ? std::to_string(*number) : std::get<std::string>(address.parts.back()));
      }
      if (resolved(address)) return joined({kind.key, ": [", text, "]"});
    }
  }

  std::optional<Defect> resolved(const Address& address) const {
    try {
      return setup_.places.resolve({address, {}});
    } catch (const std::invalid_argument&) {
      return std::nullopt;
    }
  }

  Dice dice_;
  const FaultPlace& place_;
  Setup setup_;
  std::set<std::string> used_;
};

std::size_t count_of(const std::string& text, const std::string& word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

/// Returns the numbers that follow a word.
std::vector<unsigned> numbers_after(const std::string& text, const std::string& word) {
  std::vector<unsigned> numbers;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    numbers.push_back(static_cast<unsigned>(std::stoul(text.substr(at + word.size()))));
  }
  return numbers;
}

void expect_all_named(const json& report, const std::string& scenario) {
  const bool failed = report.contains("failure");
  EXPECT_EQ(report.at("conserved"), true);
  EXPECT_EQ(report.at("deadlock"), false);
  const json& packets = report.at("packets");
  EXPECT_GT(packets.at("created"), 0);
  EXPECT_EQ(packets.at("created").get<unsigned>(), packets.at("delivered").get<unsigned>() +
                                                       packets.at("lost").get<unsigned>() +
                                                       packets.at("queued").get<unsigned>());
  EXPECT_EQ(packets.at("in_flight"), 0);
  if (!failed) {
    EXPECT_EQ(packets.at("queued"), 0);
  }
  std::set<std::pair<unsigned, unsigned>> lost;
  for (const json& packet : report.at("lost_packets")) lost.emplace(packet.at("source"), packet.at("number"));
  EXPECT_EQ(lost.size(), packets.at("lost"));
  std::multiset<unsigned> begins;
  std::multiset<unsigned> ends;
  const auto take = [&](const json& event) {
    if (event.contains("until")) ends.insert(event.at("until").get<unsigned>());
    if (event.contains("cycle")) begins.insert(event.at("cycle").get<unsigned>());
  };
  for (const json& each : report.at("reconfigurations")) {
    EXPECT_TRUE(failed || !each.contains("complete")) << each;
    for (const json& event : each.at("faults")) take(event);
  }
  for (const json& event : report.value("unrepaired", json::array())) take(event);
  const std::string faults = scenario.substr(scenario.find("faults:"));
  const std::vector<unsigned> wanted = numbers_after(faults, "cycle: ");
  std::vector<unsigned> until = numbers_after(faults, "until: ");
  std::erase_if(until, [](unsigned cycle) { return cycle >= kCycles; });
  EXPECT_EQ(begins, std::multiset<unsigned>(wanted.begin(), wanted.end()));
  EXPECT_EQ(ends, std::multiset<unsigned>(until.begin(), until.end()));
}

class GeneratedFaults : public testing::TestWithParam<std::size_t> {};

TEST_P(GeneratedFaults, are_all_repaired_and_named_and_so_is_what_they_cost_on_every_schedule) {
  const std::string scenario = FaultWriter(GetParam()).scenario();
  SCOPED_TRACE("kintsugi run '" + scenario + "' --json --quiet");
  const ToolResult domain = run_tool({"run", scenario, "--json", "--quiet"});
  ASSERT_TRUE(domain.status == 0 || domain.status == 1) << domain.err << domain.out;
  const json report = json::parse(domain.out);
  expect_all_named(report, scenario);
  EXPECT_EQ(domain.status == 1, report.contains("failure"));
  if (report.contains("failure")) {
    EXPECT_TRUE(kPlaces[GetParam() % kPlaces.size()].has_elements) << "the spares are enough";
    const std::string why = report.at("failure");
    EXPECT_TRUE(why.starts_with("there is no repair") || why == "no repair was found") << why;
  }
  for (const auto& way : other_ways_to_run(GetParam(), 2)) {
    const ToolResult other = run_tool(with({"run", scenario, "--json", "--quiet"}, way));
    EXPECT_EQ(other.status, domain.status) << way.back() << ": " << other.err;
    EXPECT_TRUE(other.out == domain.out) << way.front() << ' ' << way.back() << " says something else";
  }
}

std::string name_of_place(const testing::TestParamInfo<std::size_t>& info) {
  return std::string(kPlaces[info.param % kPlaces.size()].name) + '_' + std::to_string(info.param / kPlaces.size());
}

INSTANTIATE_TEST_SUITE_P(All, GeneratedFaults, testing::Range<std::size_t>(0, kPlaces.size() * kOfEachPlace),
                         name_of_place);

TEST(GeneratedFaultScenarios, have_every_kind_of_fault_among_them) {
  std::string all;
  for (std::size_t number = 0; number < kPlaces.size() * kOfEachPlace; ++number) all += FaultWriter(number).scenario();
  for (const char* key : {"pe: ", "link: ", "switch: ", "track: ", "bunch: ", "wire: "}) {
    EXPECT_GT(count_of(all, key), 3u) << key;
  }
  EXPECT_GT(count_of(all, "until: "), 100u);
  EXPECT_GT(count_of(all, "{cycle: "), count_of(all, "until: ")) << "some faults never end";
}

}  // namespace
}  // namespace kintsugi::test
