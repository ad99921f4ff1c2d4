// What a room may know of the others.
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Rooms of network families: those of which the registry includes the family.
std::set<std::string> family_rooms() {
  const std::string list = text_of(source_directory() / "models/registry/families.cpp");
  const std::regex include("models/([a-z]+)/family.hpp");
  std::set<std::string> rooms;
  for (std::sregex_iterator each(list.begin(), list.end(), include), end; each != end; ++each) rooms.insert((*each)[1]);
  rooms.erase("registry");
  return rooms;
}

/// Files under a folder in which one of the words stands alone, in capitals or not.
std::vector<std::string> files_with(const std::string& folder, const std::set<std::string>& words) {
  std::string any;
  for (const std::string& word : words) any += (any.empty() ? "" : "|") + word;
  const std::regex expression("\\b(" + any + ")\\b", std::regex::icase);
  std::vector<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(source_directory() / folder)) {
    if (entry.path().extension() != ".hpp" && entry.path().extension() != ".cpp") continue;
    const std::string text = text_of(entry.path());
    if (std::regex_search(text, expression)) found.push_back(entry.path().lexically_relative(source_directory()));
  }
  return found;
}

TEST(Rooms, the_hardware_mentions_no_network_family) {
  ASSERT_TRUE(family_rooms().contains("rdt")) << "the list is read wrongly";
  EXPECT_EQ(files_with("hw", family_rooms()), std::vector<std::string>{});
  EXPECT_FALSE(files_with("models/registry", family_rooms()).empty()) << "what is there would be found";
}

TEST(Rooms, no_family_knows_another) {
  for (const std::string& room : family_rooms()) {
    std::set<std::string> others;
    for (const std::string& other : family_rooms()) {
      if (other != room) others.insert("models/" + other + "/[a-z_]+\\.hpp");
    }
    EXPECT_EQ(files_with("models/" + room, others), std::vector<std::string>{});
  }
}

}  // namespace
}  // namespace kintsugi::test
