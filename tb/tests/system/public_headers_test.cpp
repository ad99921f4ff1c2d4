// The public headers, <kintsugi/...>: none brings a library for JSON or YAML into a program of a user, and each is on
// the page and in the reference.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

namespace fs = std::filesystem;

/// Returns what a line includes: `  #  include <a.hpp>` is "a.hpp"; "" for another line.
std::string included_by(std::string_view line) {
  const auto skip = [&line](std::string_view word) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const bool is_there = line.starts_with(word);
    if (is_there) line.remove_prefix(word.size());
    return is_there;
  };
  if (!skip("#") || !skip("include") || !(skip("<") || skip("\""))) return "";
  return std::string(line.substr(0, line.find_first_of(">\"")));
}

/// Follows the includes of a header, in quotes or brackets, in a tree of sources.
class IncludedHeaders {
 public:
  explicit IncludedHeaders(fs::path root) : root_(std::move(root)) {}

  /// Returns the chains that lead from a header to one of the libraries for JSON and YAML: "a.hpp > b.hpp >
  /// yaml-cpp/yaml.h". A header that is not in the tree is one of a library, and ends its chain.
  std::vector<std::string> to_json_or_yaml(const std::string& header) {
    chains_.clear();
    seen_.clear();
    follow(header, header);
    return chains_;
  }
  /// Returns the headers that the last call has met, once each.
  std::size_t met() const { return seen_.size(); }

 private:
  void follow(const std::string& header, const std::string& chain) {
    if (header.starts_with("nlohmann/") || header.starts_with("yaml-cpp/")) return chains_.push_back(chain);
    if (!seen_.insert(header).second) return;
    for (const std::string& next : includes_of(header)) follow(next, chain + " > " + next);
  }

  /// Reads each header of the tree once.
  const std::vector<std::string>& includes_of(const std::string& header) {
    const auto [place, is_new] = includes_.try_emplace(header);
    if (!is_new) return place->second;
    fs::path file = root_ / header;
    if (!fs::exists(file)) file = root_ / "tb/install" / header;
    if (!fs::is_regular_file(file)) return place->second;
    for (const std::string& line : lines_of(text_of(file))) {
      if (std::string name = included_by(line); !name.empty()) place->second.push_back(std::move(name));
    }
    return place->second;
  }

  fs::path root_;
  std::map<std::string, std::vector<std::string>> includes_;  // by header
  std::set<std::string> seen_;
  std::vector<std::string> chains_;
};

std::vector<std::string> public_headers() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(source_directory() / "tb/install/kintsugi")) {
    names.push_back("kintsugi/" + entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

TEST(PublicHeaders, include_no_library_for_json_or_yaml) {
  IncludedHeaders headers(source_directory());
  for (const std::string& name : public_headers()) {
    EXPECT_EQ(headers.to_json_or_yaml(name), std::vector<std::string>()) << name;
  }
  EXPECT_EQ(headers.to_json_or_yaml("kintsugi/kintsugi.hpp"), std::vector<std::string>());
  EXPECT_GT(headers.met(), 100u) << "the includes are followed";
}

TEST(PublicHeaders, a_library_for_json_or_yaml_behind_one_would_be_found_with_the_way_to_it) {
  const TemporaryDirectory directory;
  const auto write = [&](const std::string& name, const std::string& text) {
    fs::create_directories((directory.path() / name).parent_path());
    std::ofstream(directory.path() / name) << text;
  };
  write("tb/install/kintsugi/one.hpp", "#pragma once\n\n#include <kintsugi/two.hpp>\n#include <string>\n");
  write("tb/install/kintsugi/two.hpp", "#pragma once\n#include \"hw/three.hpp\"\n// #include <nlohmann/json.hpp>\n");
  write("hw/three.hpp", "#include \"hw/three.hpp\"\n#  include <nlohmann/json_fwd.hpp>\n#include <yaml-cpp/yaml.h>\n");
  IncludedHeaders headers(directory.path());
  const std::string way = "kintsugi/one.hpp > kintsugi/two.hpp > hw/three.hpp > ";
  EXPECT_EQ(headers.to_json_or_yaml("kintsugi/one.hpp"),
            (std::vector{way + "nlohmann/json_fwd.hpp", way + "yaml-cpp/yaml.h"}));
  IncludedHeaders here(source_directory());
  EXPECT_FALSE(here.to_json_or_yaml("tb/tool/export/rtl_export.hpp").empty()) << "of the tool";
}

TEST(PublicHeaders, are_all_on_the_page_and_in_the_reference) {
  const std::string page = text_of(source_directory() / "tb/install/README.md");
  const std::string reference = text_of(source_directory() / "tb/install/reference/main.dox");
  const std::vector<std::string> names = public_headers();
  EXPECT_GE(names.size(), 14u);
  for (const std::string& name : names) {
    EXPECT_NE(page.find('<' + name + '>'), std::string::npos) << name << " is not on tb/install/README.md";
    EXPECT_NE(reference.find(name), std::string::npos) << name << " is not in tb/install/reference/main.dox";
  }
}

}  // namespace
}  // namespace kintsugi::test
