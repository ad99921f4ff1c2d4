/// The configuration chain: shifts the states of all switches into the chip, a few bits per cycle.
///
/// Input    a stream (models/fabric/bitstream.hpp), each byte from bit 0 upwards: a word of `bits_per_cycle` bits in
///          each cycle. `valid` says whether the word of a cycle is a part of the stream: set_valid(). It is true from
///          power-up on. In a cycle in which it is false the chain waits
/// Words    instead of a whole stream, words can be given to the chain one by one, in the cycles in which they are
///          shifted in: begin_words() and put_word(), which ChainPins calls for signals (hw/pins/chain_pins.hpp). A
///          cycle without a word is a gap
/// Timing   load() in cycle t: words are shifted in from t + 1 on; a field reaches the shadow of its switches in the
///          cycle of its last bit. The chain checks the stream in the cycle after that of its last word, whatever
///          `valid` is. If the stream is right, all shadows come into force together at the end of that cycle; else
///          they are discarded, the old states stay, and error() says why. load() is allowed again from then on
/// Checks   in this order: the length; the checksum, which is wrong in a stream for any fabric with another number too;
///          that every value is a state of its switches; that the bits after the last field are 0; the inspection;
///          the admission, at the end of the cycle
/// Reading  the states in force, or the shadows, come back as a stream with its checksum: all at once by read_back(),
///          or word by word: begin_read(), reader(), take_read_word(), which ChainPins calls for signals. A stream can
///          come in meanwhile; when it has come into force or was refused, a readback that began before is given up
/// Scrub    while nothing is read back the chain compares the checksum of the states in force with that of the stream
///          that made them (hw/fabric/config_scrub.hpp). upset() turns a bit of a field over; has_noticed_upset() is
///          true from the cycle in which the scrub has found that until the next stream comes into force, which heals
///          it
/// Sleep    a chain that waits is not evaluated: a gap costs one evaluation, however long it is
/// Errors   load() throws std::logic_error while a stream is being shifted in. A wrong stream throws nothing: the phase
///          becomes kRefused
/// Not modelled: the wiring of the chain from switch to switch. It writes whole fields: it is word-addressed, not a
///          shift register through all switches
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "hw/clock/clock_domain.hpp"
#include "hw/fabric/config_reader.hpp"
#include "hw/fabric/config_scrub.hpp"
#include "hw/fabric/switch_module.hpp"
#include "hw/link/module.hpp"
#include "models/fabric/bitstream.hpp"
#include "models/fabric/fabric.hpp"

namespace kintsugi {

class ConfigChain final : public Module, public Clocked {
 public:
  enum class Phase : std::uint8_t { kIdle, kShift, kCheck, kActive, kRefused };
  /// Why a stream is refused, in the order of the checks.
  enum class Refusal : std::uint8_t { kLength, kChecksum, kState, kFiller, kInspection, kAdmission };
  static constexpr std::array<const char*, 6> kRefusalNames{"length", "checksum",   "state",
                                                            "filler", "inspection", "admission"};
  /// The same as a number, as the exported chain has it at refused_o: 1 length to 6 admission; 0: not refused. The
  /// exported chain knows 1 to 4.
  static constexpr std::uint32_t code(std::optional<Refusal> refusal) {
    return refusal ? static_cast<std::uint32_t>(*refusal) + 1 : 0;
  }
  /// By phase; waveforms show them.
  static constexpr std::array<const char*, 5> kPhaseNames{"idle", "shift", "check", "active", "refused"};

  /// `switches` is indexed by SwitchId. bits_per_cycle: 1 .. 64.
  ConfigChain(sc_core::sc_module_name name, ClockDomain& clock, const Fabric& fabric, unsigned bits_per_cycle);
  void attach(std::vector<SwitchModule*> switches);

  /// Called when new states have come into force, with the switches that changed.
  using CommitHandler = std::function<void(const std::vector<SwitchModule*>& changed)>;
  void on_commit(CommitHandler handler) { on_commit_ = std::move(handler); }

  /// Called when the CRC and all values are valid, before the states come into force. Returns nullopt to accept the
  /// stream, else why it is refused.
  using Inspection = std::function<std::optional<std::string>()>;
  void on_check(Inspection inspection) { inspection_ = std::move(inspection); }

  /// Called at the end of the cycle of the check, before the states of a right stream come into force, with the
  /// switches that would change. Returns nullopt to accept the stream, else why it is refused.
  using Admission = std::function<std::optional<std::string>(const std::vector<SwitchModule*>& changing)>;
  void on_admit(Admission admission) { admission_ = std::move(admission); }

  void load(std::vector<std::uint8_t> stream);
  /// Begins a stream whose words follow one by one, from the next cycle on. A stream of words that is being shifted in
  /// is given up.
  void begin_words();
  /// Shifts a word in, in cycle `now`, the first `bits` bits of it: call it before the modules of the cycle are
  /// evaluated (ClockDomain::before_each_cycle). `last`: the stream ends with it. Throws std::logic_error unless words
  /// are taken.
  void put_word(Cycle now, std::uint64_t word, unsigned bits, bool last);
  /// Returns whether a stream of words has begun and not ended.
  bool takes_words() const { return phase_ == Phase::kShift && by_words_ && !is_complete_; }
  unsigned bits_per_cycle() const { return bits_per_cycle_; }

  /// Returns the states in force, or the shadows, as a stream with its checksum.
  std::vector<std::uint8_t> read_back(ConfigReader::Source source = ConfigReader::Source::kStates) const {
    return reader_.stream(source);
  }
  /// Begins a readback in cycle `now`, whose first word waits behind it: call it before the modules of the cycle are
  /// evaluated, and take_read_word() too.
  void begin_read(Cycle now, ConfigReader::Source source);
  void take_read_word(Cycle now);
  /// Returns the readback: whether there is one, and its word.
  const ConfigReader& reader() const { return reader_; }

  /// Turns a bit of the state in force of all switches of a field over, at the end of the cycle evaluated last: call it
  /// between cycles, or at the end of one. The flip calls no handler; the caller resolves the paths again. Throws
  /// std::out_of_range if there is no such field or bit.
  void upset(std::size_t field, unsigned bit);
  bool has_noticed_upset() const { return scrub_.has_noticed(); }
  /// Called at the end of the cycle in which an upset is noticed.
  void on_upset(std::function<void()> handler) { on_upset_ = std::move(handler); }
  /// Returns after how many cycles an upset is noticed at the latest, if nothing is loaded or read back meanwhile.
  Cycle longest_until_noticed() const { return scrub_.longest_wait(); }

  /// Says whether the words of the cycles from clock.next() on are valid. For callers outside the modules, and for
  /// modules of ThreadAffinity::kMain. Of several calls in a cycle the last one counts.
  void set_valid(bool valid);
  /// Returns the number of cycles from load() until the states hold or the stream is refused, without gaps.
  Cycle cycles_for(std::size_t stream_bytes) const { return cycles_for(stream_bytes, bits_per_cycle_); }
  static Cycle cycles_for(std::size_t stream_bytes, unsigned bits_per_cycle) {
    return std::max<Cycle>(1, (stream_bytes * 8 + bits_per_cycle - 1) / bits_per_cycle) + 1;
  }

  static constexpr const char* kKind = "kintsugi_config_chain";
  const char* kind() const override { return kKind; }
  void evaluate(Cycle now) override;
  void list_probes(wave::ModuleProbes& probes) const override;

  Phase phase() const { return phase_; }
  const std::string& error() const { return error_; }
  /// Returns the kind of error(); nullopt unless the last stream was refused.
  std::optional<Refusal> refusal() const { return phase_ == Phase::kRefused ? std::optional(refusal_) : std::nullopt; }
  /// Return how many streams were accepted, and refused for that reason. The next one may begin in the cycle in which
  /// one ends: then no cycle shows the phase in which that one has ended.
  /// @{
  std::uint64_t accepted() const { return accepted_; }
  std::uint64_t refused(Refusal kind) const { return refused_[static_cast<std::size_t>(kind)]; }
  /// @}
  /// Returns how many streams have begun, those that were given up included.
  std::uint64_t begun() const { return begun_; }
  /// Returns the event of a stream having been accepted, with its states in force, or refused.
  const sc_core::sc_event& ended() const { return ended_; }
  /// Probes: bits shifted in so far; whether a word is shifted in in this cycle, and its bits, 0 if it is not; the
  /// checksum of the fabric number and the complete bytes so far.
  std::uint64_t bits() const { return position_; }
  bool valid() const { return shifts_; }
  std::uint64_t word() const { return word_; }
  std::uint32_t checksum() const { return crc_.value(); }

 private:
  bool is_valid(Cycle now) const { return now < valid_from_ ? valid_before_ : valid_; }
  void begin(std::vector<std::uint8_t> stream, std::uint64_t bits);
  void enter(Phase phase, Cycle cycle);
  void shift(Cycle now);
  void shift_bit(bool bit);
  void finish_byte();
  void finish_field();
  void check();
  void commit();
  void note_error(Refusal kind, std::string why);
  void refuse(Refusal kind, std::string why);
  void end_read();
  void scrub(Cycle now);

  ClockDomain* clock_;
  const Fabric* fabric_;
  unsigned bits_per_cycle_;
  ModuleIndex index_;
  Cycle begins_ = 0;  // to shift the last stream that was loaded
  std::vector<SwitchModule*> switches_;
  std::vector<std::vector<SwitchId>> driven_;  // by field
  std::uint64_t payload_bits_ = 0;             // fields and filler, without the checksum
  CommitHandler on_commit_;
  Inspection inspection_;

  bool valid_ = true;  // from valid_from_ on
  bool valid_before_ = true;
  Cycle valid_from_ = 0;

  Phase phase_ = Phase::kIdle;
  std::string error_;
  sc_core::sc_event ended_;
  std::vector<std::uint8_t> stream_;
  std::uint64_t stream_bits_ = 0;  // of it, so far
  bool is_complete_ = true;        // no more bits follow
  bool by_words_ = false;
  std::uint64_t position_ = 0;
  bool shifts_ = false;
  std::uint64_t word_ = 0;
  std::size_t field_ = 0;
  unsigned field_bit_ = 0;
  SwitchState field_value_ = 0;
  std::uint8_t byte_ = 0;
  RunningChecksum crc_;
  std::uint32_t received_crc_ = 0;
  Admission admission_;
  Refusal refusal_ = Refusal::kLength;  // of error_, if there is one
  ConfigReader reader_;
  ConfigScrub scrub_;
  std::function<void()> on_upset_;
  Cycle read_begins_ = 0;
  std::uint64_t begun_ = 0;
  std::uint64_t accepted_ = 0;
  std::array<std::uint64_t, kRefusalNames.size()> refused_{};
};

}  // namespace kintsugi
