// Fixed-point types exist only behind SystemC's own switch, so their refusal has a file of its own. The types that are
// traced are compared with the library in vcd_writer_test.cpp.
#define SC_INCLUDE_FX
#include <gtest/gtest.h>

#include "hw/wave/vcd_writer.hpp"
#include "tb/tests/unit/hw/wave/temporary_folder.hpp"

namespace kintsugi::wave {
namespace {

template <class Value>
std::string refusal_of(const Value& value) {
  test::TemporaryFolder folder;
  VcdWriter writer({.path = folder / "run.vcd"});
  try {
    sc_trace(&writer, value, "a");
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(VcdTrace, refuses_fixed_point_types_and_says_what_to_do) {
  const std::string message =
      "signal 'a' cannot be traced: fixed-point types are not supported; trace its to_double() as a double, or its raw "
      "bits";
  EXPECT_EQ(refusal_of(sc_dt::sc_fxval(1.5)), message);
  EXPECT_EQ(refusal_of(sc_dt::sc_fxval_fast(1.5)), message);
  EXPECT_EQ(refusal_of(sc_dt::sc_fixed<8, 4>(1.5)), message);
  EXPECT_EQ(refusal_of(sc_dt::sc_fixed_fast<8, 4>(1.5)), message);
}

}  // namespace
}  // namespace kintsugi::wave
