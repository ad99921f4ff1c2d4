#include "models/traffic/netrace.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <boost/endian/conversion.hpp>
#include <concepts>

#include "models/network/limits.hpp"
#include "models/network/text.hpp"

namespace kintsugi {

namespace {

constexpr std::size_t kNameAt = 8;
constexpr std::size_t kNameBytes = 30;
constexpr std::size_t kNodesAt = 38;
constexpr std::size_t kPacketsAt = 48;
constexpr std::size_t kNotesAt = 56;
constexpr std::size_t kRegionsAt = 60;
constexpr std::size_t kHeadBytes = 72;
constexpr std::size_t kRegionBytes = 24;
constexpr std::size_t kPacketBytes = 21;

template <std::unsigned_integral Number>
Number number_at(const char* bytes) {
  return boost::endian::endian_load<Number, sizeof(Number), boost::endian::order::little>(
      reinterpret_cast<const unsigned char*>(bytes));
}

/// Returns the bytes of a packet of this type; 0 for a type that Netrace does not use.
unsigned bytes_of_type(unsigned type) {
  constexpr auto kShort = std::to_array<unsigned>({1, 5, 13, 14, 15, 25, 27, 28, 29});
  constexpr auto kWithLine = std::to_array<unsigned>({2, 3, 4, 6, 16, 30});
  if (std::ranges::find(kShort, type) != kShort.end()) return 8;
  return std::ranges::find(kWithLine, type) != kWithLine.end() ? 72 : 0;
}

}  // namespace

bool NetraceParser::complain(std::size_t into, const std::string& message) {
  mistake_ = FileMistake{0, 0, "byte " + std::to_string(offset_ + at_ + into) + ": " + message};
  return false;
}

bool NetraceParser::take(std::string_view part) {
  if (mistake_) return false;
  pending_ += part;
  while (!mistake_ && read_next()) {
  }
  offset_ += at_;
  pending_.erase(0, at_);
  at_ = 0;
  return !mistake_;
}

bool NetraceParser::read_next() {
  switch (next_) {
    case Next::kHead:
      return read_head();
    case Next::kNotes:
      return skip_notes();
    case Next::kRegions:
      return skip_region();
    case Next::kPacket:
      return read_packet();
  }
  return false;
}

bool NetraceParser::read_head() {
  const std::string_view begin = std::string_view(pending_).substr(at_, kNetraceBegin.size());
  if (begin.starts_with("BZh")) {
    return complain(0,
                    "the trace is compressed by bzip2; unpack it: bzip2 -d FILE, or bzcat FILE | kintsugi convert -");
  }
  if (!kNetraceBegin.starts_with(begin)) {
    return complain(0, "a trace of Netrace begins with the bytes 55 54 4a 48");
  }
  if (left() < kHeadBytes) return false;
  const char* head = pending_.data() + at_;
  if (number_at<std::uint32_t>(head + 4) != std::bit_cast<std::uint32_t>(1.0F)) {
    return complain(4, "the version is not 1.0, the one that is read; write the trace anew");
  }
  for (const char c : std::string_view(head + kNameAt, kNameBytes)) {
    if (c == 0) break;
    summary_.benchmark += c > 0x20 && c < 0x7f ? c : '?';
  }
  summary_.nodes = static_cast<unsigned char>(head[kNodesAt]);
  if (summary_.nodes == 0) return complain(kNodesAt, "the trace has 0 nodes; valid is 1 to 255");
  packets_ = number_at<std::uint64_t>(head + kPacketsAt);
  notes_left_ = number_at<std::uint32_t>(head + kNotesAt);
  regions_left_ = summary_.regions = number_at<std::uint32_t>(head + kRegionsAt);
  at_ += kHeadBytes;
  next_ = Next::kNotes;
  return true;
}

bool NetraceParser::skip_notes() {
  const auto skipped = std::min<std::uint64_t>(notes_left_, left());
  at_ += static_cast<std::size_t>(skipped);
  notes_left_ -= skipped;
  if (notes_left_ > 0) return false;
  next_ = Next::kRegions;
  return true;
}

bool NetraceParser::skip_region() {
  if (regions_left_ == 0) {
    next_ = Next::kPacket;
    return true;
  }
  if (left() < kRegionBytes) return false;
  at_ += kRegionBytes;
  --regions_left_;
  return true;
}

bool NetraceParser::read_packet() {
  if (summary_.packets == packets_) {
    return left() == 0
               ? false
               : complain(0, "the head says " + counted(packets_, "packet") + ", but the file goes on; it is damaged");
  }
  if (left() < kPacketBytes) return false;
  const char* packet = pending_.data() + at_;
  const auto byte = [packet](std::size_t at) { return static_cast<unsigned>(static_cast<unsigned char>(packet[at])); };
  const std::size_t dependents = byte(20);
  if (left() < kPacketBytes + 4 * dependents) return false;
  const auto cycle = number_at<std::uint64_t>(packet);
  if (cycle > static_cast<std::uint64_t>(kMaxCycles)) {
    return complain(0, "the packet is sent in cycle " + std::to_string(cycle) + ", after cycle 10^12, the last one");
  }
  const unsigned bytes = bytes_of_type(byte(16));
  if (bytes == 0) return complain(16, "a packet has type " + std::to_string(byte(16)) + ", which Netrace does not use");
  for (const std::size_t node : {std::size_t{17}, std::size_t{18}}) {
    if (byte(node) < summary_.nodes) continue;
    return complain(node, std::string("the ") + (node == 17 ? "source" : "destination") + " is node " +
                              std::to_string(byte(node)) + "; the head says " + counted(summary_.nodes, "node"));
  }
  dependents_.clear();
  for (std::size_t i = 0; i < dependents; ++i) {
    dependents_.push_back(number_at<std::uint32_t>(packet + kPacketBytes + 4 * i));
  }
  packet_({.cycle = cycle,
           .number = number_at<std::uint32_t>(packet + 8),
           .source = byte(17),
           .destination = byte(18),
           .bytes = static_cast<std::uint16_t>(bytes),
           .flits = static_cast<std::uint16_t>((bytes * 8 - 1) / flit_bits_ + 1),
           .dependents = dependents_});
  ++summary_.packets;
  summary_.dependencies += dependents;
  at_ += kPacketBytes + 4 * dependents;
  return true;
}

std::string NetraceParser::what_is_next() const {
  switch (next_) {
    case Next::kHead:
      return "the head of 72 bytes";
    case Next::kNotes:
      return counted(notes_left_, "byte") + " of notes";
    case Next::kRegions:
      return counted(regions_left_, "region");
    case Next::kPacket:
      break;
  }
  return "packet " + std::to_string(summary_.packets) + " of " + std::to_string(packets_);
}

std::optional<FileMistake> NetraceParser::finish() {
  if (!mistake_ && next_ == Next::kPacket && packets_ == 0)
    complain(0, "the head says 0 packets; there is nothing to send");
  if (!mistake_ && (next_ != Next::kPacket || summary_.packets < packets_)) {
    complain(0, what_is_next() + " must follow, but the file ends at byte " +
                    std::to_string(offset_ + pending_.size()) + "; it is cut short or damaged");
  }
  return mistake_;
}

}  // namespace kintsugi
