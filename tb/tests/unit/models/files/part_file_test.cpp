#include "models/files/part_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <system_error>

#include "tb/tests/unit/hw/wave/temporary_folder.hpp"

namespace kintsugi::wave {
namespace {

using test::TemporaryFolder;
using test::text_of;

std::string failure_of(const std::filesystem::path& path) {
  try {
    PartFile file(path);
  } catch (const std::system_error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(PartFile, appears_only_when_it_is_committed) {
  TemporaryFolder folder;
  PartFile file(folder / "a.txt");
  file.append("hello");
  EXPECT_EQ(folder.files(), std::vector<std::string>{"a.txt.part"});
  file.commit();
  EXPECT_EQ(folder.files(), std::vector<std::string>{"a.txt"});
  EXPECT_EQ(text_of(folder / "a.txt"), "hello");
}

TEST(PartFile, is_removed_when_it_is_not_committed) {
  TemporaryFolder folder;
  { PartFile(folder / "a.txt").append("hello"); }
  EXPECT_TRUE(folder.files().empty());
}

TEST(PartFile, keeps_every_byte_across_its_buffer) {
  TemporaryFolder folder;
  PartFile file(folder / "a.txt");
  std::string expected;
  const auto append = [&](const std::string& text) {
    file.append(text);
    expected += text;
  };
  for (int i = 0; i < 300000; ++i) append(std::to_string(i) + "\n");
  append(std::string(3 << 20, 'x'));
  for (int i = 0; i < 100000; ++i) {
    char* const out = file.reserve(64);
    file.advance(out + std::string("reserved\n").copy(out, 64));
    expected += "reserved\n";
  }
  file.commit();
  EXPECT_TRUE(text_of(folder / "a.txt") == expected);
}

TEST(PartFile, says_which_file_cannot_be_written_and_why) {
  TemporaryFolder folder;
  const auto missing = folder / "missing/a.txt";
  EXPECT_EQ(failure_of(missing),
            "cannot write '" + missing.string() +
                "' (check that its directory exists and may be written): No such file or directory");
  std::ofstream(folder / "file") << "no folder";
  const auto below_file = folder / "file/a.txt";
  EXPECT_EQ(failure_of(below_file), "cannot write '" + below_file.string() +
                                        "' (check that its directory exists and may be written): Not a directory");
}

TEST(PartFile, refuses_to_replace_a_directory) {
  TemporaryFolder folder;
  std::filesystem::create_directory(folder / "a.txt");
  EXPECT_EQ(failure_of(folder / "a.txt"),
            "cannot write '" + (folder / "a.txt").string() + "' (name a file, not a directory): Is a directory");
  EXPECT_EQ(folder.files(), std::vector<std::string>{"a.txt"});
}

TEST(PartFile, refuses_to_replace_a_fifo) {
  TemporaryFolder folder;
  ASSERT_EQ(mkfifo((folder / "a.txt").c_str(), 0600), 0);
  EXPECT_EQ(failure_of(folder / "a.txt"),
            "cannot write '" + (folder / "a.txt").string() + "' (name a file, not a FIFO): File exists");
  EXPECT_TRUE(std::filesystem::is_fifo(folder / "a.txt"));
  EXPECT_EQ(folder.files(), std::vector<std::string>{"a.txt"});
}

TEST(PartFile, refuses_to_replace_a_symbolic_link_wherever_it_leads) {
  TemporaryFolder folder;
  std::ofstream(folder / "target") << "kept";
  for (const std::string target : {"target", "nowhere"}) {
    std::filesystem::create_symlink(target, folder / "a.txt");
    EXPECT_EQ(failure_of(folder / "a.txt"),
              "cannot write '" + (folder / "a.txt").string() + "' (name a file, not a symbolic link): File exists");
    EXPECT_EQ(std::filesystem::read_symlink(folder / "a.txt"), target);
    std::filesystem::remove(folder / "a.txt");
  }
  EXPECT_EQ(text_of(folder / "target"), "kept");
}

TEST(PartFile, does_not_write_through_a_link_in_place_of_the_part) {
  TemporaryFolder folder;
  std::filesystem::create_symlink("target", folder / "a.txt.part");
  EXPECT_NE(failure_of(folder / "a.txt").find("not a symbolic link"), std::string::npos);
  EXPECT_EQ(folder.files(), std::vector<std::string>{"a.txt.part"});
}

TEST(PartFile, replaces_a_regular_file) {
  TemporaryFolder folder;
  std::ofstream(folder / "a.txt") << "old";
  PartFile file(folder / "a.txt");
  file.append("new");
  file.commit();
  EXPECT_EQ(text_of(folder / "a.txt"), "new");
}

TEST(PartFile, leaves_nothing_when_it_cannot_be_put_in_place) {
  TemporaryFolder folder;
  PartFile file(folder / "a.txt");
  std::filesystem::create_directory(folder / "a.txt");
  EXPECT_THROW(file.commit(), std::system_error);
  EXPECT_EQ(folder.files(), std::vector<std::string>{"a.txt"});
}

}  // namespace
}  // namespace kintsugi::wave
