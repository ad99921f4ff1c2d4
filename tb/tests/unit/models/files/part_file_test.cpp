#include "models/files/part_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <system_error>

#include "models/files/made_directories.hpp"
#include "tb/tests/unit/hw/wave/temporary_folder.hpp"

namespace kintsugi::files {
namespace {

using test::TemporaryFolder;
using test::text_of;

/// Returns the temporary name of the first open file of that name.
std::string part_of(const std::string& name) {
  return name + part_suffix(getpid());
}

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
  EXPECT_EQ(folder.files(), std::vector<std::string>{part_of("a.txt")});
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
  std::filesystem::create_symlink("target", folder / part_of("a.txt"));
  PartFile file(folder / "a.txt");
  file.append("hello");
  file.commit();
  EXPECT_EQ(text_of(folder / "a.txt"), "hello");
  EXPECT_FALSE(std::filesystem::exists(folder / "target"));
}

TEST(PartFile, two_of_one_path_are_both_whole_and_the_last_one_stays) {
  TemporaryFolder folder;
  PartFile first(folder / "a.txt");
  PartFile second(folder / "a.txt");
  second.append("second");
  first.append("first");
  EXPECT_EQ(folder.files().size(), 2u);
  first.commit();
  EXPECT_EQ(text_of(folder / "a.txt"), "first");
  second.commit();
  EXPECT_EQ(text_of(folder / "a.txt"), "second");
  EXPECT_EQ(folder.files(), std::vector<std::string>{"a.txt"});
}

TEST(PartFile, is_written_to_the_disk_before_it_is_committed) {
  TemporaryFolder folder;
  PartFile file(folder / "a.txt");
  file.append("hello");
  EXPECT_EQ(text_of(folder / part_of("a.txt")), "");
  file.complete();
  EXPECT_EQ(text_of(folder / part_of("a.txt")), "hello");
  file.commit();
  EXPECT_EQ(text_of(folder / "a.txt"), "hello");
}

TEST(TemporaryFile, is_known_by_its_name_when_its_process_has_ended) {
  TemporaryFolder folder;
  const TemporaryFile file(folder / "one.json");
  const TemporaryFile other(folder / "one.json");
  EXPECT_EQ(file.path(), folder / part_of("one.json"));
  EXPECT_EQ(other.path(), folder / (part_of("one.json") + "-1"));
  for (const TemporaryFile* each : {&file, &other}) {
    EXPECT_EQ(left_unfinished(each->path().filename().string()), std::nullopt) << "this process is writing it";
  }
  const std::string dead = part_suffix(999999999);
  for (const char* end : {"", "-7"}) EXPECT_EQ(left_unfinished("one.json" + dead + end), "one.json") << end;
  for (const char* end : {"-", "-x", "x", "@"})
    EXPECT_EQ(left_unfinished("one.json" + dead + end), std::nullopt) << end;
  for (const std::int64_t process : {0, -1}) {
    EXPECT_EQ(left_unfinished("one.json" + part_suffix(process)), std::nullopt) << process;
  }
  for (const char* end : {"", "12x", "999999999", "999999999-7", "999999999@"}) {
    EXPECT_EQ(left_unfinished(std::string("one.json.part") + end), std::nullopt) << end;
  }
  EXPECT_EQ(left_unfinished("one.json"), std::nullopt);
}

TEST(TemporaryFile, of_another_machine_is_left_alone) {
  std::string name = "one.json" + part_suffix(999999999);
  EXPECT_EQ(name.size(), std::string("one.json.part999999999@1a2b3c4d").size());
  EXPECT_EQ(left_unfinished(name), "one.json");
  name.back() = name.back() == '0' ? '1' : '0';
  EXPECT_EQ(left_unfinished(name), std::nullopt) << "its process may be writing it";
}

TEST(TemporaryFile, all_of_a_process_can_be_removed_at_once) {
  TemporaryFolder folder;
  std::ofstream(folder / "kept") << "kept";
  const TemporaryFile a(folder / "a");
  PartFile b(folder / "b");
  { const TemporaryFile gone(folder / "c"); }
  EXPECT_EQ(folder.files().size(), 3u);
  remove_temporary_files();
  EXPECT_EQ(folder.files(), std::vector<std::string>{"kept"});
}

TEST(MadeDirectories, stay_only_if_something_is_in_them) {
  TemporaryFolder folder;
  std::filesystem::create_directory(folder / "old");
  { const MadeDirectories made(folder / "old/a/b"); }
  EXPECT_FALSE(std::filesystem::exists(folder / "old/a"));
  EXPECT_TRUE(std::filesystem::exists(folder / "old"));
  {
    const MadeDirectories made(folder / "old/a/b");
    std::ofstream(folder / "old/a/file") << "kept";
  }
  EXPECT_TRUE(std::filesystem::exists(folder / "old/a/file"));
  EXPECT_FALSE(std::filesystem::exists(folder / "old/a/b"));
}

TEST(MadeDirectories, that_are_kept_stay_empty) {
  TemporaryFolder folder;
  MadeDirectories(folder / "a/b").keep();
  EXPECT_TRUE(std::filesystem::exists(folder / "a/b"));
  remove_made_directories();
  EXPECT_TRUE(std::filesystem::exists(folder / "a/b"));
}

TEST(MadeDirectories, are_removed_inner_ones_first_when_a_signal_ends_the_process) {
  TemporaryFolder folder;
  MadeDirectories first(folder / "a");
  const MadeDirectories second(folder / "a/b/c");
  const MadeDirectories full(folder / "d/e");
  std::ofstream(folder / "d/file") << "kept";
  remove_made_directories();
  EXPECT_FALSE(std::filesystem::exists(folder / "a"));
  EXPECT_FALSE(std::filesystem::exists(folder / "d/e"));
  EXPECT_TRUE(std::filesystem::exists(folder / "d/file"));
}

TEST(PartFile, refuses_a_name_that_the_system_would_cut) {
  TemporaryFolder folder;
  EXPECT_EQ(failure_of(folder / std::string("a\0b", 3)),
            "cannot write '" + (folder / "a").string() +
                "' (the character \\x00 follows in its name; name a file without it): Invalid argument");
  EXPECT_TRUE(folder.files().empty());
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
}  // namespace kintsugi::files
