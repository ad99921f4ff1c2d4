/// Reads a packet trace of Netrace, version 1.0, and hands its packets over in the order of the file.
///
///   head      magic 55 54 4a 48, version as float, name of the benchmark (30 bytes), nodes (1 byte), a byte, cycles
///             and packets (8 bytes each), length of the notes and number of regions (4 bytes each), 8 bytes; the
///             notes; of each region its offset, cycles and packets (8 bytes each)
///   packet    cycle (8 bytes), number and address (4 bytes each), type, source, destination, types of both nodes and
///             number of packets that wait for it (1 byte each), then the numbers of these (4 bytes each)
///
/// All numbers are little-endian. The files are published compressed by bzip2, and are read here without it.
///
/// Flits         a packet of a request or an acknowledgement has 8 bytes, one with a line of a cache 72, as its type
///               says: ceil(8 bytes / flit_bits) flits
/// Dependencies  are handed over with each packet; a trace of ours has none, a program (workload/netrace_program.hpp)
///               has. Addresses, kinds of nodes and regions are not kept
/// Memory        of a packet and of the head; a trace may have any length
/// Errors        one, with the offset of its byte: bzip2, another magic or version, a node or a type that there is not,
///               a cycle above 10^12, an end within a packet or before the last one, and bytes behind it
/// Source        Hestness, Grot and Keckler, "Netrace: Dependency-Driven Trace-Based Network-on-Chip Simulation", 2010
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/family/parameters.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

inline constexpr std::string_view kNetraceBegin = "UTJH";

struct NetracePacket {
  Cycle cycle = 0;
  std::uint32_t number = 0;  ///< the name that others have for it
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  std::uint16_t bytes = 8;
  std::uint16_t flits = 1;
  std::span<const std::uint32_t> dependents = {};  ///< numbers of the packets that wait for it; valid in the call
};

struct NetraceSummary {
  std::string benchmark;  ///< printable characters only
  std::uint32_t nodes = 0;
  std::uint32_t regions = 0;
  std::uint64_t packets = 0;
  std::uint64_t dependencies = 0;
};

/// Takes a trace in parts, which may end anywhere.
class NetraceParser {
 public:
  using Take = std::function<void(const NetracePacket&)>;
  /// `flit_bits` is at least 1.
  NetraceParser(unsigned flit_bits, Take packet) : flit_bits_(flit_bits), packet_(std::move(packet)) {}

  /// Returns false after a mistake: what follows is not read.
  bool take(std::string_view part);
  /// Returns the mistake, or nullopt for a whole trace.
  std::optional<FileMistake> finish();
  const NetraceSummary& summary() const { return summary_; }

 private:
  enum class Next : std::uint8_t { kHead, kNotes, kRegions, kPacket };

  bool complain(std::size_t into, const std::string& message);
  /// Reads what comes next from the bytes of `pending_` from `at_` on; returns whether they sufficed.
  bool read_next();
  bool read_head();
  bool skip_notes();
  bool skip_region();
  bool read_packet();
  std::size_t left() const { return pending_.size() - at_; }
  std::string what_is_next() const;

  unsigned flit_bits_;
  Take packet_;
  NetraceSummary summary_;
  std::string pending_;
  std::size_t at_ = 0;
  std::uint64_t offset_ = 0;  // in the file, of the first byte of pending_
  Next next_ = Next::kHead;
  std::uint64_t notes_left_ = 0;
  std::uint32_t regions_left_ = 0;
  std::uint64_t packets_ = 0;  // that the head says
  std::vector<std::uint32_t> dependents_;
  std::optional<FileMistake> mistake_;
};

}  // namespace kintsugi
