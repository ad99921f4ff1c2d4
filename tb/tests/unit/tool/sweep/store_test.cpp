#include "tb/tool/sweep/store.hpp"

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "tb/tests/system/tool.hpp"
#include "tb/tests/unit/tool/sweep/sweeps.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::ordered_json;
using sweep::Store;

const ordered_json kReport = {{"cycles", 12}};

std::vector<sweep::Point> two_points() {
  return sweep::points_of(sweep_of("{run.seed: [1, 2]}"), {});
}

TEST(SweepStore, gives_back_what_it_was_given) {
  const TemporaryDirectory directory;
  const auto points = two_points();
  const Store store(directory.path(), "kintsugi 1");
  store.open();
  EXPECT_FALSE(store.load(points[0]));
  store.save(points[0], 1, kReport);
  const auto result = store.load(points[0]);
  ASSERT_TRUE(result);
  EXPECT_EQ((*result)["status"], 1);
  EXPECT_EQ((*result)["report"], kReport);
  EXPECT_FALSE(store.load(points[1]));
  EXPECT_EQ(directory.files(), Lines{"points"});
}

TEST(SweepStore, takes_nothing_of_another_program) {
  const TemporaryDirectory directory;
  const auto points = two_points();
  const Store store(directory.path(), "kintsugi 1");
  store.open();
  store.save(points[0], 0, kReport);
  const Store later(directory.path(), "kintsugi 2");
  EXPECT_FALSE(later.load(points[0]));
  EXPECT_EQ(later.others(points), 1u);
  EXPECT_EQ(store.others(points), 0u);
  EXPECT_EQ(store.others({points[1]}), 1u);
}

TEST(SweepStore, a_program_is_known_by_its_bytes) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const auto identity_with = [&](const std::string& bytes) {
    std::ofstream(directory.path() / "program", std::ios::binary) << bytes;
    return sweep::identity_of_program("kintsugi 1", directory.path() / "program");
  };
  EXPECT_EQ(identity_with(""), "kintsugi 1, build cbf29ce484222325");  // FNV-1a of no bytes
  EXPECT_EQ(identity_with("a"), "kintsugi 1, build af63dc4c8601ec8c");
  EXPECT_EQ(identity_with("a"), identity_with("a"));
  EXPECT_NE(identity_with("ab"), identity_with("ba"));
  EXPECT_THROW(sweep::identity_of_program("kintsugi 1", directory.path() / "none"), std::runtime_error);
}

/// Replaces the text of the result of a point.
void spoil(const TemporaryDirectory& directory, const Store& store, const sweep::Point& point,
           const std::string& text) {
  std::ofstream(directory.path() / store.file_of(point)) << text;
}

TEST(SweepStore, takes_nothing_that_is_not_whole_or_not_of_the_point) {
  const TemporaryDirectory directory;
  const auto points = two_points();
  const Store store(directory.path(), "kintsugi 1");
  store.open();
  store.save(points[0], 0, kReport);
  const std::string right = directory.read(store.file_of(points[0]));
  spoil(directory, store, points[0], right.substr(0, right.size() / 2));
  EXPECT_FALSE(store.load(points[0]));
  spoil(directory, store, points[1], right);
  EXPECT_FALSE(store.load(points[1])) << "under its name, of another scenario";
  spoil(directory, store, points[0], right);
  EXPECT_TRUE(store.load(points[0]));
}

TEST(SweepStore, takes_nothing_that_it_has_not_written_so) {
  const TemporaryDirectory directory;
  const auto points = two_points();
  const Store store(directory.path(), "kintsugi 1");
  store.open();
  store.save(points[0], 0, kReport);
  const ordered_json right = ordered_json::parse(directory.read(store.file_of(points[0])));
  for (const ordered_json& status : {ordered_json("x"), ordered_json(), ordered_json(1e99), ordered_json(-1),
                                     ordered_json(256), ordered_json(UINT64_MAX), ordered_json::array()}) {
    ordered_json wrong = right;
    wrong["status"] = status;
    spoil(directory, store, points[0], wrong.dump());
    EXPECT_FALSE(store.load(points[0])) << status;
  }
  for (const ordered_json& report : {ordered_json(3), ordered_json({{"cycles", "x"}}), ordered_json::object(),
                                     ordered_json({{"cycles", 12}, {"deadlock", 3}})}) {
    ordered_json wrong = right;
    wrong["report"] = report;
    spoil(directory, store, points[0], wrong.dump());
    EXPECT_FALSE(store.load(points[0])) << report;
  }
  ordered_json unsealed = right;
  unsealed.erase("seal");
  spoil(directory, store, points[0], unsealed.dump());
  EXPECT_FALSE(store.load(points[0]));
  spoil(directory, store, points[0], right.dump());
  EXPECT_TRUE(store.load(points[0])) << "laid out otherwise";
}

TEST(SweepStore, does_not_wait_for_the_writer_of_a_fifo) {
  const TemporaryDirectory directory;
  const auto points = two_points();
  const Store store(directory.path(), "kintsugi 1");
  store.open();
  ASSERT_EQ(mkfifo((directory.path() / store.file_of(points[0])).c_str(), 0600), 0);
  EXPECT_FALSE(store.load(points[0]));
}

TEST(SweepStore, a_file_that_the_scenario_reads_is_part_of_it) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const auto write = [&directory](const std::string& name, const std::string& text) {
    std::ofstream(directory.path() / name) << text;
  };
  write("t.csv", "0,1,2,4\n");
  write("map.yaml", "{defects: {pe: [[1, 1]]}}");
  write("base.yaml", "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {file: map.yaml}, traffic: {trace: t.csv}}");
  const std::string base = (directory.path() / "base.yaml").string();
  const auto points = sweep::points_of(sweep::load_sweep("{base: " + base + ", axes: {run.seed: [1]}}", {}), {});
  const auto store = [&directory] { return Store(directory.path() / "out", "kintsugi 1"); };
  store().open();
  store().save(points[0], 0, kReport);
  EXPECT_TRUE(store().load(points[0]));
  write("t.csv", "0,1,3,4\n");
  EXPECT_FALSE(store().load(points[0]));
  write("t.csv", "0,1,2,4\n");
  EXPECT_TRUE(store().load(points[0]));
  write("map.yaml", "{defects: {pe: [[1, 2]]}}");
  EXPECT_FALSE(store().load(points[0]));
}

TEST(SweepFileHashes, a_file_is_read_once_until_it_changes) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::filesystem::path path = directory.path() / "t.csv";
  std::ofstream(path) << "0,1,2,4\n";
  int times = 0;
  sweep::FileHashes hashes([&times](const auto&) { return std::to_string(++times); });
  EXPECT_EQ(hashes.of(path), "1");
  EXPECT_EQ(hashes.of(path), "1");
  std::ofstream(path) << "0,1,2,40\n";
  EXPECT_EQ(hashes.of(path), "2") << "of another size";
  std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) - std::chrono::seconds(1));
  EXPECT_EQ(hashes.of(path), "3") << "of another time";
  EXPECT_EQ(hashes.of(path), "3");
  EXPECT_EQ(hashes.of(directory.path() / "none"), "4");
  EXPECT_EQ(hashes.of(directory.path() / "none"), "5") << "it may have come";
}

TEST(SweepFileHashes, do_not_depend_on_the_parts_in_which_a_file_is_read) {
  const std::string text = "0123456789abcdefghijklmnopq";
  for (std::size_t first = 0; first <= text.size(); ++first) {
    for (std::size_t second = first; second <= text.size(); ++second) {
      sweep::Hash hash;
      hash.add(text.substr(0, first));
      hash.add(text.substr(first, second - first));
      hash.add(text.substr(second));
      EXPECT_EQ(hash.digits(), sweep::hash_of_text(text));
    }
  }
  EXPECT_EQ(sweep::hash_of_text("a"), "af63dc4c8601ec8c");
  EXPECT_EQ(sweep::hash_of_file("/none"), "");
}

TEST(SweepStore, removes_what_a_killed_writer_has_left) {
  const TemporaryDirectory directory;
  const Store store(directory.path(), "kintsugi 1");
  store.open();
  const std::string dead = ".part999999999";
  const std::string alive = ".part" + std::to_string(getpid());
  const Lines gone = {"points/0123456789abcdef.json" + dead, "sweep.json" + dead, "points.csv" + dead,
                      "plot_a.svg" + dead};
  const Lines kept = {"points/0123456789abcdef.json" + alive, "points/0123456789abcdef.json", "points/mine.json" + dead,
                      "sweep.json" + alive, "mine" + dead};
  for (const Lines& names : {gone, kept}) {
    for (const std::string& name : names) std::ofstream(directory.path() / name) << "x";
  }
  store.open();
  for (const std::string& name : gone) EXPECT_FALSE(std::filesystem::exists(directory.path() / name)) << name;
  for (const std::string& name : kept) EXPECT_TRUE(std::filesystem::exists(directory.path() / name)) << name;
}

}  // namespace
}  // namespace kintsugi::test
