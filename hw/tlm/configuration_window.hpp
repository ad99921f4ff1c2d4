/// The configuration chain of a chip as registers behind a TLM-2.0 socket: software loads the states of the switches at
/// run time, and reads back those in force.
///
/// Access    words of 32 bits, low byte first, at multiples of 4; several in a row, or several at one address by a
///           streaming width (a width of 4 at kData is a whole stream). Each word is read or written in a cycle of its
///           own, the accesses one after the other in the order of their calls
/// Timing    a call in cycle c, even at its very time, has its first word in cycle c + 1, and returns at the time of
///           the cycle of its last word, with `delay` 0. A read sees the states at the end of the cycle before its
///           first word. A word for kData waits until fewer than `chain_bits` bits before it are left to take
/// Load      kBegin in cycle t: the chain takes words from t + 1 on, `chain_bits` bits in a cycle. A stream has exactly
///           kStreamWords words; the bytes of the last one behind kStreamBytes are ignored. Before its last bits the
///           window drains the chip if nodes are in place: no PE begins a packet, and when no flit is under way the
///           last bits follow. The PEs begin packets again when the cycle after that of the end is over. kAbort ends
///           the stream where it is, and the chain refuses it for its length
/// Placement the states do not say which node lives where. Software writes the table of sites: the node of each, or
///           0xffffffff for none, each node at one site. A table counts from kBegin until a stream has been accepted,
///           and reads as the nodes in place if it has not been written since. Without it ChipConfiguration::expect()
///           says so, before the stream ends; else the chain refuses the stream
/// Registers in the table of hw/README.md; bytes_of() is the size of the window, for the address map
/// Statuses  TLM_ADDRESS_ERROR_RESPONSE for an address that is no multiple of 4 or has no register; TLM_BURST_ERROR_
///           RESPONSE for a length or streaming width that is no multiple of 4, and a width of 0;
///           TLM_BYTE_ENABLE_ERROR_RESPONSE for a write of which a byte is not enabled; TLM_COMMAND_ERROR_RESPONSE for
///           a write to a register that can only be read, and the reverse. None of these has an effect.
///           TLM_GENERIC_ERROR_RESPONSE for what the state forbids: kBegin while a stream is loaded by whomever, while
///           the controller reconfigures the chip or has failed, or with a table that does not place each node once; a
///           word for kData, and kAbort, while no load takes it; a node that does not exist, and the table while a
///           stream is loaded. The words of the access before it have had their effect
/// Debug     transport_dbg() reads at any address, without time and effect, and kControl and kData as 0; it writes
///           nothing. Direct memory access is refused
/// Probes    `state`: idle, words, drain, end; `words` of the load; `accesses` under way or waiting
/// Errors    std::logic_error for a directly wired chip. A controller that begins to load while the window does is a
///           mistake of the simulation, as two calls of ConfigChain::load() are. A chain with a window has no
///           ChainPins: words would come from both
/// Not modelled: the repair message. The sites check what expect() gives them
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <systemc>
#include <tlm>
#include <vector>

#include "hw/chip/chip_class.hpp"
#include "hw/chip/nodes.hpp"
#include "hw/clock/clock_domain.hpp"
#include "hw/link/module.hpp"
#include "models/fabric/placement.hpp"

namespace kintsugi {

class ConfigChain;

class ConfigurationWindow final : public Module, public Clocked {
 public:
  tlm_utils::simple_target_socket<ConfigurationWindow> socket;  ///< takes the accesses of the software

  /// @name Registers: offsets from the first address of the window
  /// @{
  static constexpr std::uint64_t kId = 0x00;            ///< the letters KTCW
  static constexpr std::uint64_t kVersion = 0x04;       ///< of this table of registers: 1
  static constexpr std::uint64_t kFabricNumber = 0x08;  ///< models/fabric/fabric_number.hpp
  static constexpr std::uint64_t kSites = 0x0c;         ///< entries of the table of sites
  static constexpr std::uint64_t kStreamBytes = 0x10;   ///< of a stream, with its checksum
  static constexpr std::uint64_t kStreamWords = 0x14;   ///< 32-bit words that hold a stream
  static constexpr std::uint64_t kReadBackAt = 0x18;    ///< offset of the stream of the states in force
  static constexpr std::uint64_t kPlacementAt = 0x1c;   ///< offset of the table of sites
  static constexpr std::uint64_t kControl = 0x20;       ///< kBegin or kAbort
  static constexpr std::uint64_t kStatus = 0x24;        ///< kPhaseMask ...
  static constexpr std::uint64_t kData = 0x28;          ///< the next word of the stream
  static constexpr std::uint64_t kWords = 0x2c;         ///< taken of the stream, since kBegin
  static constexpr std::uint64_t kAccepted = 0x30;      ///< streams so far, whoever loaded them
  static constexpr std::uint64_t kRefused = 0x34;       ///< the same
  /// @}
  static constexpr std::uint32_t kBegin = 1;  ///< written to kControl: a stream begins
  static constexpr std::uint32_t kAbort = 2;  ///< written to kControl: the load is given up
  /// @name Bits of kStatus
  /// @{
  static constexpr std::uint32_t kPhaseMask = 0x7;       ///< ConfigChain::Phase
  static constexpr unsigned kRefusalShift = 8;           ///< ConfigChain::Refusal + 1, three bits; 0: not refused
  static constexpr std::uint32_t kLoading = 0x1'0000;    ///< a load of this window has not ended
  static constexpr std::uint32_t kQuiescing = 0x2'0000;  ///< it waits until no flit is under way
  static constexpr std::uint32_t kUpset = 0x4'0000;      ///< the scrub finds other states than those of the stream
  /// @}
  static constexpr std::uint32_t kIdValue = 0x5743'544b;  ///< what kId reads
  static constexpr std::uint32_t kVersionValue = 1;       ///< what kVersion reads

  /// The chip must outlive the window. Make it before the simulation begins.
  ConfigurationWindow(sc_core::sc_module_name name, Chip& chip);

  /// Returns the size of the window of a chip on this fabric, a multiple of 4096.
  static std::uint64_t bytes_of(const Fabric& fabric);
  std::uint64_t bytes() const { return layout_.end; }  ///< the size of this window

  /// The part of a load: no load; the chain takes words; it waits with the last bits while the chip drains; it takes
  /// these.
  enum class State : std::uint8_t { kIdle, kWords, kDrain, kEnd };
  static constexpr std::array<const char*, 4> kStateNames{"idle", "words", "drain", "end"};  ///< by state
  State state() const { return state_; }                                                     ///< of the load
  /// Returns the words taken of the stream.
  std::size_t words() const { return words_; }
  /// Returns the accesses that have not ended.
  std::size_t accesses() const { return accesses_.size(); }

  static constexpr const char* kKind = "kintsugi_configuration_window";  ///< of all modules of this class
  const char* kind() const override { return kKind; }                    ///< for walks over the hierarchy: kKind
  static constexpr bool kCanMove = true;                                 ///< any thread may evaluate it
  void evaluate(Cycle) override {}
  void list_probes(wave::ModuleProbes& probes) const override;

 private:
  /// Where the two areas behind the registers are, in bytes.
  struct Layout {
    explicit Layout(const Fabric& fabric);
    std::size_t stream_bytes = 0;
    std::uint64_t stream_words = 0;
    std::uint64_t read_back = 0x1000;
    std::uint64_t placement = 0;
    std::uint64_t sites = 0;
    std::uint64_t end = 0;
  };
  /// A call of b_transport() that waits.
  struct Access {
    tlm::tlm_generic_payload* payload;
    Cycle from;                                ///< the first cycle that it can affect
    std::size_t done = 0;                      ///< words
    std::vector<std::uint8_t> read_back = {};  ///< the stream of the states, as it was at the first word
    sc_core::sc_event ended = {};
  };
  class Waiting;

  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& payload);
  tlm::tlm_response_status check(const tlm::tlm_generic_payload& payload) const;
  tlm::tlm_response_status check_words(const tlm::tlm_generic_payload& payload, std::uint64_t words) const;
  void step(Cycle now);
  void serve(Cycle now);
  void proceed(Cycle now);
  void end_load();
  bool sends_word() const;
  std::uint64_t waiting_bits() const;
  bool is_complete() const { return words_ == layout_.stream_words; }
  void put_bits(Cycle now, unsigned bits, bool last);

  tlm::tlm_response_status write(Cycle now, std::uint64_t offset, std::uint32_t value);
  bool command(Cycle now, std::uint32_t value);
  bool begin();
  bool abort(Cycle now);
  bool take(std::uint32_t word);
  bool place(std::size_t site, std::uint32_t node);
  std::optional<Placement> placement_of_table() const;
  std::uint32_t read(std::uint64_t offset, const std::vector<std::uint8_t>& read_back) const;
  std::uint32_t status() const;
  std::uint32_t node_at(std::size_t site) const;
  std::vector<std::uint8_t> stream_in_force() const;
  bool is_read_back(std::uint64_t offset) const;
  bool is_placement(std::uint64_t offset) const;
  bool has_word(std::uint64_t offset) const;  // a register, or a word of what is read back or of the placement
  bool has_nodes() const { return !chip_.nodes().placement().site_of.empty(); }

  Chip& chip_;
  ConfigChain& chain_;
  ClockDomain& clock_;
  ModuleIndex index_;
  Layout layout_;
  std::deque<Access*> accesses_;
  State state_ = State::kIdle;
  std::vector<std::uint8_t> stream_;  // of the load, so far
  std::size_t words_ = 0;             // in it
  std::uint64_t position_ = 0;        // bits that the chain has been given
  bool stopped_ = false;              // the PEs, by this load
  std::vector<NodeId> table_;         // by site
  bool is_written_ = false;           // the table, since a stream was accepted
};

}  // namespace kintsugi
