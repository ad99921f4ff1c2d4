/// The probes of what a module sends on a link: valid, packet, kind, vc.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string>
#include <vector>

#include "hw/link/chip_context.hpp"
#include "hw/link/flit.hpp"
#include "hw/link/multicast_table.hpp"
#include "hw/wave/probe.hpp"
#include "models/network/network.hpp"

namespace kintsugi {

/// Returns the bits of a vector that holds the numbers up to `largest`.
inline unsigned bits_for(std::uint64_t largest) {
  return std::max(1u, static_cast<unsigned>(std::bit_width(largest)));
}

/// Returns the number of a packet by which a waveform shows it, and which does not depend on the order of evaluation:
/// its number among the packets of its source, times the number of nodes, plus the source.
inline std::uint64_t number_of_packet(std::size_t nodes, std::uint32_t source, std::uint32_t serial) {
  return std::uint64_t{serial} * nodes + source;
}
inline std::uint64_t packet_number(const ChipContext& chip, const Flit& flit) {
  const Packet& packet = (*chip.packets)[flit.packet];
  return number_of_packet(chip.network->nodes(), packet.source.value, packet.serial);
}

/// Returns the packet of a flit in words: "n3#17>n9", packet 17 of node n3 to n9; "n3#17>*", a multicast; "n9#ack0>n3",
/// the first acknowledgement that n9 sends.
inline std::string packet_words(const ChipContext& chip, const Flit& flit) {
  const Packet& packet = (*chip.packets)[flit.packet];
  const bool one = packet.destination.value < chip.network->nodes();
  const char* const kind = packet.serial < kFirstAcknowledgement ? "#" : "#ack";
  return chip.network->node_name(packet.source) + kind + std::to_string(packet.serial & ~kFirstAcknowledgement) + ">" +
         (one ? chip.network->node_name(packet.destination) : "*");
}

enum FlitKind : std::uint8_t { kNothing, kHead, kBody, kTail, kSingle };
inline constexpr std::array<const char*, 5> kFlitKindNames{"-", "head", "body", "tail", "single"};

inline FlitKind kind_of(const std::optional<Flit>& flit) {
  if (!flit) return kNothing;
  if (flit->head()) return flit->tail() ? kSingle : kHead;
  return flit->tail() ? kTail : kBody;
}

/// Adds the probes of one port of a module that has sent(PortId), the flit of the cycle just evaluated, and chip().
template <class Sender>
void add_link_probes(wave::ModuleProbes& probes, const std::string& name, const Sender& sender, PortId port) {
  using wave::reader;
  const std::uint64_t argument = port.value;
  probes.add(
      name + ".valid", 1,
      reader<[](const Sender& s, std::uint64_t at) { return std::uint64_t{s.sent(PortId::from(at)).has_value()}; }>(
          sender, argument));
  const auto number = [](const Sender& s, std::uint64_t at) {
    const std::optional<Flit> flit = s.sent(PortId::from(at));
    return flit ? packet_number(s.chip(), *flit) : wave::kUnknown;
  };
  probes.add(name + ".packet", 48, reader<number>(sender, argument));
  probes.add_text(name + ".transaction", reader<number>(sender, argument), [](const void* object, std::uint64_t at) {
    const auto& s = *static_cast<const Sender*>(object);
    return packet_words(s.chip(), *s.sent(PortId::from(at)));
  });
  probes.add_name(
      name + ".kind",
      reader<[](const Sender& s, std::uint64_t at) { return kind_of(s.sent(PortId::from(at))); }>(sender, argument),
      kFlitKindNames);
  probes.add(name + ".vc", bits_for(sender.parameters().vcs - 1), reader<[](const Sender& s, std::uint64_t at) {
               const std::optional<Flit> flit = s.sent(PortId::from(at));
               return flit ? std::uint64_t{flit->vc.value} : wave::kUnknown;
             }>(sender, argument));
}

}  // namespace kintsugi
