#include "models/allocation/separable.hpp"

#include <array>
#include <bit>

#include "models/routing/relation.hpp"

namespace kintsugi {

namespace {

// Initial values of the pointers: no channel or port is above them, so the first search begins with the lowest.
constexpr std::uint8_t kNoTurnYet = 63;

/// Round-robin: returns the first set bit of a non-empty set above `last`, which is below 64; else the lowest.
unsigned next_in_set(std::uint64_t set, unsigned last) {
  const std::uint64_t later = set & (~std::uint64_t{1} << last);
  return static_cast<unsigned>(std::countr_zero(later != 0 ? later : set));
}

}  // namespace

SeparableAllocator::SeparableAllocator(const AllocatorForm& form)
    : classes_(form.strict_classes),
      class_vcs_(form.vcs / form.strict_classes),
      turns_(std::size_t{form.ports} * form.strict_classes, Turn{kNoTurnYet, kNoTurnYet}) {}

void SeparableAllocator::choose(std::span<HeadRequest> requests) const {
  // By port, written before they are read.
  std::array<VcSet, kMaxPorts> asking;              // of an input port: channels with a head that asks
  std::array<std::uint8_t, kMaxPorts> put_forward;  // the one whose head it puts forward
  std::array<PortSet, kMaxPorts> rivals;            // of an output port: input ports whose head asks it
  std::array<std::uint8_t, kMaxPorts> first_class;  // the lowest class of these
  PortSet inputs = 0, outputs = 0;
  for (const HeadRequest& request : requests) {
    if ((inputs & port_bit(request.in)) == 0) asking[request.in.index()] = 0;
    inputs |= port_bit(request.in);
    asking[request.in.index()] |= vc_bit(request.vc);
  }
  for (PortSet rest = inputs; rest != 0; rest &= rest - 1) {
    const PortId in = PortId::from(static_cast<unsigned>(std::countr_zero(rest)));
    const VcSet heads = asking[in.index()];
    const unsigned number = class_of(static_cast<unsigned>(std::countr_zero(heads)));
    const VcSet of_class = heads & (all_vcs(class_vcs_) << (number * class_vcs_));
    put_forward[in.index()] = narrow<std::uint8_t>(next_in_set(of_class, turn(in, number).last_vc));
  }
  for (const HeadRequest& request : requests) {
    if (request.vc.value != put_forward[request.in.index()]) continue;
    const auto number = narrow<std::uint8_t>(class_of(request.vc.value));
    const std::size_t out = request.out.index();
    const bool is_first = (outputs & port_bit(request.out)) == 0;
    if (is_first || number < first_class[out]) {
      rivals[out] = 0;
      first_class[out] = number;
    }
    outputs |= port_bit(request.out);
    if (number == first_class[out]) rivals[out] |= port_bit(request.in);
  }
  for (HeadRequest& request : requests) {
    const std::size_t out = request.out.index();
    request.chosen = request.vc.value == put_forward[request.in.index()] && (rivals[out] & port_bit(request.in)) != 0 &&
                     next_in_set(rivals[out], turn(request.out, first_class[out]).last_in) == request.in.value;
  }
}

void SeparableAllocator::given(PortId in, Vc vc, PortId out) {
  const unsigned number = class_of(vc.value);
  turn(in, number).last_vc = vc.value;
  turn(out, number).last_in = narrow<std::uint8_t>(in.value);
}

}  // namespace kintsugi
