// The file of a page: every place is filled, data never become markup, the policy names what is there, and a page that
// cannot be written leaves no file.
#include "tb/tool/view/page.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string_view>
#include <system_error>

#include "models/version.hpp"
#include "tb/tests/system/tool.hpp"
#include "tb/tool/console/output.hpp"

namespace kintsugi::view::test {
namespace {

namespace fs = std::filesystem;
using kintsugi::test::TemporaryDirectory;
using kintsugi::test::text_of;
using nlohmann::ordered_json;

std::size_t occurrences(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// Returns what stands between the first `begin` and the `end` after it.
std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin);
  EXPECT_NE(from, std::string::npos) << begin;
  const std::size_t first = from + begin.size();
  return text.substr(first, text.find(end, first) - first);
}

const std::string kDataTag = R"(<script type="application/json" id="data">)";

ordered_json sample() {
  return head_of("curves", "a title");
}

TEST(PageParts, every_place_of_the_page_is_there_once) {
  for (const char* place : {"%policy%", "%title%", "%style%", "%script%", "%data%"}) {
    EXPECT_EQ(occurrences(parts().html, place), 1u) << place;
  }
}

/// Returns the texts of all files of a folder that end so, one after the other by name.
std::string texts_in(const fs::path& folder, const std::string& ending) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ending) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  std::string all;
  for (const fs::path& file : files) all += text_of(file);
  return all;
}

TEST(PageParts, the_script_and_the_style_hold_all_files_in_the_order_of_their_names) {
  const fs::path room = kintsugi::test::source_directory() / "tb/tool/view";
  EXPECT_EQ(parts().script, "(() => {\n\"use strict\";\n" + texts_in(room / "js", ".js") + "})();\n");
  EXPECT_EQ(parts().style, texts_in(room, ".css"));
  EXPECT_EQ(parts().html, text_of(room / "page.html"));
}

TEST(PageWriter, data_begin_with_what_they_are) {
  EXPECT_EQ(sample().dump(),
            R"({"format":1,"kind":"curves","program":"kintsugi )" + version() + R"(","title":"a title","facts":[]})");
}

TEST(PageWriter, every_place_is_filled) {
  const std::string page = html_of(sample());
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
  for (const char* mark : {"%policy%", "%title%", "%style%", "%script%", "%data%"}) {
    EXPECT_EQ(page.find(mark), std::string::npos) << mark;
  }
  EXPECT_EQ(between(page, "<title>", "</title>"), "a title");
  EXPECT_EQ(between(page, "<style>", "</style>"), parts().style);
  EXPECT_EQ(between(page, "<script>", "</script>"), parts().script);
  EXPECT_EQ(ordered_json::parse(between(page, kDataTag, "</script>")), sample());
}

TEST(PageWriter, a_mark_in_the_data_is_data) {
  ordered_json data = sample();
  data["title"] = "%script% %data%";
  const std::string page = html_of(data);
  EXPECT_EQ(between(page, "<title>", "</title>"), "%script% %data%");
  EXPECT_EQ(ordered_json::parse(between(page, kDataTag, "</script>")), data);
}

TEST(PageWriter, data_never_become_markup) {
  ordered_json data = sample();
  data["title"] = "</title><script>alert(1)</script> & \"<!--\" \\u003c";
  data["facts"].push_back({"</SCRIPT ><img src=x>", "<!-- <script>"});
  const std::string page = html_of(data);
  EXPECT_EQ(between(page, "<title>", "</title>"),
            "&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;&lt;!--&quot; \\u003c");
  const std::string written = between(page, kDataTag, "</script>");
  EXPECT_EQ(written.find('<'), std::string::npos);
  EXPECT_EQ(ordered_json::parse(written), data);
  // every tag but those of the page would be one more
  EXPECT_EQ(occurrences(page, "<script"), occurrences(html_of(sample()), "<script"));
}

TEST(PageWriter, bytes_that_are_not_utf_8_are_replaced) {
  ordered_json data = sample();
  data["title"] = "a\xff b";
  const std::string page = html_of(data);
  EXPECT_EQ(ordered_json::parse(between(page, kDataTag, "</script>")).at("title"), "a\xef\xbf\xbd b");
  EXPECT_EQ(between(page, "<title>", "</title>"), "a\xef\xbf\xbd b");
}

/// Hashes with a program that has nothing to do with the build.
std::string source_for(const std::string& text) {
  const TemporaryDirectory directory;
  fs::create_directories(directory.path());
  const fs::path file = directory.path() / "text";
  std::ofstream(file) << text;
  const std::string code =
      "import sys, hashlib, base64\n"
      "hashed = hashlib.sha256(open(sys.argv[1], 'rb').read()).digest()\n"
      "print(base64.b64encode(hashed).decode(), end='')\n";
  const kintsugi::test::ToolResult result = kintsugi::test::run_program({"python3", "-c", code, file.string()});
  EXPECT_EQ(result.status, 0) << result.err;
  return "'sha256-" + result.out + "'";
}

TEST(PageWriter, the_policy_forbids_all_but_the_script_and_the_style_that_are_there) {
  const std::string page = html_of(sample());
  const std::string policy = between(page, R"(<meta http-equiv="Content-Security-Policy" content=")", "\"");
  EXPECT_EQ(policy, "default-src 'none'; script-src " + source_for(between(page, "<script>", "</script>")) +
                        "; style-src " + source_for(between(page, "<style>", "</style>")) +
                        "; img-src data:; base-uri 'none'; form-action 'none'");
  EXPECT_LT(page.find("Content-Security-Policy"), page.find("<style>")) << "it holds for what comes after it";
}

TEST(PageFile, a_page_appears_when_it_is_complete) {
  const TemporaryDirectory directory;
  const fs::path file = directory.path() / "a" / "b" / "page.html";
  PageFile page(file);
  EXPECT_FALSE(fs::exists(file));
  page.write(sample());
  EXPECT_EQ(text_of(file), html_of(sample()));
}

TEST(PageFile, a_page_that_is_not_written_leaves_neither_file_nor_directory) {
  const TemporaryDirectory directory;
  { const PageFile page(directory.path() / "a" / "b" / "page.html"); }
  EXPECT_EQ(directory.files(), std::vector<std::string>{});
  ordered_json without_title = sample();
  without_title.erase("title");
  EXPECT_THROW(PageFile(directory.path() / "page.html").write(without_title), ordered_json::exception);
  EXPECT_EQ(directory.files(), std::vector<std::string>{});
}

TEST(PageFile, a_place_that_cannot_be_written_shows_before_the_run) {
  const TemporaryDirectory directory;
  fs::create_directories(directory.path() / "page.html");
  try {
    const PageFile page(directory.path() / "page.html");
    FAIL() << "it was opened";
  } catch (const std::system_error& error) {
    EXPECT_NE(std::string(error.what()).find("page.html' (name a file, not a directory)"), std::string::npos)
        << error.what();
  }
}

TEST(PageFile, a_page_can_appear_together_with_other_files) {
  const TemporaryDirectory directory;
  const fs::path file = directory.path() / "pages" / "page.html";
  PageFile page(file);
  OutputDirectory others(directory.path() / "out");
  others.write("other", "text");
  others.add(page.complete(sample()));
  EXPECT_FALSE(fs::exists(file));
  others.commit();
  EXPECT_EQ(text_of(file), html_of(sample()));
  EXPECT_EQ(text_of(directory.path() / "out" / "other"), "text");
}

}  // namespace
}  // namespace kintsugi::view::test
