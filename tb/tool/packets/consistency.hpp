/// Whether the lines of a packet log contradict themselves or each other.
///
/// Time      nothing happens before the packet is created, injected or moved on, or after the run
/// Counts    as many destinations are reached as its end says; of a unicast, hops are those of the route
/// Route     heads leave in order. A unicast enters and leaves by the port of a PE, its tails leave in order, and a
///           port leads to the same port of the next router each time, if no fault or repair moves links
/// Ends      a route begins at the PE that has injected the packet; that of a unicast ends at the PE at which it was
///           delivered. A node is at the same PE each time, if no fault or repair moves it
/// Order     by cycle of creation, source and number, and the numbers of a source ascend, so that no packet comes twice
/// Not seen  a log from whose end whole lines are missing
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "tb/tool/packets/log.hpp"

namespace kintsugi::packets {

class Consistency {
 public:
  /// `log` has its head, and outlives this object.
  explicit Consistency(const Log& log) : log_(log) {}

  /// Returns the first contradiction of a packet, the next one of the log, which is on that line; "" if there is none.
  std::string contradiction(const Packet& packet, int line);

 private:
  struct Target {
    Name router = 0;
    Name in = 0;
    int line = 0;  // that says so
  };
  struct Place {
    Name pe = 0;
    int line = 0;  // that says so
  };

  std::string in_order(const Packet& packet);
  std::string in_route(const Packet& packet, int line);
  std::string in_chain(const Hop& from, const Hop& to, int line);
  std::string in_ends(const Packet& packet, int line);
  std::string in_place(std::uint64_t node, Name pe, int line);
  bool may_move() const { return !log_.faults.empty() || !log_.phases.empty(); }

  const Log& log_;
  std::tuple<Cycle, std::uint64_t> last_;                         // creation and source
  std::unordered_map<std::uint64_t, std::uint64_t> next_number_;  // of each source: the lowest that may follow
  std::map<std::pair<Name, Name>, Target> targets_;               // of each port by which a router was left
  std::unordered_map<std::uint64_t, Place> places_;               // of nodes
};

}  // namespace kintsugi::packets
