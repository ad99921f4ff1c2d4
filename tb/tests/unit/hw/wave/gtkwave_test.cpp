// GTKWave's own programs read the dump: vcd2fst and fst2vcd together give back what was written.
#include <gtest/gtest.h>

#include <cstdlib>

#include "hw/wave/vcd_writer.hpp"
#include "tb/tests/unit/hw/wave/stimulus.hpp"
#include "tb/tests/unit/hw/wave/temporary_folder.hpp"
#include "tb/tests/unit/hw/wave/vcd_reader.hpp"

namespace kintsugi::wave {
namespace {

using sc_core::SC_NS;
using test::read_vcd;
using test::Stimulus;
using test::TemporaryFolder;
using test::text_of;
using test::VcdChanges;

bool installed(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null").c_str()) == 0;
}

/// Converts VCD -> FST -> VCD; `said` gets the output of the programs.
void there_and_back(const std::filesystem::path& from, const std::filesystem::path& to, std::string& said) {
  const auto fst = to.string() + ".fst";
  const auto errors = to.string() + ".err";
  const auto command = "{ vcd2fst '" + from.string() + "' '" + fst + "' && fst2vcd -f '" + fst + "' -o '" +
                       to.string() + "' >/dev/null; } 2>'" + errors + "'";
  const int status = std::system(command.c_str());
  said = text_of(errors);
  ASSERT_EQ(status, 0) << said;
}

/// FST has a value for an event before its first pulse, x, which is not a change.
VcdChanges without_x(VcdChanges changes) {
  std::erase_if(changes, [](const auto& change) { return change.second == "x"; });
  return changes;
}

class Gtkwave : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const auto* program : {"vcd2fst", "fst2vcd"}) {
      ASSERT_TRUE(installed(program)) << program << " is not installed: it comes with the package gtkwave";
    }
  }

  void compare(const VcdWriter& writer) {
    std::string said;
    there_and_back(folder_ / "run.vcd", folder_ / "back.vcd", said);
    EXPECT_EQ(said, "");
    const auto ours = read_vcd(folder_ / "run.vcd");
    const auto back = read_vcd(folder_ / "back.vcd");
    EXPECT_EQ(ours.variables.size(), writer.signals().size());
    EXPECT_EQ(back.order, ours.order);
    EXPECT_EQ(back.scopes, ours.scopes);
    EXPECT_EQ(back.timescale, ours.timescale);
    for (const auto& [name, variable] : ours.variables) {
      const auto& other = back.variables.at(name);
      EXPECT_EQ(other.type, variable.type) << name;
      EXPECT_EQ(other.range, variable.range) << name;
      EXPECT_EQ(variable.type == "event" ? without_x(other.changes) : other.changes, variable.changes) << name;
    }
  }

  TemporaryFolder folder_;
  Stimulus stimulus_{"stimulus"};
};

TEST_F(Gtkwave, reads_every_type_and_gives_it_back) {
  VcdWriter writer({.path = folder_ / "run.vcd", .from = {10, SC_NS}, .to = {250, SC_NS}});
  stimulus_.trace_in(&writer);
  sc_start(300, SC_NS);
  writer.close();
  compare(writer);
}

TEST_F(Gtkwave, reads_names_of_states_with_odd_characters) {
  VcdWriter writer({.path = folder_ / "run.vcd"});
  const auto table = std::make_shared<const std::vector<std::string>>(
      std::vector<std::string>{"cross", "two words", "tab\t", "back\\slash", "\"quoted\"", "what?", "it's", "$end",
                               "\xc3\xa9t\xc3\xa9", "#1", "\x01\x7f", "a\\040b"});
  writer.add_name(
      "top.state",
      reader<[](const Stimulus& s, std::uint64_t states) { return s.step % states; }>(stimulus_, table->size()), table);
  sc_start(30, SC_NS);
  writer.close();
  compare(writer);
  VcdChanges expected;
  for (std::size_t i = 0; i < 30; ++i) expected.emplace_back(i, table->at(i % table->size()));
  EXPECT_EQ(read_vcd(folder_ / "back.vcd").changes("top.state"), expected);
}

TEST_F(Gtkwave, reads_many_signals_in_many_scopes) {
  VcdWriter writer({.path = folder_ / "run.vcd"});
  for (unsigned i = 0; i < 10000; ++i) {
    const auto name = "wafer.r" + std::to_string(i / 100) + ".c" + std::to_string(i % 100) + ".value";
    writer.add(name, 1 + i % 64,
               reader<[](const Stimulus& s, std::uint64_t n) { return s.step % (n + 1) == 0; }>(stimulus_, i));
  }
  writer.add("outside", 7, reader<[](const Stimulus& s, std::uint64_t) { return s.step; }>(stimulus_));
  sc_start(20, SC_NS);
  writer.close();
  compare(writer);
}

TEST_F(Gtkwave, reads_a_dump_without_a_step) {
  VcdWriter writer({.path = folder_ / "run.vcd", .from = {1, sc_core::SC_SEC}});
  stimulus_.trace_in(&writer);
  sc_start(10, SC_NS);
  writer.close();
  std::string said;
  there_and_back(folder_ / "run.vcd", folder_ / "back.vcd", said);
  EXPECT_EQ(said, "");
}

}  // namespace
}  // namespace kintsugi::wave
