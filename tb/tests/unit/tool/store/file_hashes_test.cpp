#include "tb/tool/store/identity.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

TEST(FileHashes, a_file_is_read_once_until_it_changes) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::filesystem::path path = directory.path() / "t.csv";
  std::ofstream(path) << "0,1,2,4\n";
  int times = 0;
  store::FileHashes hashes([&times](const auto&) { return std::to_string(++times); });
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

TEST(FileHashes, do_not_depend_on_the_parts_in_which_a_file_is_read) {
  const std::string text = "0123456789abcdefghijklmnopq";
  for (std::size_t first = 0; first <= text.size(); ++first) {
    for (std::size_t second = first; second <= text.size(); ++second) {
      store::Hash hash;
      hash.add(text.substr(0, first));
      hash.add(text.substr(first, second - first));
      hash.add(text.substr(second));
      EXPECT_EQ(hash.digits(), store::hash_of_text(text));
    }
  }
  EXPECT_EQ(store::hash_of_text("a"), "af63dc4c8601ec8c");
  EXPECT_EQ(store::hash_of_file("/none"), "");
}

}  // namespace
}  // namespace kintsugi::test
