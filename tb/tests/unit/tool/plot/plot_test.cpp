// Plots drawn by gnuplot, and the errors when it fails.
#include "tb/tool/plot/plot.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <system_error>

#include "models/files/part_file.hpp"
#include "tb/tests/system/tool.hpp"
#include "tb/tests/unit/tool/plot/plots.hpp"

namespace kintsugi::plot::test {
namespace {

namespace fs = std::filesystem;
using kintsugi::test::TemporaryDirectory;

TEST(Plot, is_a_complete_picture_with_all_its_texts) {
  Plot plot = small_plot();
  plot.title = "Load & latency <16 flits>";
  const std::string svg = to_svg(plot);
  EXPECT_TRUE(svg.starts_with("<?xml"));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  for (const char* text : {"Load &amp; latency &lt;16 flits>", "offered load [flits/node/cycle]",
                           "mean latency [cycles]", "mesh", "torus"}) {
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  }
}

TEST(Plot, is_the_same_from_run_to_run_whatever_the_user_has_set) {
  const std::string svg = to_svg(small_plot());
  const TemporaryDirectory home;
  fs::create_directories(home.path());
  std::ofstream(home.path() / ".gnuplot") << "set title 'mine'\nset grid noxtics\n";
  setenv("HOME", home.path().c_str(), 1);
  setenv("GNUTERM", "dumb", 1);
  setenv("LC_ALL", "de_DE.UTF-8", 1);
  EXPECT_EQ(to_svg(small_plot()), svg);
}

TEST(Plot, with_a_band_and_a_bar_is_drawn) {
  Plot plot = small_plot();
  plot.series[0].band = {{20, 40}, {40, 60}};
  plot.series[1] = {.name = "torus", .points = {{0.1, 25}}, .band = {{20, 30}}};
  plot.band_name = "10 to 90 %";
  const std::string svg = to_svg(plot);
  EXPECT_NE(svg.find("<polygon"), std::string::npos);
  EXPECT_NE(svg.find("10 to 90 %"), std::string::npos);
}

TEST(Plot, of_many_points_is_not_cut_off) {
  Plot plot = small_plot();
  for (int i = 0; i < 100000; ++i) plot.series[0].points.push_back({i * 0.001, i % 100 + 1.0});
  EXPECT_GT(to_svg(plot).size(), std::size_t{1} << 20);
}

void write_svg(const Plot& plot, const fs::path& path) {
  files::PartFile file(path);
  file.append(to_svg(plot));
  file.commit();
}

TEST(Plot, is_written_as_a_file) {
  const TemporaryDirectory directory;
  fs::create_directories(directory.path());
  write_svg(small_plot(), directory.path() / "plot.svg");
  EXPECT_EQ(directory.files(), std::vector<std::string>{"plot.svg"});
  EXPECT_EQ(directory.read("plot.svg"), to_svg(small_plot()));
}

/// Returns the error of writing a file; checks that no partial file is left and that an older file is unchanged.
std::string failure_to_write(const Plot& plot) {
  const TemporaryDirectory directory;
  fs::create_directories(directory.path());
  std::ofstream(directory.path() / "old.svg") << "old";
  std::string message = "nothing was thrown";
  for (const char* name : {"new.svg", "old.svg"}) {
    try {
      write_svg(plot, directory.path() / name);
    } catch (const std::exception& error) {
      message = error.what();
    }
  }
  EXPECT_EQ(directory.files(), std::vector<std::string>{"old.svg"});
  EXPECT_EQ(directory.read("old.svg"), "old");
  return message;
}

/// Puts a directory with a program of that name, alone, into PATH.
class OnlyGnuplot {
 public:
  explicit OnlyGnuplot(const std::string& lines) {
    fs::create_directories(directory_.path());
    const fs::path program = directory_.path() / "gnuplot";
    std::ofstream(program) << "#!/bin/sh\n" << lines;
    fs::permissions(program, fs::perms::owner_all);
    setenv("PATH", directory_.path().c_str(), 1);
  }

 private:
  TemporaryDirectory directory_;
};

TEST(Plot, without_gnuplot_the_remedy_is_named_and_nothing_written) {
  setenv("PATH", "/nowhere", 1);
  EXPECT_EQ(failure_to_write(small_plot()), "plots need gnuplot, which is not there: apt-get install gnuplot-nox");
}

TEST(Plot, a_gnuplot_that_fails_is_reported_with_its_words_and_nothing_written) {
  const OnlyGnuplot program("echo '<?xml half'\necho 'line 3: no such terminal' >&2\nexit 1\n");
  EXPECT_EQ(failure_to_write(small_plot()), "gnuplot failed: line 3: no such terminal");
}

TEST(Plot, a_gnuplot_that_is_killed_is_reported_and_nothing_written) {
  const OnlyGnuplot program("kill -9 $$\n");
  EXPECT_EQ(failure_to_write(small_plot()), "gnuplot failed: it does not say why");
}

TEST(Plot, half_a_picture_is_not_written) {
  const OnlyGnuplot program("echo '<?xml version=\"1.0\"?><svg>'\n");
  EXPECT_EQ(failure_to_write(small_plot()),
            "gnuplot did not draw a complete SVG: it does not say why; free some space in the directory for temporary "
            "files, or raise the limit on the size of files");
}

TEST(Plot, what_cannot_be_drawn_is_not_written) {
  Plot plot = small_plot();
  plot.series.clear();
  EXPECT_EQ(failure_to_write(plot), "this cannot be plotted: there is no series");
}

TEST(Plot, a_file_that_cannot_be_written_is_said_before_anything_is_drawn) {
  setenv("PATH", "/nowhere", 1);
  EXPECT_THROW(write_svg(small_plot(), "/nowhere/plot.svg"), std::system_error);
  EXPECT_THROW(write_svg(small_plot(), fs::temp_directory_path()), std::system_error);
}

}  // namespace
}  // namespace kintsugi::plot::test
