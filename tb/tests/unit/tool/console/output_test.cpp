#include "tb/tool/console/output.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

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

TEST_F(Output, a_directory_that_cannot_be_made_is_named) {
  std::ofstream(folder_) << "not a directory";
  OutputDirectory directory(folder_ / "a");
  try {
    directory.write("one", "first");
    FAIL();
  } catch (const std::system_error& error) {
    EXPECT_EQ(std::string(error.what()), "cannot make the directory '" + (folder_ / "a").string() +
                                             "' (name another one, or check that the one above it may be written): Not "
                                             "a directory");
  }
  fs::remove(folder_);
}

TEST_F(Output, an_input_is_never_replaced) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / "graph.csv") << "mine";
  const std::vector<InputFile> read = {{folder_ / "graph.csv", "the file of network.file"}};
  const auto refused = [&](const auto& work) {
    try {
      work();
      return std::string("not refused");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
  };
  const std::string message =
      "--out: '" + (folder_ / "graph.csv").string() + "' is the file of network.file; name another directory";
  const std::vector<OutputFile> announced = {{folder_ / "graph.csv", {"--out", 0, 0}, {}, true}};
  EXPECT_EQ(refused([&] { OutputDirectory(folder_, announced, read); }), message) << "before the work";
  EXPECT_EQ(refused([&] { OutputDirectory(folder_, {}, read).write("graph.csv", "other"); }), message);
  OutputDirectory directory(folder_, {}, read);
  directory.write("other.csv", "other");
  directory.commit();
  EXPECT_EQ(fs::file_size(folder_ / "graph.csv"), 4u);
  EXPECT_EQ(files(), 2u);
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

TEST_F(Output, a_directory_that_it_made_goes_when_no_file_is_committed) {
  {
    OutputDirectory directory(folder_ / "a" / "b");
    directory.write("one", "first");
  }
  EXPECT_FALSE(fs::exists(folder_));
}

TEST_F(Output, a_file_of_another_place_appears_with_the_others_or_not_at_all) {
  fs::create_directories(folder_);
  const auto picture = [this] {
    auto file = std::make_unique<files::PartFile>(folder_ / "picture");
    file->append("drawn");
    return file;
  };
  OutputDirectory directory(folder_ / "a");
  directory.write("one", "first");
  directory.add(picture());
  EXPECT_FALSE(fs::exists(folder_ / "picture"));
  directory.commit();
  EXPECT_EQ(fs::file_size(folder_ / "a" / "one"), 5u);
  EXPECT_EQ(fs::file_size(folder_ / "picture"), 5u);

  OutputDirectory refused(folder_ / "b");
  refused.write("one", "first");
  refused.add(picture());
  fs::remove(folder_ / "picture");
  fs::create_directory(folder_ / "picture");
  EXPECT_THROW(refused.commit(), std::system_error);
  EXPECT_FALSE(fs::exists(folder_ / "b" / "one"));
}

TEST_F(Output, a_file_of_another_place_gets_its_directories_or_leaves_none) {
  for (const bool commits : {false, true}) {
    OutputDirectory directory(folder_ / "a" / "b");
    directory.write("one", "first");
    directory.write_elsewhere(folder_ / "a" / "c" / "two", "second");
    if (commits) directory.commit();
    EXPECT_EQ(fs::exists(folder_ / "a" / "c" / "two"), commits);
    EXPECT_TRUE(fs::exists(folder_ / "a" / "b"));
  }
  EXPECT_EQ(fs::file_size(folder_ / "a" / "c" / "two"), 6u);
  fs::remove_all(folder_);
  {
    OutputDirectory directory(folder_ / "a");
    directory.write("one", "first");
    directory.write_elsewhere(folder_ / "a" / "c" / "two", "second");
  }
  EXPECT_FALSE(fs::exists(folder_));
}

TEST_F(Output, files_that_have_appeared_go_again_when_another_cannot_be_renamed) {
  fs::create_directories(folder_ / "b");
  OutputDirectory directory(folder_ / "a");
  directory.write("one", "first");
  directory.add(std::make_unique<files::PartFile>(folder_ / "b" / "picture"));
  fs::remove_all(folder_ / "b");
  EXPECT_THROW(directory.commit(), std::system_error);
  EXPECT_FALSE(fs::exists(folder_ / "a" / "one"));
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
