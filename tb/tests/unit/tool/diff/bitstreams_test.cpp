// Two bitstreams, by bits and by fields.
#include "tb/tool/diff/comparisons.hpp"

#include "models/fabric/bitstream.hpp"
#include "tb/tests/unit/models/fabric/small_fabric.hpp"
#include "tb/tests/unit/tool/diff/two_files.hpp"

namespace kintsugi::diff {
namespace {

/// Fields t, a and b of two bits each, and the checksum.
std::string stream_of_states(const Fabric& fabric, const Configuration& configuration) {
  const std::vector<std::uint8_t> bytes = stream_of(fabric, configuration);
  return {bytes.begin(), bytes.end()};
}

std::string with_flip(std::string bytes, std::size_t bit) {
  bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
  return bytes;
}

TEST(DiffBitstreams, that_are_equal_have_no_difference) {
  const std::string bytes("\x01\x80\x33\x00", 4);
  const ComparedFiles compared = TwoFiles(bytes, bytes, ".bin").compare();
  EXPECT_EQ(compared.form, Form::kBitstream);
  EXPECT_TRUE(compared.comparison.equal());
  EXPECT_EQ(compared.comparison.compared, "32 bits");
}

TEST(DiffBitstreams, find_each_bit_that_is_flipped) {
  const std::string bytes("\x01\x80\x33\x00", 4);
  for (std::size_t bit = 0; bit < 32; ++bit) {
    const std::string flipped = with_flip(bytes, bit);
    const Sentences found = TwoFiles(bytes, flipped, ".bin").sentences();
    const bool was = (static_cast<unsigned char>(bytes[bit / 8]) >> bit % 8 & 1) != 0;
    EXPECT_EQ(found, Sentences{std::to_string(bit) + " bit bit " + std::to_string(bit % 8) + " of byte " +
                               std::to_string(bit / 8) + (was ? ": 1 0" : ": 0 1")});
  }
}

TEST(DiffBitstreams, of_different_lengths_differ_at_the_end_of_the_shorter_one) {
  EXPECT_EQ(TwoFiles("\x01\x02", "\x01\x02\x03", ".bin").sentences(), Sentences{"16 length bytes: 2 3"});
}

TEST(DiffBitstreams, with_a_fabric_are_compared_field_by_field) {
  const test::SmallFabric small;
  const std::string right = stream_of_states(small.fabric, {1, 2, 0});
  TwoFiles files(right, stream_of_states(small.fabric, {1, 1, 0}), ".bin");
  files.request.fabric = [&small]() -> const Fabric& { return small.fabric; };
  const Comparison comparison = files.compare().comparison;
  EXPECT_EQ(sentences_of(comparison).front(), R"(2 field a: "connect_0_1" "connect_0")");
  EXPECT_EQ(comparison.by_kind.front(), (KindCounts::value_type{"field", 1}));
  EXPECT_EQ(comparison.by_kind.back().first, "checksum") << "that of other fields is another one";
}

TEST(DiffBitstreams, with_a_fabric_name_filler_checksum_and_values_that_are_no_states) {
  const test::SmallFabric small;
  const std::string right = stream_of_states(small.fabric, {1, 0, 0});
  const auto found = [&](std::size_t bit) {
    TwoFiles files(right, with_flip(right, bit), ".bin");
    files.request.fabric = [&small]() -> const Fabric& { return small.fabric; };
    return files.sentences().front();
  };
  EXPECT_EQ(found(0), R"(0 field t: "X" "OPEN")");
  EXPECT_EQ(found(6), "6 filler bit 6 of byte 0: 0 1");
  EXPECT_EQ(found(8).substr(0, 10), "8 checksum");
  TwoFiles files(right, with_flip(with_flip(right, 4), 5), ".bin");
  files.request.fabric = [&small]() -> const Fabric& { return small.fabric; };
  EXPECT_EQ(files.sentences(), Sentences{R"(4 field b: "cross" "3, which is no state")"});
}

TEST(DiffBitstreams, can_be_memory_images) {
  const std::string bytes("\x21\x43\x65\x87", 4);
  EXPECT_EQ(TwoFiles(bytes, "4321\n8765\n", ".bin", ".memh").sentences(), Sentences{});
  EXPECT_EQ(TwoFiles(bytes, "4321 // low\n8766\n", ".bin", ".memh").compare().comparison.differences, 2u);
  EXPECT_EQ(TwoFiles("4321\n8765\n", "43_21\n/* x */ 8765\n").sentences(), Sentences{});
  EXPECT_EQ(TwoFiles("4321\n8765\n", "4321\n8725\n").sentences(), Sentences{"22 bit bit 6 of byte 2: 1 0"});
}

TEST(DiffBitstreams, that_do_not_fit_are_refused) {
  const test::SmallFabric small;
  TwoFiles files(std::string("\x01\x02", 2), "\x01", ".bin");
  files.request.fabric = [&small]() -> const Fabric& { return small.fabric; };
  EXPECT_EQ(files.complaint(),
            "a.bin: a bitstream of the fabric of --scenario has 5 bytes, or 1 without its checksum, not 2");
  EXPECT_EQ(TwoFiles("4321\n", "43x1\n", ".memh").complaint().substr(0, 11), "b.memh:1:1:");
}

}  // namespace
}  // namespace kintsugi::diff
