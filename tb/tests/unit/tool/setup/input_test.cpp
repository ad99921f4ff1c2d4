// Scenario files and the defect maps that they name.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tb/tests/unit/tool/scenario/mistakes.hpp"

namespace kintsugi::test {
namespace {

namespace fs = std::filesystem;

class InputFiles : public testing::Test {
 protected:
  InputFiles() : folder_(fs::temp_directory_path() / ("kintsugi_input_" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~InputFiles() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return path(name);
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  const std::string wafer_ = "network: {kind: srt2d, n: 3}\nfabric: {}\n";

 private:
  fs::path folder_;
};

TEST_F(InputFiles, a_defect_map_is_looked_for_beside_the_scenario) {
  write("map.yaml", "defects: {pe: [[3, 4], [5, 2]]}\n");
  const std::string scenario = write("scenario.yaml", wafer_ + "defects: {file: map.yaml}\n");
  EXPECT_EQ(load_scenario(scenario, {}).setup.defects.size(), 2u);
}

TEST_F(InputFiles, a_defect_map_may_be_random) {
  write("map.yaml", "defects: {random: 5, seed: 3}\n");
  const std::string scenario = write("scenario.yaml", wafer_ + "defects: {file: map.yaml}\n");
  EXPECT_EQ(load_scenario(scenario, {}).setup.defects.size(), 5u);
}

TEST_F(InputFiles, a_defect_map_can_have_random_defects_beside_it) {
  write("map.yaml", "defects: {pe: [[3, 4]]}\n");
  const std::string scenario =
      write("scenario.yaml", wafer_ + "defects: {file: map.yaml, random: {pe: 4, track: 2}}\n");
  const Defects defects = load_scenario(scenario, {}).setup.defects;
  EXPECT_EQ(defects.sites.size(), 5u);
  EXPECT_EQ(defects.elements.size(), 2u);
  write("map.yaml", "defects: {random: 1}\n");
  EXPECT_EQ(mistakes_in(scenario), Lines{scenario + ":3:35: defects.random: the defect map has random defects itself; "
                                                    "leave out one of them"});
}

TEST_F(InputFiles, mistakes_in_a_defect_map_have_places_in_it) {
  const std::string map = write("map.yaml", "defects:\n  pe: [[3, 4],\n       [0, 9]]\n  fiel: x\nother: 1\n");
  const std::string scenario = write("scenario.yaml", wafer_ + "defects: {file: map.yaml}\nrun: {cycles: 0}\n");
  EXPECT_EQ(mistakes_in(scenario), (Lines{map + ":3:8: no PE at [0, 9]: the place is empty (the corners of a wafer "
                                                "have PEs only with fabric.corners: true)",
                                          map + ":4:3: unknown key 'defects.fiel'; did you mean 'field'?",
                                          map + ":5:1: unknown key 'other'; valid: defects",
                                          scenario + ":4:15: run.cycles must be 1 to 10^12, not '0'"}));
}

TEST_F(InputFiles, a_defect_map_is_a_mapping) {
  const std::string map = write("map.yaml", "- [3, 4]\n");
  const std::string scenario = write("scenario.yaml", wafer_ + "defects: {file: map.yaml}\n");
  EXPECT_EQ(mistakes_in(scenario), Lines{map + ":1:1: a defect map is a mapping with the key defects, not a list"});
  write("map.yaml", "a: [\n");
  EXPECT_EQ(mistakes_in(scenario), Lines{map + ":2:1: not valid YAML: end of sequence flow not found"});
  write("map.yaml", "{}\n");
  EXPECT_EQ(mistakes_in(scenario), Lines{map + ":1:1: defects is missing"});
  for (const std::string lists : {"pe: [[3, 4]]", "switch: []", "random: 3"}) {
    write("map.yaml", lists + "\n");
    EXPECT_EQ(mistakes_in(scenario),
              Lines{map + ":1:1: a defect map has its lists under defects: {defects: {pe: [...]}}"});
  }
}

TEST_F(InputFiles, a_file_that_is_not_there_is_named) {
  EXPECT_EQ(mistakes_in(path("none.yaml")),
            Lines{path("none.yaml") + ": cannot read this file: No such file or directory"});
  EXPECT_EQ(mistakes_in(path("")), Lines{path("") + ": cannot read this file: it is a directory"});
}

TEST_F(InputFiles, a_defect_map_is_one_document) {
  const std::string map = write("map.yaml", "{defects: {pe: [[3, 4]]}},\n");
  const std::string scenario = write("scenario.yaml", wafer_ + "defects: {file: map.yaml}\n");
  EXPECT_EQ(mistakes_in(scenario), Lines{map + ":1:26: the document ends before this; only one document is allowed"});
}

TEST_F(InputFiles, a_device_is_no_defect_map_and_no_trace) {
  const std::string device = "/dev/zero: it is a device or a socket; name a file or a FIFO";
  const std::string scenario =
      write("scenario.yaml", wafer_ + "defects: {file: /dev/zero}\ntraffic: {trace: /dev/zero}\n");
  EXPECT_EQ(mistakes_in(scenario), (Lines{scenario + ":3:17: cannot read the defect map " + device,
                                          scenario + ":4:18: cannot read the trace " + device}));
}

TEST_F(InputFiles, reading_a_trace_tells_its_bytes) {
  std::string text;
  for (int line = 0; line < 100'000; ++line) text += "0,1,2,4\n";
  const std::string scenario = write("scenario.yaml", wafer_ + "traffic: {trace: t.csv}\n");
  write("t.csv", text);
  std::vector<std::size_t> steps;
  load_scenario(scenario, {}, families(), [&](const std::string& what, const std::string& unit) -> Progress {
    if (what != "reading the trace") return [](std::size_t, std::size_t) {};
    EXPECT_EQ(unit, "byte");
    return [&](std::size_t done, std::size_t total) {
      steps.push_back(done);
      EXPECT_EQ(total, 800'000u);
    };
  });
  EXPECT_GT(steps.size(), 2u);
  EXPECT_TRUE(std::ranges::is_sorted(steps));
  EXPECT_EQ(steps.back(), 800'000u);
}

TEST_F(InputFiles, of_a_hundred_thousand_unknown_keys_a_hundred_are_named) {
  std::string text = wafer_ + "run:\n";
  for (int key = 0; key < 100'000; ++key) text += "  key" + std::to_string(key) + ": 1\n";
  const Lines mistakes = mistakes_in(write("scenario.yaml", text));
  ASSERT_EQ(mistakes.size(), 101u);
  EXPECT_TRUE(mistakes.back().ends_with(" more mistakes")) << mistakes.back();
}

TEST_F(InputFiles, an_empty_file_is_not_a_scenario) {
  const std::string scenario = write("scenario.yaml", "");
  EXPECT_EQ(mistakes_in(scenario), Lines{scenario + ":1:1: a scenario is a mapping ({network: ...}), not nothing"});
}

TEST_F(InputFiles, lines_and_columns_count_from_one_in_block_style_too) {
  const std::string scenario = write("scenario.yaml", "network:\n  kind: srt2d\n  n: 3\nrouter:\n  vcs: many\n");
  EXPECT_EQ(mistakes_in(scenario), Lines{scenario + ":5:8: router.vcs must be an integer, not 'many'"});
}

TEST_F(InputFiles, windows_line_ends_are_no_mistake) {
  EXPECT_EQ(mistakes_in(write("scenario.yaml", "network:\r\n  kind: srt2d\r\n  n: 3\r\n")), Lines{});
}

}  // namespace
}  // namespace kintsugi::test
