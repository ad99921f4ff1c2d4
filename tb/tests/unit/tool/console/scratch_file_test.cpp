// A file without a name between this process and a child.
#include "tb/tool/console/scratch_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>

namespace kintsugi::test {
namespace {

TEST(ScratchFile, returns_what_has_been_written_to_its_descriptor) {
  ScratchFile file("the output of a run");
  ASSERT_EQ(::write(file.descriptor(), "12 cycles\n", 10), 10);
  EXPECT_EQ(file.content(), "12 cycles\n");
  EXPECT_EQ(file.content(), "12 cycles\n") << "it can be read again";
}

TEST(ScratchFile, is_read_from_its_begin_once_it_is_filled) {
  ScratchFile file("the input of a run");
  file.fill("{network: ring}");
  std::array<char, 8> begin{};
  ASSERT_EQ(::read(file.descriptor(), begin.data(), begin.size()), 8);
  EXPECT_EQ(std::string(begin.data(), begin.size()), "{network");
}

TEST(ScratchFile, is_empty_at_first) {
  EXPECT_EQ(ScratchFile("gnuplot").content(), "");
}

TEST(ScratchFile, is_not_open_in_the_program_that_a_child_becomes) {
  const ScratchFile file("gnuplot");
  EXPECT_NE(fcntl(file.descriptor(), F_GETFD) & FD_CLOEXEC, 0);
}

}  // namespace
}  // namespace kintsugi::test
