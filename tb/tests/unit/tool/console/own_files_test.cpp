#include "tb/tool/console/output.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <fstream>

namespace kintsugi {
namespace {

namespace fs = std::filesystem;

class OwnFiles : public testing::Test {
 protected:
  OwnFiles() {
    fs::create_directories(folder_ / "d");
    fs::create_directory_symlink(folder_ / "d", folder_ / "link");
    std::ofstream(folder_ / "in.yaml") << "{}";
    fs::create_hard_link(folder_ / "in.yaml", folder_ / "d/second.yaml");
  }
  ~OwnFiles() override { fs::remove_all(folder_); }

  /// Returns the message about two files that are written while in.yaml is read, without the name of the file.
  std::string message_about(const fs::path& one, const fs::path& other) const {
    try {
      require_own_files(std::array{OutputFile{one, {"--one", 0, 0}}, OutputFile{other, {"s.yaml", 3, 7}}},
                        std::array{InputFile{folder_ / "in.yaml", "the scenario"}});
      return "";
    } catch (const InputError& error) {
      const std::string message = error.what();
      return message.substr(0, message.find('\'')) + message.substr(message.find("' ") + 2);
    }
  }
  const fs::path folder_ = fs::temp_directory_path() / ("kintsugi_own_files_" + std::to_string(getpid()));
};

TEST_F(OwnFiles, may_be_written_beside_each_other) {
  EXPECT_EQ(message_about(folder_ / "a", folder_ / "b"), "");
  EXPECT_EQ(message_about(folder_ / "a", folder_ / "d/a"), "");
  EXPECT_EQ(message_about("/nowhere", "nowhere/a"), "");
}

TEST_F(OwnFiles, do_not_replace_an_input_by_any_of_its_names) {
  const std::string refused = "--one: is the scenario; name another file";
  EXPECT_EQ(message_about(folder_ / "in.yaml", folder_ / "b"), refused);
  EXPECT_EQ(message_about(folder_ / "d/../in.yaml", folder_ / "b"), refused);
  EXPECT_EQ(message_about(folder_ / "link/second.yaml", folder_ / "b"), refused);
  EXPECT_EQ(message_about(fs::relative(folder_ / "in.yaml"), folder_ / "b"), refused);
}

TEST_F(OwnFiles, do_not_replace_each_other_even_before_they_are_there) {
  const std::string refused = "s.yaml:3:7: is written for --one too; name another file";
  EXPECT_EQ(message_about(folder_ / "a", folder_ / "a"), refused);
  EXPECT_EQ(message_about(folder_ / "d/a", folder_ / "link/a"), refused);
  EXPECT_EQ(message_about(folder_ / "d/new/a", folder_ / "d/new/../new/a"), refused);
  EXPECT_EQ(message_about("nowhere/a", fs::absolute("nowhere/a")), refused);
}

TEST_F(OwnFiles, replace_regular_files_only) {
  EXPECT_EQ(message_about(folder_ / "d", folder_ / "link"),
            "--one: is a directory, which no file replaces; move it, or name another file\ns.yaml:3:7: '" +
                (folder_ / "link").string() +
                "' is a symbolic link, which no file replaces; move it, or name another "
                "file");
}

TEST_F(OwnFiles, of_a_directory_are_written_into_another_one) {
  try {
    require_own_files(std::array{OutputFile{folder_ / "in.yaml", {"--out", 0, 0}, {}, true}},
                      std::array{InputFile{folder_ / "in.yaml", "the scenario"}});
    FAIL() << "it was not refused";
  } catch (const InputError& error) {
    EXPECT_EQ(error.what(), "--out: '" + (folder_ / "in.yaml").string() + "' is the scenario; name another directory");
  }
}

TEST_F(OwnFiles, with_names_that_are_too_long_are_refused_at_their_place) {
  const auto message = [this](std::size_t length) {
    try {
      const Where where{"s.yaml", 3, 7};
      require_own_files(std::array{OutputFile{folder_ / std::string(length, 'x'), where},
                                   OutputFile{folder_ / std::string(length, 'y'), where}},
                        {});
      return std::string();
    } catch (const InputError& error) {
      return std::string(error.what());
    }
  };
  EXPECT_EQ(message(230), "");
  EXPECT_TRUE(message(231).starts_with("s.yaml:3:7: '")) << message(231);
  EXPECT_TRUE(message(231).ends_with("' cannot be written: its name has 231 bytes; valid is at most 230"))
      << message(231);
}

TEST_F(OwnFiles, are_empty_or_begin_as_the_tool_lets_them_begin) {
  const auto is_refused = [this](const std::string& text, const FileForm& form) {
    std::ofstream(folder_ / "a.txt") << text;
    try {
      require_own_files(std::array{OutputFile{folder_ / "a.txt", {"--one", 0, 0}, form}}, {});
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()),
                "--one: '" + (folder_ / "a.txt").string() +
                    "' is there already, and kintsugi has not written it; move it, or name another file");
      return true;
    }
    return false;
  };
  EXPECT_FALSE(is_refused("", {"# ours"}));
  EXPECT_FALSE(is_refused("# ours, and more", {"# ours"}));
  EXPECT_TRUE(is_refused("# theirs", {"# ours"}));
  EXPECT_TRUE(is_refused("  # ours", {"# ours"}));
  EXPECT_TRUE(is_refused("# our", {"# ours"}));
  EXPECT_FALSE(is_refused("{\"network\": \"a\", \"pes\": 4}", {"{\"network\": \"*\", \"pes\": "}));
  EXPECT_TRUE(is_refused("{\"network\": {\"a\": 1}, \"pes\": 4}", {"{\"network\": \"*\", \"pes\": "}));
  EXPECT_FALSE(is_refused("a,b,runs,failed", {"*runs,failed"}));
  EXPECT_TRUE(is_refused(std::string(5000, 'a') + "runs,failed", {"*runs,failed"})) << "beyond 4 KiB";
}

TEST_F(OwnFiles, without_a_place_for_a_mark_are_known_by_the_one_beside_them) {
  const FileForm form = {"# ours", "a.txt"};
  std::ofstream(folder_ / "a.bin") << "bytes";
  const OutputFile file{folder_ / "a.bin", {"--one", 0, 0}, form};
  EXPECT_THROW(require_own_files(std::array{file}, {}), InputError);
  std::ofstream(folder_ / "a.txt") << "# theirs";
  EXPECT_THROW(require_own_files(std::array{file}, {}), InputError);
  std::ofstream(folder_ / "a.txt") << "# ours";
  EXPECT_NO_THROW(require_own_files(std::array{file}, {}));
}

TEST_F(OwnFiles, are_not_written_behind_a_symbolic_link) {
  const auto refusal = [](const fs::path& below, const fs::path& path) {
    try {
      require_own_files(std::array{OutputFile{path, {"--one", 0, 0}, {}, true, below}}, {});
      return std::string();
    } catch (const InputError& error) {
      return std::string(error.what());
    }
  };
  EXPECT_EQ(refusal(folder_, folder_ / "link/a"),
            "--one: '" + (folder_ / "link/a").string() + "' is behind the symbolic link '" +
                (folder_ / "link").string() + "', which no output follows; remove it, or name another directory");
  EXPECT_EQ(refusal(folder_, folder_ / "d/a"), "");
  EXPECT_EQ(refusal(folder_ / "link", folder_ / "link/a"), "") << "the user has named it";
  EXPECT_EQ(refusal(folder_ / "link/", folder_ / "link/a"), "");
}

}  // namespace
}  // namespace kintsugi
