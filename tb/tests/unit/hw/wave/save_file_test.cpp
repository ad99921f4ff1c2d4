#include "hw/wave/save_file.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <system_error>

#include "tb/tests/unit/hw/wave/temporary_folder.hpp"

namespace kintsugi::wave {
namespace {

using test::TemporaryFolder;
using test::text_of;

const std::vector<SignalInfo> kSignals{{"wafer.r3.occupancy", 4, SignalKind::kBits},
                                       {"wafer.r3.valid", 1, SignalKind::kBits},
                                       {"wafer.r4.bunch", 1, SignalKind::kNames},
                                       {"wafer.r3.line", 1, SignalKind::kLogic},
                                       {"load", 64, SignalKind::kReal},
                                       {"wafer.r4.created", 64, SignalKind::kTime},
                                       {"wafer.r4.moved", 1, SignalKind::kEvent}};

TEST(SaveFile, is_exactly_this) {
  TemporaryFolder folder;
  write_save_file({folder / "run.gtkw", folder / "run.vcd", 4900, 5600, group_by_scope(kSignals)});
  EXPECT_EQ(text_of(folder / "run.gtkw"),
            "[*]\n"
            "[dumpfile] \"run.vcd\"\n"
            "[savefile] \"run.gtkw\"\n"
            "[timestart] 4900\n"
            "[size] 1200 800\n"
            "[pos] -1 -1\n"
            "*-8.000000 4900\n"
            "@800200\n-wafer.r3\n"
            "@22\nwafer.r3.occupancy[3:0]\n"
            "@28\nwafer.r3.valid\n"
            "@28\nwafer.r3.line\n"
            "@1000200\n-wafer.r3\n"
            "@800200\n-wafer.r4\n"
            "@820\nwafer.r4.bunch\n"
            "@24\nwafer.r4.created[63:0]\n"
            "@28\nwafer.r4.moved\n"
            "@1000200\n-wafer.r4\n"
            "@800200\n-\n"
            "@420\nload\n"
            "@1000200\n-\n");
}

TEST(CommandFile, is_exactly_this) {
  TemporaryFolder folder;
  write_command_file({folder / "run.sucl", folder / "run.vcd", 4900, 5600, group_by_scope(kSignals)});
  EXPECT_EQ(text_of(folder / "run.sucl"),
            "divider_add wafer.r3\n"
            "variable_add wafer.r3.occupancy\n"
            "variable_add wafer.r3.valid\n"
            "variable_add wafer.r3.line\n"
            "divider_add wafer.r4\n"
            "variable_add wafer.r4.bunch\n"
            "variable_add wafer.r4.created\n"
            "variable_add wafer.r4.moved\n"
            "divider_add signals\n"
            "variable_add load\n"
            "zoom_fit\n");
  EXPECT_THROW(write_command_file({folder / "b.sucl", folder / "run.vcd", 0, 1, {{"two\nlines", {}, {}}}}),
               std::invalid_argument);
}

TEST(SaveFile, shows_labels_instead_of_names) {
  TemporaryFolder folder;
  const SaveGroup group{"row", {kSignals[0], kSignals[2]}, {"r3 occupancy", "r4 bunch"}};
  write_save_file({folder / "a.gtkw", folder / "a.vcd", 0, 1, {group}});
  EXPECT_NE(text_of(folder / "a.gtkw")
                .find("@22\n+{r3 occupancy} wafer.r3.occupancy[3:0]\n@820\n+{r4 bunch} wafer.r4.bunch\n"),
            std::string::npos);
}

TEST(SaveFile, labels_are_for_all_signals_of_a_group_or_for_none) {
  TemporaryFolder folder;
  const SaveGroup group{"row", {kSignals[0], kSignals[2]}, {"r3 occupancy"}};
  EXPECT_THROW(write_save_file({folder / "a.gtkw", folder / "a.vcd", 0, 1, {group}}), std::invalid_argument);
}

TEST(SaveFile, does_not_replace_a_symbolic_link) {
  TemporaryFolder folder;
  std::filesystem::create_symlink("target", folder / "a.gtkw");
  EXPECT_THROW(write_save_file({folder / "a.gtkw", folder / "a.vcd", 0, 1, {}}), std::system_error);
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "a.gtkw"));
}

TEST(SaveFile, names_the_dump_relative_to_itself) {
  TemporaryFolder folder;
  std::filesystem::create_directory(folder / "views");
  write_save_file({folder / "views/run.gtkw", folder / "waves/run.fst", 0, 1, {}});
  EXPECT_NE(text_of(folder / "views/run.gtkw").find("[dumpfile] \"../waves/run.fst\"\n"), std::string::npos);
}

TEST(SaveFile, shows_the_whole_span_in_the_window) {
  TemporaryFolder folder;
  const auto zoom = [&](std::uint64_t begin, std::uint64_t end) {
    write_save_file({folder / "a.gtkw", folder / "a.vcd", begin, end, {}});
    const auto text = text_of(folder / "a.gtkw");
    const auto at = text.find("\n*") + 2;
    return std::stoi(text.substr(at));
  };
  EXPECT_EQ(zoom(0, 0), 0);
  EXPECT_EQ(zoom(0, 3), 0);
  EXPECT_EQ(zoom(0, 4), -1);
  EXPECT_EQ(zoom(100, 100 + 3072), -10);
  EXPECT_EQ(zoom(0, ~0ULL), -60);
}

TEST(SaveFile, refuses_a_title_of_two_lines_and_leaves_nothing) {
  TemporaryFolder folder;
  EXPECT_THROW(write_save_file({folder / "a.gtkw", folder / "a.vcd", 0, 1, {{"two\nlines", {}}}}),
               std::invalid_argument);
  EXPECT_TRUE(folder.files().empty());
}

TEST(SaveFile, groups_keep_the_order_first_seen) {
  const auto groups = group_by_scope(kSignals);
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(groups[0].title, "wafer.r3");
  EXPECT_EQ(groups[0].signals.size(), 3U);
  EXPECT_EQ(groups[1].title, "wafer.r4");
  EXPECT_EQ(groups[2].title, "");
}

}  // namespace
}  // namespace kintsugi::wave
