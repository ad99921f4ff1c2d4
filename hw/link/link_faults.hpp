/// The faults of links while flits cross them: directions of links that corrupt flits or are dead. One
/// module for all of a chip; what an error does to a flit: hw/link/flit_damage.hpp.
///
/// Corrupt  a flit with an error, drawn by models/detection/error_check.hpp
/// Erase    a dead link lets nothing of the content through, so it corrupts none
/// Timing   looks at the flit that is sent in a cycle at its end, after all modules. A link that is to be at fault from
///          cycle c on damages the flits that are sent in cycle c and later
/// Sleep    evaluated in every cycle once a link is at fault, not before
/// Threads  the chip must have one: packets are written at the end of a cycle
/// Not modelled: what a link does beside its content
#pragma once

#include <optional>
#include <systemc>
#include <vector>

#include "hw/link/chip_context.hpp"
#include "hw/link/link_transmitter.hpp"
#include "hw/link/module.hpp"
#include "models/detection/error_check.hpp"

namespace kintsugi {

class LinkFaults final : public Module, public Clocked {
 public:
  /// `chip` has detection.
  LinkFaults(sc_core::sc_module_name name, const ChipContext& chip);

  /// Makes a direction of a link corrupt flits that are sent from cycle `from` on, each with probability `rate`.
  /// `number`: of the direction, for its random stream. The transmitter outlives this module.
  void corrupt(const LinkTransmitter& link, std::uint64_t number, Cycle from, double rate);
  /// Makes a direction of a link dead from the next cycle on.
  void erase(const LinkTransmitter& link);
  /// Makes a dead direction work again from the next cycle on.
  void restore(const LinkTransmitter& link);

  static constexpr const char* kKind = "kintsugi_link_faults";
  const char* kind() const override { return kKind; }
  void evaluate(Cycle now) override;
  void list_probes(wave::ModuleProbes& probes) const override;
  std::uint64_t corrupted_flits() const { return corrupted_; }
  std::uint64_t erased_flits() const { return erased_; }

 private:
  struct FaultyLink {
    const LinkTransmitter* link;
    Cycle from;
    std::optional<CorruptingLink> errors;  // nullopt: dead
  };
  void add(FaultyLink link);
  void examine(Cycle now);
  bool is_dead(const LinkTransmitter& link, Cycle now) const;
  void damage(FaultyLink& link, Flit flit);

  ChipContext chip_;
  ModuleIndex index_;
  std::vector<FaultyLink> links_;
  std::uint64_t corrupted_ = 0;
  std::uint64_t erased_ = 0;
};

}  // namespace kintsugi
