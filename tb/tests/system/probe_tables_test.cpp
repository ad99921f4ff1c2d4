// The table of the probes in hw/README.md and the probes of chips are the same.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "hw/chip/module_walk.hpp"
#include "tb/tests/system/tool.hpp"
#include "tb/tests/unit/hw/chip/bench.hpp"

namespace kintsugi::test {
namespace {

using Names = std::set<std::string>;

/// Adds a name as a table has it: the name alone, or ".vc", which stands for the last name with another ending.
void add_entry(const std::string& entry, std::string& last, Names& names) {
  last = entry.starts_with('.') ? last.substr(0, last.rfind('.')) + entry : entry;
  names.insert(last);
}

/// Returns the names in the first cells of the table that the page has under this heading.
Names names_on_page(const std::string& page, const std::string& heading) {
  Names names;
  bool below = false;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#")) below = line == heading;
    if (!below || !line.starts_with("| `")) continue;
    const std::string cell = line.substr(0, line.find(" | "));
    static const std::regex quoted("`([^`]+)`");
    std::string last;
    for (std::sregex_iterator each(cell.begin(), cell.end(), quoted), end; each != end; ++each) {
      add_entry((*each)[1], last, names);
    }
  }
  return names;
}

/// Returns the name as the tables have it: "wafer.r1.c1.pe.queue" is "<pe>.queue".
std::string in_general(std::string name) {
  static const std::vector<std::pair<std::regex, std::string>> kInGeneral = {
      {std::regex("\\.in_[^.]+\\.vc[0-9]+\\."), ".in_<port>.vc<v>."},
      {std::regex("\\.out_[^.]+\\."), ".out_<port>."},
      {std::regex("^.*\\.router\\."), "<router>."},
      {std::regex("^.*\\.pe\\."), "<pe>."},
      {std::regex("^.*\\.config_chain\\."), "<chain>."},
      {std::regex("^(wafer|array)\\.controller\\."), "<fabric>.controller."},
      {std::regex("^net\\..*\\.fault_flooding\\."), "net.<node>.fault_flooding."},
      {std::regex("^net\\..*\\.heartbeat\\."), "net.<node>.heartbeat."},
      {std::regex("^.*\\.rule\\."), "<rule>."},
      {std::regex("^.*\\.diagnosis\\."), "<diagnosis>."},
      {std::regex("^(wafer|array)\\..*\\.(?=state$|shadow$|passes$)"), "<switch>."}};
  for (const auto& [part, general] : kInGeneral) name = std::regex_replace(name, part, general);
  return name;
}

/// Returns the names of all probes of a chip; the writer adds none of them.
Names probes_of(const Chip& chip, wave::VcdWriter& writer) {
  Names names;
  EXPECT_EQ(add_probes(
                chip, writer,
                [&names](std::string_view name) {
                  names.insert(in_general(std::string(name)));
                  return false;
                },
                true),
            0u);
  return names;
}

/// A small wafer, an array with a local rule and self-diagnosis, and a network that routes around faults, with
/// detection, have every probe between them.
Names probes_of_chips() {
  const Bench wafer("srt2d", srt2d(2, "standard"), "monotone", {}, true);
  const Bench array("sse", {{"n", std::int64_t{3}}, {"scheme", "sft1"}}, "destination-tag", {}, true, 2, {},
                    Multicasts::kNone, {}, true);
  const auto mandala = find_family("mandala")->build({{"ports", std::int64_t{4}}, {"levels", std::int64_t{2}}});
  ChipParameters detecting;
  detecting.detection.emplace().heartbeat = 10;
  const Bench around(mandala->network(), mandala->routing("hdr", 8), detecting);
  elaborate();
  const TemporaryDirectory out;
  std::filesystem::create_directories(out.path());
  Names names;
  {
    wave::VcdWriter writer({.path = out.path() / "none.vcd"});
    names = probes_of(*wafer.chip, writer);
    names.merge(probes_of(*array.chip, writer));
    names.merge(probes_of(*around.chip, writer));
  }
  return names;
}

Names names_on_hardware_page() {
  return names_on_page(text_of("hw/README.md"), "## Probes");
}

TEST(ProbeTables, list_every_probe_of_a_chip_and_no_other) {
  const Names made = probes_of_chips();
  EXPECT_EQ(names_on_hardware_page(), made) << "left: the table of hw/README.md, right: the probes of chips";
  EXPECT_TRUE(made.contains("<router>.in_<port>.vc<v>.granted"));
}

TEST(ProbeTables, a_name_too_many_or_too_few_is_found) {
  const std::string page = std::regex_replace(text_of("hw/README.md"), std::regex("`\\.queue`"), "`.queued`");
  Names expected = names_on_hardware_page();
  expected.erase("<pe>.queue");
  expected.insert("<pe>.queued");
  EXPECT_EQ(names_on_page(page, "## Probes"), expected);
}

}  // namespace
}  // namespace kintsugi::test
