/// The adapter from a class that Verilator has made to CompiledRouter.
#pragma once

#include <bit>
#include <concepts>
#include <memory>

#include "tb/tests/cosimulation/compiled_router.hpp"

namespace kintsugi::test {

/// @name Bits of a port: an integer, or 32-bit words where it is wide
/// @{
template <std::integral Word>
std::uint64_t bits(const Word& field, unsigned lowest, unsigned width) {
  return static_cast<std::uint64_t>(field) >> lowest & (~std::uint64_t{0} >> (64 - width));
}
template <std::integral Word>
void put_bits(Word& field, unsigned lowest, unsigned width, std::uint64_t value) {
  const std::uint64_t mask = (~std::uint64_t{0} >> (64 - width)) << lowest;
  field = static_cast<Word>((static_cast<std::uint64_t>(field) & ~mask) | (value << lowest & mask));
}
template <class Wide>
requires(!std::integral<Wide>) std::uint64_t bits(const Wide& field, unsigned lowest, unsigned width) {
  std::uint64_t value = 0;
  for (unsigned done = 0; done < width;) {
    const unsigned offset = (lowest + done) % 32;
    value |= static_cast<std::uint64_t>(field[(lowest + done) / 32] >> offset) << done;
    done += 32 - offset;
  }
  return value & (~std::uint64_t{0} >> (64 - width));
}
template <class Wide>
requires(!std::integral<Wide>) void put_bits(Wide& field, unsigned lowest, unsigned width, std::uint64_t value) {
  for (unsigned i = 0; i < width;) {
    const unsigned offset = (lowest + i) % 32;
    const unsigned count = width - i < 32 - offset ? width - i : 32 - offset;
    const std::uint32_t mask = (~std::uint32_t{0} >> (32 - count)) << offset;
    auto& word = field[(lowest + i) / 32];
    word = (word & ~mask) | (static_cast<std::uint32_t>(value >> i) << offset & mask);
    i += count;
  }
}
/// @}

template <class Verilated>
class Adapter final : public CompiledRouter {
 public:
  Adapter(const RtlWidths& widths, std::uint32_t node)
      : widths_(widths), channels_((widths.ports + 1) * widths.vcs), flit_bits_(widths.payload + widths.vc + 2) {
    rtl_.clk_i = 0;
    rtl_.rst_ni = 1;
    put_bits(rtl_.node_i, 0, 32, node);
    rtl_.eval();
    rtl_.rst_ni = 0;
    rtl_.eval();
    rtl_.rst_ni = 1;
    rtl_.eval();
  }
  ~Adapter() override { rtl_.final(); }

  void put_flit(unsigned port, const std::optional<RtlFlit>& flit) override {
    put_bits(rtl_.flit_valid_i, port, 1, flit.has_value());
    if (!flit) return;
    const unsigned at = port * flit_bits_;
    put_bits(rtl_.flit_i, at, widths_.payload, flit->payload);
    put_bits(rtl_.flit_i, at + widths_.payload, widths_.vc, flit->vc);
    put_bits(rtl_.flit_i, at + widths_.payload + widths_.vc, 1, flit->tail);
    put_bits(rtl_.flit_i, at + widths_.payload + widths_.vc + 1, 1, flit->head);
  }
  void put_credit(unsigned port, std::optional<unsigned> vc) override {
    put_bits(rtl_.credit_valid_i, port, 1, vc.has_value());
    if (vc) put_bits(rtl_.credit_vc_i, port * widths_.vc, widths_.vc, *vc);
  }
  void edge() override {
    rtl_.clk_i = 1;
    rtl_.eval();
    rtl_.clk_i = 0;
    rtl_.eval();
  }
  std::optional<RtlFlit> flit(unsigned port) const override {
    if (bits(rtl_.flit_valid_o, port, 1) == 0) return std::nullopt;
    const unsigned at = port * flit_bits_;
    RtlFlit flit;
    flit.payload = bits(rtl_.flit_o, at, widths_.payload);
    flit.vc = static_cast<unsigned>(bits(rtl_.flit_o, at + widths_.payload, widths_.vc));
    flit.tail = bits(rtl_.flit_o, at + widths_.payload + widths_.vc, 1) != 0;
    flit.head = bits(rtl_.flit_o, at + widths_.payload + widths_.vc + 1, 1) != 0;
    return flit;
  }
  std::optional<unsigned> credit(unsigned port) const override {
    if (bits(rtl_.credit_valid_o, port, 1) == 0) return std::nullopt;
    return static_cast<unsigned>(bits(rtl_.credit_vc_o, port * widths_.vc, widths_.vc));
  }
  std::optional<unsigned> held(unsigned channel) const override {
    const std::uint64_t one_hot = bits(rtl_.held_o, channel * channels_, channels_);
    if (one_hot == 0) return std::nullopt;
    return std::has_single_bit(one_hot) ? static_cast<unsigned>(std::countr_zero(one_hot)) : channels_;
  }
  unsigned count(unsigned channel) const override {
    return static_cast<unsigned>(bits(rtl_.count_o, channel * widths_.count, widths_.count));
  }

 private:
  RtlWidths widths_;
  unsigned channels_;
  unsigned flit_bits_;
  Verilated rtl_{""};
};

}  // namespace kintsugi::test
