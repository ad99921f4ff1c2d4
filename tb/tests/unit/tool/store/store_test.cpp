#include "tb/tool/store/store.hpp"

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "models/files/temporary_file.hpp"
#include "tb/tests/system/tool.hpp"
#include "tb/tests/unit/tool/store/squares.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::ordered_json;
using store::Store;
using FileNames = std::vector<std::string>;

const ordered_json kReport = {{"cycles", 12}};

TEST(Store, gives_back_what_it_was_given) {
  const TemporaryDirectory directory;
  const Squares two("kintsugi 1", 2);
  const Store store(directory.path(), two.layout());
  store.open();
  EXPECT_FALSE(store.load(two.identity(0)));
  store.save(two.identity(0), {1, kReport});
  const auto result = store.load(two.identity(0));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->status, 1);
  EXPECT_EQ(result->report, kReport);
  EXPECT_FALSE(store.load(two.identity(1)));
  EXPECT_EQ(directory.files(), FileNames{"squares"});
}

TEST(Store, takes_nothing_of_another_program) {
  const TemporaryDirectory directory;
  const Squares two("kintsugi 1", 2);
  const Store store(directory.path(), two.layout());
  store.open();
  store.save(two.identity(0), {0, kReport});
  const Squares later("kintsugi 2", 2);
  EXPECT_FALSE(store.load(later.identity(0)));
  EXPECT_EQ(store.others(store::names_of(later)), 1u);
  EXPECT_EQ(store.others(store::names_of(two)), 0u);
  EXPECT_EQ(store.others(store::names_of(Squares("kintsugi 1", 0))), 1u);
}

/// Replaces the text of the result of a unit.
void spoil(const TemporaryDirectory& directory, const Store& store, const ordered_json& identity,
           const std::string& text) {
  std::ofstream(directory.path() / store.file_of(identity)) << text;
}

TEST(Store, takes_nothing_that_is_not_whole_or_not_of_the_unit) {
  const TemporaryDirectory directory;
  const Squares two("kintsugi 1", 2);
  const Store store(directory.path(), two.layout());
  store.open();
  store.save(two.identity(0), {0, kReport});
  const std::string right = directory.read(store.file_of(two.identity(0)));
  spoil(directory, store, two.identity(0), right.substr(0, right.size() / 2));
  EXPECT_FALSE(store.load(two.identity(0)));
  EXPECT_TRUE(store.has_file(two.identity(0)));
  EXPECT_FALSE(store.has_file(two.identity(1)));
  spoil(directory, store, two.identity(1), right);
  EXPECT_FALSE(store.load(two.identity(1))) << "under its name, of another unit";
  spoil(directory, store, two.identity(0), right);
  EXPECT_TRUE(store.load(two.identity(0)));
}

TEST(Store, takes_nothing_that_it_has_not_written_so) {
  const TemporaryDirectory directory;
  const Squares two("kintsugi 1", 2);
  const Store store(directory.path(), two.layout());
  store.open();
  store.save(two.identity(0), {0, kReport});
  const ordered_json right = ordered_json::parse(directory.read(store.file_of(two.identity(0))));
  for (const ordered_json& status : {ordered_json("x"), ordered_json(), ordered_json(1e99), ordered_json(-1),
                                     ordered_json(256), ordered_json(UINT64_MAX), ordered_json::array()}) {
    ordered_json wrong = right;
    wrong["status"] = status;
    spoil(directory, store, two.identity(0), wrong.dump());
    EXPECT_FALSE(store.load(two.identity(0))) << status;
  }
  for (const ordered_json& report : {ordered_json(3), ordered_json({{"cycles", "x"}}), ordered_json::object(),
                                     ordered_json({{"cycles", 12}, {"deadlock", 3}})}) {
    ordered_json wrong = right;
    wrong["report"] = report;
    spoil(directory, store, two.identity(0), wrong.dump());
    EXPECT_FALSE(store.load(two.identity(0))) << report;
  }
  ordered_json other_status = right;
  other_status["status"] = 1;
  spoil(directory, store, two.identity(0), other_status.dump());
  EXPECT_FALSE(store.load(two.identity(0))) << "a status that was not stored";
  std::string deep = right.dump();
  const std::string report = R"("report":{)";
  deep.insert(deep.find(report) + report.size(),
              R"("deep":)" + std::string(100'000, '[') + std::string(100'000, ']') + ',');
  spoil(directory, store, two.identity(0), deep);
  EXPECT_FALSE(store.load(two.identity(0))) << "nested deeply";
  ordered_json unsealed = right;
  unsealed.erase("seal");
  spoil(directory, store, two.identity(0), unsealed.dump());
  EXPECT_FALSE(store.load(two.identity(0)));
  spoil(directory, store, two.identity(0), right.dump());
  EXPECT_TRUE(store.load(two.identity(0))) << "laid out otherwise";
}

TEST(Store, does_not_wait_for_the_writer_of_a_fifo) {
  const TemporaryDirectory directory;
  const Squares two("kintsugi 1", 2);
  const Store store(directory.path(), two.layout());
  store.open();
  ASSERT_EQ(mkfifo((directory.path() / store.file_of(two.identity(0))).c_str(), 0600), 0);
  EXPECT_FALSE(store.load(two.identity(0)));
}

TEST(Store, removes_what_a_killed_writer_has_left) {
  const TemporaryDirectory directory;
  const Store store(directory.path(), Squares("", 0).layout());
  store.open();
  const std::string dead = files::part_suffix(999999999);
  const std::string alive = files::part_suffix(getpid());
  const FileNames gone = {"squares/0123456789abcdef.json" + dead, "squares.csv" + dead};
  const FileNames kept = {"squares/0123456789abcdef.json" + alive, "squares/0123456789abcdef.json",
                          "squares/mine.json" + dead, "squares.csv" + alive, "mine" + dead};
  for (const FileNames& names : {gone, kept}) {
    for (const std::string& name : names) std::ofstream(directory.path() / name) << "x";
  }
  store.open();
  for (const std::string& name : gone) EXPECT_FALSE(std::filesystem::exists(directory.path() / name)) << name;
  for (const std::string& name : kept) EXPECT_TRUE(std::filesystem::exists(directory.path() / name)) << name;
}

TEST(Store, removes_what_a_killed_unit_has_left_in_its_directory) {
  const TemporaryDirectory directory;
  const Squares one("kintsugi 1", 1);
  const Store store(directory.path(), one.layout());
  store.clean_directory_of(one.identity(0));  // which is not there yet
  const std::filesystem::path own = store.directory_of(one.identity(0));
  std::filesystem::create_directories(own);
  const std::string dead = "a.vcd" + files::part_suffix(999999999), alive = "a.vcd" + files::part_suffix(getpid());
  for (const std::string& name : {std::string("a.vcd"), dead, alive}) std::ofstream(own / name) << "x";
  store.clean_directory_of(one.identity(0));
  EXPECT_FALSE(std::filesystem::exists(own / dead));
  EXPECT_TRUE(std::filesystem::exists(own / alive));
  EXPECT_TRUE(std::filesystem::exists(own / "a.vcd"));
}

}  // namespace
}  // namespace kintsugi::test
