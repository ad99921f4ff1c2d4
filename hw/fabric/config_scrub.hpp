/// The scrub of a configuration chain: while no configuration is read back it computes the checksum of the states in
/// force again and again, a word in a cycle, and compares it with that of the stream that made them
/// (hw/rtl/kt_config_reader.sv has the same in RTL).
///
/// Pass      the words of the fields one after the other, then a cycle in which the checksum is compared. The next pass
///           follows at once. A stream that comes into force, and the end of a readback, begin a new pass; a readback
///           stops it
/// Notices   a state that another has taken the place of, at the latest `longest_wait()` cycles after the cycle at
///           whose end that happened, unless a readback or a load comes in between; once, until a stream comes into
///           force
/// Cost      the pass of states that are those of the stream is not simulated: where it stands follows from the cycle.
///           Only from an upset until it is noticed is each word looked at
/// Power-up  the states are 0, and the first pass begins in cycle 0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "hw/fabric/config_reader.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

class ConfigScrub {
 public:
  /// `reader` knows the states, and outlives this.
  ConfigScrub(const ConfigReader& reader, unsigned bits_per_cycle);

  /// Returns the cycles of two passes.
  Cycle longest_wait() const { return 2 * cycles_of_pass(); }
  /// Returns whether an upset has been noticed.
  bool has_noticed() const { return noticed_; }
  /// Returns whether the words must be looked at: step() is to be called in every cycle.
  bool is_awake() const { return awake_; }

  /// The states are about to change at the end of cycle `now`, other than by a stream. Call it before they do.
  void expect_upset(Cycle now);
  /// Looks at the word of a cycle, with the states at the end of the cycle before.
  void step(Cycle now);
  /// A stream has come into force at the end of cycle `now`.
  void forget(Cycle now);
  /// Stops it behind cycle `now`, and begins a new pass behind it.
  /// @{
  void pause(Cycle now);
  void resume(Cycle now);
  /// @}

 private:
  static constexpr Cycle kForEver = std::numeric_limits<Cycle>::max();
  std::uint64_t words() const;
  Cycle cycles_of_pass() const { return words() + 1; }
  bool is_active(Cycle now) const { return from_ <= now && now <= until_; }

  const ConfigReader* reader_;
  unsigned bits_per_cycle_;
  Cycle from_ = 0;  // a pass begins here
  Cycle until_ = kForEver;
  bool awake_ = false;
  bool noticed_ = false;
  std::uint32_t crc_ = 0;        // of the words of this pass
  std::uint32_t reference_ = 0;  // of the stream
  Cycle pass_ = 0;               // its first cycle
  Cycle upset_ = 0;              // the last one
};

}  // namespace kintsugi
