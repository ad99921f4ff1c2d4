// The list of keys that help and new scenarios print is that of the readers, with what they check.
#include <gtest/gtest.h>

#include <set>

#include "models/workload/collectives/catalogue.hpp"
#include "tb/tool/scenario/key_list.hpp"
#include "tb/tool/scenario/reader.hpp"

namespace kintsugi::test {
namespace {

KeySpec key(const KeySpecs& specs, const std::string& path) {
  const auto found = std::ranges::find(specs, path, &KeySpec::path);
  EXPECT_NE(found, specs.end()) << path;
  return found == specs.end() ? KeySpec{} : *found;
}

TEST(KeyList, every_key_says_what_it_means_and_of_which_type_it_is) {
  for (const KeySpec& spec : keys_of_all()) {
    EXPECT_NE(spec.help, "") << spec.path;
    EXPECT_NE(spec.type, "") << spec.path;
  }
}

TEST(KeyList, has_the_range_and_the_default_that_the_reader_checks) {
  const KeySpecs all = keys_of_all();
  EXPECT_EQ(line_of(key(all, "router.buffer")), "flits per virtual channel; integer, 1 to 64; default of the preset");
  EXPECT_EQ(line_of(key(all, "router.vcs")),
            "virtual channels per link; integer, 1 to 32; default what the routing needs");
  EXPECT_EQ(line_of(key(all, "faults.cycle")),
            "the cycle at whose end the fault begins; integer, 0 to 10^12; required");
  EXPECT_EQ(key(all, "traffic.multicast.rate").otherwise, "0.0001");
  EXPECT_EQ(key(all, "traffic.rate").range, "0 to 1");
  EXPECT_EQ(key(all, "traffic.rate").otherwise, "0.01");
  EXPECT_EQ(key(all, "detection.crc_bits").choices.size(), 3u);
  EXPECT_EQ(key(all, "repair.mode").choices.front().summary,
            "PEs stop, and the network drains before it is reconfigured");
}

TEST(KeyList, a_parameter_of_several_programs_has_the_names_and_the_meanings_of_all) {
  const KeySpecs all = keys_of_all();
  const KeySpec algorithm = key(all, "traffic.workload.algorithm");
  EXPECT_EQ(algorithm.otherwise, "");
  for (const workload::WorkloadInfo& info : workload::workloads()) {
    for (const ParameterSpec& spec : info.parameters) {
      const KeySpec found = key(all, "traffic.workload." + spec.name);
      EXPECT_NE(line_of(found).find(info.name), std::string::npos) << spec.name << " of " << info.name;
      for (const std::string& choice : spec.choices) {
        EXPECT_EQ(std::ranges::count(found.choices, choice, &Term::name), 1) << choice << " of " << info.name;
      }
    }
  }
  EXPECT_EQ(line_of(key(all, "traffic.workload.bytes")),
            "allreduce, reduce_scatter, fft: bytes of each rank; allgather: bytes of all parts; broadcast: bytes of "
            "rank 0; alltoall: bytes from one rank to another, 0 to 2^40; integer");
  EXPECT_EQ(line_of(key(all, "traffic.workload.calc_ns")),
            "nanoseconds of each calculation, 0 to 10^12, default 0; integer; only with halo, fft");
}

// A range is tried at both ends and beyond them: the reader takes what the help says, and no more.
TEST(KeyList, the_reader_takes_the_ends_of_the_ranges_and_refuses_what_is_beyond) {
  const auto mistakes = [](const std::string& path, const std::string& value) {
    const std::size_t dot = path.find('.');
    const std::string text = "{network: {kind: mesh, sides: [8, 8]}, " + path.substr(0, dot) + ": {" +
                             path.substr(dot + 1) + ": " + value + "}}";
    Diagnostics errors;
    read_scenario(*parse_document(text, "a key", errors), "a key", errors);
    return errors.size();
  };
  std::size_t tried = 0;
  for (const KeySpec& spec : keys_of_all()) {
    const std::size_t to = spec.range.find(" to ");
    const bool is_plain = spec.type == "integer" && to != std::string::npos &&
                          spec.range.find_first_not_of("0123456789 to") == std::string::npos;
    const bool is_alone = spec.path.find('.') == spec.path.rfind('.');
    if (!is_plain || !is_alone || !(spec.path.starts_with("router.") || spec.path.starts_with("link."))) continue;
    const std::int64_t low = std::stoll(spec.range), high = std::stoll(spec.range.substr(to + 4));
    EXPECT_EQ(mistakes(spec.path, std::to_string(low)), 0u) << spec.path;
    EXPECT_EQ(mistakes(spec.path, std::to_string(high)), 0u) << spec.path;
    EXPECT_EQ(mistakes(spec.path, std::to_string(low - 1)), 1u) << spec.path;
    EXPECT_EQ(mistakes(spec.path, std::to_string(high + 1)), 1u) << spec.path;
    ++tried;
  }
  EXPECT_GE(tried, 4u);
}

TEST(KeyList, says_which_kinds_have_a_key) {
  const KeySpecs all = keys_of_all();
  EXPECT_EQ(key(all, "network.ports").kinds, std::vector<std::string>{"mandala"});
  EXPECT_TRUE(key(all, "run.cycles").kinds.empty());
  const KeySpecs of_hypercube = keys_of(*find_family("hypercube"));
  EXPECT_EQ(std::ranges::find(of_hypercube, "fabric.tracks", &KeySpec::path), of_hypercube.end());
  EXPECT_EQ(std::ranges::find(of_hypercube, "network.shift", &KeySpec::path), of_hypercube.end());
}

TEST(KeyList, a_key_with_another_range_in_some_kinds_comes_once_for_each_and_together) {
  const KeySpecs all = keys_of_all();
  std::size_t several = 0;
  for (const Family* family : families()) {
    for (const KeySpec& own : keys_of(*family)) {
      const auto has_kind = [&](const KeySpec& row) {
        return row.path == own.path && (row.kinds.empty() || std::ranges::count(row.kinds, family->kind()) != 0);
      };
      ASSERT_EQ(std::ranges::count_if(all, has_kind), 1) << family->kind() << ' ' << own.path;
      const auto row = std::ranges::find_if(all, has_kind);
      EXPECT_EQ(row->range, own.range) << family->kind() << ' ' << own.path;
      EXPECT_EQ(row->otherwise, own.otherwise) << family->kind() << ' ' << own.path;
      EXPECT_EQ(row->help, own.help) << family->kind() << ' ' << own.path;
      EXPECT_EQ(row->required, own.required) << family->kind() << ' ' << own.path;
      if (row != all.begin() && std::prev(row)->path == row->path) ++several;
    }
  }
  EXPECT_GT(several, 4u);
  std::set<std::string> finished;
  for (const KeySpec& spec : all) {
    const bool is_new = finished.insert(spec.path).second;
    EXPECT_TRUE(is_new || std::prev(&spec)->path == spec.path) << spec.path;
  }
}

TEST(KeyList, sections_stay_together) {
  std::set<std::string> finished;
  std::string current;
  for (const KeySpec& spec : keys_of_all()) {
    const std::string section = spec.path.substr(0, spec.path.find('.'));
    if (section == current) continue;
    EXPECT_TRUE(finished.insert(section).second) << spec.path;
    current = section;
  }
  EXPECT_EQ(finished.size(), section_terms().size());
}

TEST(KeyList, reading_without_a_list_and_with_one_give_the_same_mistakes) {
  const std::string text = "{network: {kind: srt2d, n: 99, shfit: 3}, router: {vcs: 0, wibble: 1}, faults: [{}]}";
  Diagnostics plain, listed;
  KeySpecs specs;
  read_scenario(*parse_document(text, "a", plain), "a", plain);
  read_scenario(*parse_document(text, "a", listed), "a", listed, families(), &specs);
  EXPECT_EQ(plain.size(), listed.size());
  EXPECT_FALSE(specs.empty());
}

TEST(Examples, every_required_parameter_of_a_family_has_one_and_the_family_builds_with_them) {
  for (const Family* family : families()) {
    Parameters parameters;
    for (const ParameterSpec& spec : family->parameters()) {
      EXPECT_EQ(spec.example.has_value(), spec.required) << family->kind() << ' ' << spec.name;
      if (spec.example) parameters.emplace(spec.name, *spec.example);
    }
    EXPECT_GE(family->build(parameters)->network().nodes(), 8u) << family->kind();
  }
}

}  // namespace
}  // namespace kintsugi::test
