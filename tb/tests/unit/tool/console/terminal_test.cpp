#include "tb/tool/console/terminal.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>

namespace kintsugi {
namespace {

/// A terminal of its own, of which only the descriptor is used.
class AtTerminal : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_GE(master_, 0);
    ASSERT_EQ(grantpt(master_), 0);
    ASSERT_EQ(unlockpt(master_), 0);
    descriptor_ = open(ptsname(master_), O_RDWR | O_NOCTTY | O_CLOEXEC);
    ASSERT_EQ(isatty(descriptor_), 1);
  }
  ~AtTerminal() override {
    if (descriptor_ >= 0) close(descriptor_);
    if (master_ >= 0) close(master_);
  }

  const int master_ = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  int descriptor_ = -1;
};

TEST_F(AtTerminal, gets_escapes_for_what_it_would_obey) {
  std::ostringstream stream;
  {
    const TerminalOutput output(stream, descriptor_, "\n");
    stream << "a \x1B[2J b\n\u202E" << 'c' << "\r" << std::flush;
  }
  EXPECT_EQ(stream.str(), "a \\x1b[2J b\n\\u202ec\\r");
  stream << '\r';
  EXPECT_TRUE(stream.str().ends_with('\r')) << "the stream is as it was";
}

TEST_F(AtTerminal, gets_characters_whole_however_they_are_written) {
  std::ostringstream stream;
  {
    const TerminalOutput output(stream, descriptor_, "");
    for (const char byte : {'\xE2', '\x80', '\xAE', '\xC3', '\xA9', '\xE2'}) stream << byte << std::flush;
  }
  EXPECT_EQ(stream.str(), "\\u202e\xC3\xA9\\xe2");
}

TEST_F(AtTerminal, is_not_what_a_file_or_a_pipe_is) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  std::ostringstream stream;
  {
    const TerminalOutput output(stream, ends[1], "");
    stream << "\u202E\x1B\n";
  }
  EXPECT_EQ(stream.str(), "\u202E\x1B\n");
  close(ends[0]);
  close(ends[1]);
}

}  // namespace
}  // namespace kintsugi
