#include <gtest/gtest.h>

#include <set>

#include "models/registry/family.hpp"

namespace kintsugi {
namespace {

TEST(Registry, FindsAFamilyByItsKind) {
  ASSERT_NE(find_family("srt1d"), nullptr);
  EXPECT_EQ(find_family("srt1d")->kind(), "srt1d");
  ASSERT_NE(find_family("srt2d"), nullptr);
  EXPECT_EQ(find_family("srt2d")->kind(), "srt2d");
}

TEST(Registry, DoesNotKnowWhatIsNotThere) {
  EXPECT_EQ(find_family("srt"), nullptr);
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
