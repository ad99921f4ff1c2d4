#include <gtest/gtest.h>

#include <set>

#include "models/registry/families.hpp"

namespace kintsugi {
namespace {

TEST(Registry, finds_a_family_by_its_kind) {
  for (const char* kind : {"srt1d", "srt2d", "mesh", "torus", "hypercube", "full", "rdt", "sse", "mandala"}) {
    ASSERT_NE(find_family(kind), nullptr) << kind;
    EXPECT_EQ(find_family(kind)->kind(), kind);
  }
}

TEST(Registry, does_not_know_what_is_not_there) {
  EXPECT_EQ(find_family("srt"), nullptr);
  EXPECT_EQ(find_family("prdt"), nullptr) << "a perfect RDT is an assignment of rdt";
  EXPECT_EQ(find_family(""), nullptr);
}

TEST(Registry, kinds_and_parameter_names_are_unique_and_explained) {
  std::set<std::string> kinds;
  for (const Family* family : families()) {
    EXPECT_TRUE(kinds.insert(family->kind()).second) << family->kind();
    EXPECT_FALSE(family->summary().empty()) << family->kind();
    std::set<std::string> names;
    for (const ParameterSpec& spec : family->parameters()) {
      EXPECT_TRUE(names.insert(spec.name).second) << family->kind() << "." << spec.name;
      EXPECT_FALSE(spec.help.empty()) << family->kind() << "." << spec.name;
    }
  }
}

}  // namespace
}  // namespace kintsugi
