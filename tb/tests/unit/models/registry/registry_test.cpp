#include <gtest/gtest.h>

#include <set>

#include "models/registry/families.hpp"

namespace kintsugi {
namespace {

TEST(Registry, FindsAFamilyByItsKind) {
  for (const char* kind : {"srt1d", "srt2d", "mesh", "torus", "hypercube", "full", "rdt", "sse", "mandala"}) {
    ASSERT_NE(find_family(kind), nullptr) << kind;
    EXPECT_EQ(find_family(kind)->kind(), kind);
  }
}

TEST(Registry, DoesNotKnowWhatIsNotThere) {
  EXPECT_EQ(find_family("srt"), nullptr);
  EXPECT_EQ(find_family("prdt"), nullptr) << "a perfect RDT is an assignment of rdt";
  EXPECT_EQ(find_family(""), nullptr);
}

TEST(Registry, KindsAndParameterNamesAreUniqueAndExplained) {
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
