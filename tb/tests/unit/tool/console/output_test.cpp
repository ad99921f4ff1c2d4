#include "tb/tool/console/output.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

#include "tb/tool/console/text_table.hpp"

namespace kintsugi {
namespace {

namespace fs = std::filesystem;

class Output : public testing::Test {
 protected:
  ~Output() override { fs::remove_all(folder_); }
  std::size_t files() const {
    return fs::exists(folder_) ? static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {})) : 0;
  }
  const fs::path folder_ = fs::temp_directory_path() / ("kintsugi_output_" + std::to_string(getpid()));
};

TEST_F(Output, files_appear_together_under_their_names) {
  OutputDirectory directory(folder_ / "a" / "b");
  directory.write("one", "first");
  directory.write("two", std::string("\0\xff", 2));
  EXPECT_FALSE(fs::exists(folder_ / "a" / "b" / "one"));
  directory.commit();
  EXPECT_EQ(fs::file_size(folder_ / "a" / "b" / "one"), 5u);
  EXPECT_EQ(fs::file_size(folder_ / "a" / "b" / "two"), 2u);
}

TEST_F(Output, what_is_not_committed_leaves_no_files) {
  {
    OutputDirectory directory(folder_);
    directory.write("one", "first");
  }
  EXPECT_EQ(files(), 0u);
}

TEST_F(Output, a_file_that_cannot_be_written_is_named) {
  std::ofstream(folder_) << "not a directory";
  OutputDirectory directory(folder_);
  EXPECT_THROW(directory.write("one", "first"), std::exception);
  fs::remove(folder_);
}

TEST_F(Output, only_regular_files_are_replaced) {
  fs::create_directories(folder_);
  ASSERT_EQ(mkfifo((folder_ / "fifo").c_str(), 0600), 0);
  fs::create_symlink("target", folder_ / "link");
  OutputDirectory directory(folder_);
  EXPECT_THROW(directory.write("fifo", "first"), std::runtime_error);
  EXPECT_THROW(directory.write("link", "first"), std::runtime_error);
  directory.commit();
  EXPECT_TRUE(fs::is_fifo(folder_ / "fifo"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(files(), 2u);
}

TEST_F(Output, an_unfinished_file_is_known_by_its_name_when_its_writer_has_ended) {
  OutputDirectory directory(folder_);
  directory.write("one.json", "first");
  const std::string unfinished = fs::directory_iterator(folder_)->path().filename().string();
  EXPECT_EQ(left_unfinished(unfinished), std::nullopt) << "this process is writing it";
  const std::string mark = unfinished.substr(0, unfinished.size() - std::to_string(getpid()).size());
  EXPECT_EQ(left_unfinished(mark + "999999999"), "one.json");
  for (const char* end : {"", "0", "-1", "12x"}) EXPECT_EQ(left_unfinished(mark + end), std::nullopt) << end;
  EXPECT_EQ(left_unfinished("one.json"), std::nullopt);
}

TEST(TextTable, columns_are_as_wide_as_their_widest_cell) {
  TextTable table;
  table.add({"a", "b", "c"});
  table.add({"long", "", "d"});
  table.add({"x"});
  EXPECT_EQ(table.text(), "a     b  c\nlong     d\nx\n");
}

TEST(Numbers, are_the_same_text_everywhere) {
  EXPECT_EQ(fixed(3.60833, 4), "3.6083");
  EXPECT_EQ(hex32(0x1ea1ee4), "01ea1ee4");
}

}  // namespace
}  // namespace kintsugi
