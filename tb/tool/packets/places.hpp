/// Which node is at a PE of a fabric, as the packets of a log tell.
///
/// Source   a packet is injected at the PE of its source, and delivered at that of its destination. A log has no other
///          word of where nodes are: a node that neither sends nor receives is not found
/// Moves    nodes move at the end of a phase of a reconfiguration only, so that what is seen in a cycle is so from the
///          end of the phase before to the end of the next one. Packets that are sent again, and those that wait in
///          their queues, say nothing where nodes move: their PE and their cycle need not belong together
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tb/tool/packets/log.hpp"

namespace kintsugi::packets {

class Places {
 public:
  /// Finds none if routers are called as nodes are, or if the log has no names of nodes.
  explicit Places(const Log& log);

  /// Returns the node that is at a PE in a cycle; nullopt if the log does not say so.
  std::optional<std::uint64_t> node_at(Name pe, Cycle cycle) const;
  /// Returns the PE and, in parentheses, the node at it: "r1.c2 (x0.y1)".
  std::string text(Name pe, Cycle cycle) const;

 private:
  /// Returns in which of the times between moves a cycle is.
  std::size_t span_of(Cycle cycle) const;

  const Log& log_;
  std::vector<Cycle> ends_;  // of phases, ascending
  std::map<std::pair<std::size_t, Name>, std::uint64_t> nodes_;
};

}  // namespace kintsugi::packets
