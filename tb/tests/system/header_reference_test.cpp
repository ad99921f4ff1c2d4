// The reference of the public headers: doxygen has no warning, and a public member without a comment would be one.
#include <gtest/gtest.h>

#include <fstream>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

namespace fs = std::filesystem;

class ReferenceOfHeadersSlow : public testing::Test {
 protected:
  void SetUp() override {
    if (run_program({"doxygen", "--version"}).status == 0) return;
    ASSERT_FALSE(warnings_are_errors()) << "the check needs doxygen: tb/setup installs it";
    GTEST_SKIP() << "doxygen is not there (package doxygen)";
  }
  ToolResult make(const fs::path& root) const {
    return run_program(
        {"python3", (source_directory() / "tb/install/reference/make.py").string(), root.string(), html()});
  }
  /// Writes public headers: one for the folder kintsugi, and those that it includes.
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((root() / name).parent_path());
    std::ofstream(root() / name) << text;
  }
  fs::path root() const { return scratch_.path() / "root"; }
  std::string html() const { return (scratch_.path() / "reference").string(); }
  std::string page(const std::string& name) const { return text_of(html() + "/html/" + name); }

  TemporaryDirectory scratch_;
};

TEST_F(ReferenceOfHeadersSlow, every_public_member_is_described) {
  const ToolResult result = make(source_directory());
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.status, 0);
  const std::string chip = page("classkintsugi_1_1Chip.html");
  EXPECT_NE(chip.find("<b>Directly wired</b> every node is a site"), std::string::npos) << "columns are a list";
  EXPECT_NE(chip.find("net.&lt;node&gt;.router"), std::string::npos) << "<node> is no element of HTML";
  EXPECT_NE(page("classkintsugi_1_1System.html").find("as one object"), std::string::npos);
}

TEST_F(ReferenceOfHeadersSlow, a_page_holds_no_path_of_this_machine_and_is_the_same_again) {
  write("kintsugi/one.hpp", "/// A header.\n#pragma once\n\n/// @namespace kintsugi\n");
  ASSERT_EQ(make(root()).status, 0);
  const std::string first = page("one_8hpp.html");
  EXPECT_EQ(first.find(scratch_.path().string()), std::string::npos) << first;
  ASSERT_EQ(make(root()).status, 0);
  EXPECT_EQ(page("one_8hpp.html"), first);
}

TEST_F(ReferenceOfHeadersSlow, a_public_member_without_a_comment_is_named_with_its_line) {
  write("kintsugi/one.hpp", "/// A header.\n#pragma once\n\n#include \"models/two.hpp\"\n");
  write("models/two.hpp",
        "/// Two columns\n"
        "///\n"
        "/// First   is described\n"
        "///         in two lines\n"
        "/// Second  too\n"
        "#pragma once\n"
        "\n"
        "#include \"models/three.hpp\"\n"
        "\n"
        "namespace kintsugi {\n"
        "\n"
        "class Two {\n"
        " public:\n"
        "  /// Returns it.\n"
        "  int described();\n"
        "  int described() const;\n"
        "  int missing() const;\n"
        "};\n"
        "\n"
        "}  // namespace kintsugi\n");
  write("models/three.hpp", "/// Not public.\n#pragma once\n\nnamespace kintsugi {\nint three();\n}\n");
  const ToolResult result = make(root());
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(lines_of(result.err).size(), 1u) << result.err;
  EXPECT_NE(result.err.find("models/two.hpp:17: warning: Member missing() const"), std::string::npos) << result.err;
}

TEST_F(ReferenceOfHeadersSlow, a_folder_without_public_headers_is_refused) {
  fs::create_directories(root());
  const ToolResult result = make(root());
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("no folder kintsugi"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace kintsugi::test
