/// Reads a packet trace from text: one packet a line, `cycle,source,destination,flits`.
///
/// Cycle    0 .. 10^12, counted from the start of the traffic; the lines need not be in order. Packets of one source
///          and one cycle are created in the order of the lines
/// Nodes    0 .. nodes - 1, or as NodeNames says; a node may send to itself
/// Quotes   a field may be in quotes, such as a name with a comma; two quotes in it stand for one. A quote within a
///          name that does not begin with one is a character as others
/// Flits    1 .. 65535
/// Ignored  blanks around a number, empty lines, lines that begin with #, as the first line a header with exactly these
///          four names, and a byte order mark (UTF-8) in front of all
/// Errors   are returned as a list, each with its line and column: the first kMostMistakes and the number of the
///          others. A line is at most kLongestLine bytes
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/family/parameters.hpp"
#include "models/network/node_names.hpp"
#include "models/network/types.hpp"
#include "models/traffic/source.hpp"

namespace kintsugi {

struct TracePacket {
  Cycle cycle = 0;
  NodeId source;
  PacketOrder order;
};

struct TraceFile {
  static constexpr std::size_t kMostMistakes = 100;
  static constexpr std::size_t kLongestLine = 65536;
  std::vector<TracePacket> packets;  ///< in the order of the lines
  std::vector<FileMistake> mistakes;
  std::size_t more_mistakes = 0;  ///< that are not in the list
};

/// Reads a trace that comes in parts, which may end anywhere in a line.
class TraceParser {
 public:
  /// For a network that is not known: any word may be a node. The packets have no nodes.
  TraceParser();
  explicit TraceParser(std::uint32_t nodes);
  /// `names` must outlive this.
  explicit TraceParser(const NodeNames& names);
  ~TraceParser();
  TraceParser(const TraceParser&) = delete;
  TraceParser& operator=(const TraceParser&) = delete;

  void take(std::string_view part);
  /// Reads the last line, which may lack its end, and returns the trace.
  TraceFile finish();

 private:
  class Lines;
  std::unique_ptr<Lines> lines_;
  std::string begun_;      ///< the line that the parts so far have not ended
  bool skipping_ = false;  ///< the rest of a line that is too long
};

TraceFile parse_trace(std::string_view text, std::uint32_t nodes);

/// Returns a source for every node. The sources create the packets of the trace from cycle `begin` on and omit those at
/// or after `end`.
std::vector<std::unique_ptr<PacketSource>> replay(const std::vector<TracePacket>& trace, std::uint32_t nodes,
                                                  Cycle begin, Cycle end);

}  // namespace kintsugi
