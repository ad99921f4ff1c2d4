#include "tb/tool/store/identity.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

TEST(Identity, a_program_is_known_by_its_bytes) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const auto identity_with = [&](const std::string& bytes) {
    std::ofstream(directory.path() / "program", std::ios::binary) << bytes;
    return store::identity_of_program("kintsugi 1", directory.path() / "program");
  };
  EXPECT_EQ(identity_with(""), "kintsugi 1, build cbf29ce484222325");  // FNV-1a of no bytes
  EXPECT_EQ(identity_with("a"), "kintsugi 1, build af63dc4c8601ec8c");
  EXPECT_EQ(identity_with("a"), identity_with("a"));
  EXPECT_NE(identity_with("ab"), identity_with("ba"));
  EXPECT_THROW(store::identity_of_program("kintsugi 1", directory.path() / "none"), std::runtime_error);
}

}  // namespace
}  // namespace kintsugi::test
