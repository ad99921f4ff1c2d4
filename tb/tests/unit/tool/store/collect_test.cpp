#include "tb/tool/store/collect.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "tb/tests/system/tool.hpp"
#include "tb/tests/unit/tool/store/squares.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/store/run_units.hpp"

namespace kintsugi::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using store::Store;
using Paths = std::vector<fs::path>;

/// Runs shards of some squares, each into a directory of its own.
class CollectTest : public testing::Test {
 protected:
  fs::path run_shard(std::size_t index, std::size_t count, Squares work) {
    const fs::path directory = shards_.path() / (std::to_string(index) + "-" + std::to_string(count));
    const Store store(directory, work.layout());
    store::run_units(work, {.store = &store, .shard = {index, count}}, [](std::size_t, const store::UnitResult&) {});
    return directory;
  }

  /// Returns the areas that are handed over, in that order.
  std::vector<std::size_t> collect(const Squares& work, const Paths& directories) {
    std::vector<std::size_t> areas;
    found_ = store::collect_units(work, directories, [&areas](std::size_t unit, const store::UnitResult& result) {
      EXPECT_EQ(result.report.at("area").get<std::size_t>(), unit * unit);
      areas.push_back(result.report.at("area"));
    });
    return areas;
  }

  std::string refusal_of(const Squares& work, const Paths& directories) {
    try {
      collect(work, directories);
    } catch (const InputError& error) {
      return error.diagnostics().front().message;
    }
    return "nothing was thrown";
  }

  TemporaryDirectory shards_;
  store::Collected found_;
};

TEST_F(CollectTest, finds_each_result_wherever_it_is) {
  const Squares work("p", 5);
  const Paths directories = {run_shard(2, 3, work), run_shard(3, 3, work), run_shard(1, 3, work)};
  EXPECT_EQ(collect(work, directories), (std::vector<std::size_t>{0, 1, 4, 9, 16})) << "in order";
  EXPECT_EQ(found_.missing, std::vector<std::size_t>{});
  EXPECT_EQ(found_.source[1], 0u);
  EXPECT_EQ(found_.source[3], 2u);
}

TEST_F(CollectTest, knows_what_is_missing) {
  const Squares work("p", 5);
  EXPECT_EQ(collect(work, {run_shard(2, 3, work)}), (std::vector<std::size_t>{1, 16}));
  EXPECT_EQ(found_.missing, (std::vector<std::size_t>{0, 2, 3}));
  EXPECT_EQ(collect(work, {run_shard(7, 7, work)}), std::vector<std::size_t>{}) << "a shard without units is a store";
}

TEST_F(CollectTest, names_the_files_that_were_changed) {
  const Squares work("p", 5);
  const fs::path first = run_shard(1, 2, work), second = run_shard(1, 3, work);
  const std::string cut = Store(first, work.layout()).file_of(work.identity(4));
  const std::string changed = Store(second, work.layout()).file_of(work.identity(0));
  fs::resize_file(first / cut, fs::file_size(first / cut) / 2);
  fs::resize_file(second / changed, fs::file_size(second / changed) / 2);
  EXPECT_EQ(collect(work, {first, second}), (std::vector<std::size_t>{0, 4, 9}));
  EXPECT_EQ(found_.missing, (std::vector<std::size_t>{1, 4}));
  EXPECT_EQ(found_.changed, Paths{first / cut}) << "the other one was not read: the first directory has its result";
}

TEST_F(CollectTest, refuses_what_is_no_store) {
  const Squares work("p", 5);
  fs::create_directories(shards_.path());
  EXPECT_EQ(refusal_of(work, {shards_.path()}),
            "'" + shards_.path().string() +
                "' has no results: there is no directory 'squares' in it; name the DIR that "
                "--out of a shard had");
}

TEST_F(CollectTest, refuses_a_store_of_other_work_by_name) {
  const fs::path of_another = run_shard(1, 1, Squares("q", 1));
  EXPECT_NE(refusal_of(Squares("p", 5), {of_another}).find("program is \"q\", here \"p\": collect with"),
            std::string::npos);
  const Squares both("p", 1);
  run_shard(1, 1, both);
  EXPECT_EQ(collect(both, {of_another}).size(), 1u) << "beside results of this work, others are left alone";
  EXPECT_EQ(found_.others, 1u);
}

TEST_F(CollectTest, copies_results_as_they_are_with_the_files_they_name) {
  const Squares work("p", 2);
  const fs::path one = run_shard(1, 2, work);
  const fs::path two = run_shard(2, 2, work);
  const Store store(two, work.layout());
  store.save(work.identity(1), {0, {{"area", 1}, {"files", {"a/b.vcd", "../outside", "/etc/hosts"}}}});
  fs::create_directories(store.directory_of(work.identity(1)) / "a");
  std::ofstream(store.directory_of(work.identity(1)) / "a/b.vcd") << "wave";
  collect(work, {one, two});
  const TemporaryDirectory out;
  store::copy_results(work, Paths{one, two}, found_, out.path());
  const Store to(out.path(), work.layout());
  EXPECT_EQ(text_of(to.directory_of(work.identity(1)) / "a/b.vcd"), "wave");
  EXPECT_EQ(out.read(to.file_of(work.identity(0))), text_of(one / to.file_of(work.identity(0))));
  EXPECT_EQ(out.read(to.file_of(work.identity(1))), text_of(two / to.file_of(work.identity(1))));
  EXPECT_EQ(to.files().size(), 2u);
  EXPECT_FALSE(fs::exists(to.results() / "outside")) << "a report cannot name a file outside of its directory";
}

TEST_F(CollectTest, a_file_that_a_report_names_and_that_is_missing_is_told_before_anything_is_written) {
  const Squares work("p", 1);
  const fs::path one = run_shard(1, 1, work);
  Store(one, work.layout()).save(work.identity(0), {0, {{"area", 0}, {"files", {"b.vcd"}}}});
  collect(work, {one});
  const TemporaryDirectory out;
  EXPECT_THROW(store::copy_results(work, Paths{one}, found_, out.path()), std::runtime_error);
  EXPECT_FALSE(fs::exists(out.path()));
}

TEST(Difference, of_long_texts_is_shown) {
  const std::string alike(100, 'a');
  EXPECT_EQ(store::difference({{"program", alike + "verified"}, {"side", 0}}, Squares(alike + "planned", 1)),
            "program is ..." + std::string(51, 'a') + "verified\", here ..." + std::string(52, 'a') + "planned\"");
}

TEST(Difference, is_that_from_the_unit_which_is_most_alike) {
  const Squares work("p", 3);
  EXPECT_EQ(store::difference({{"program", "q"}, {"side", 2}, {"status", 0}}, work), "program is \"q\", here \"p\"");
  EXPECT_EQ(store::difference({{"program", "p"}, {"side", 9}}, work), "side is 9, here 0");
  EXPECT_EQ(store::difference({{"side", 1}}, work), "program is not there, here \"p\"");
  EXPECT_EQ(store::difference(nlohmann::ordered_json(), work), "it is no result");
  EXPECT_EQ(store::difference({{"side", 1}}, Squares("p", 0)), "there is nothing to do here");
}

}  // namespace
}  // namespace kintsugi::test
