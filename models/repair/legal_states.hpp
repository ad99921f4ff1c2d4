/// Legal states: does some configuration of a sound fabric make the wanted network with a switch in a given state?
///
/// Legal     a configuration, with a placement of all nodes, of which the extraction finds no difference to the network
///           (extraction.hpp). Nothing is assumed about the planner: nodes can be anywhere, idle switches in any state
/// Clauses   a variable for each value of each field, for each node at each site, and for each lane of a wire and each
///           link whether the lane is a part of the link. What a switch joins in a state is a part of the same links;
///           what it leaves open, and a wire without a far end, is part of none. The port of a site is a part of the
///           link that its node has there. So a link can only end at its own two ports. A port without a link stands
///           for a link of its own, which may end anywhere
/// Symmetry  where the network maps onto itself with any node in the place of any other, ports and all, the states say
///           nothing about which is which: node 0 is then at the first site in use. Not where nodes have sites of their
///           own
/// Exact     for every fabric: a legal configuration meets the clauses, and values that meet them are one
/// Limit     of nodes, for the memory: kMostNodes; of a search, in conflicts
/// Errors    the constructor throws std::invalid_argument for more nodes, and for a link at a port that routers lack
/// Source    worked out here; tests compare with all states of all switches of a small fabric
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/fabric/fabric.hpp"
#include "models/network/network.hpp"
#include "models/search/exact_search.hpp"

namespace kintsugi {

/// A field of the configuration, and its value.
struct FieldValue {
  std::size_t field = 0;
  SwitchState value = 0;
};

class LegalStates {
 public:
  static constexpr std::size_t kMostNodes = 100;

  /// Both must outlive the object. `sites`: where each node can be; empty: anywhere.
  LegalStates(const Fabric& fabric, const Network& network, std::vector<std::vector<SiteId>> sites = {});

  /// Looks for a legal configuration with this value of a field; kNotDecided only if the limit was reached.
  Decision find(FieldValue wanted, std::optional<std::uint32_t> conflicts = std::nullopt);
  /// Returns what the last find() has found; it must have returned kYes.
  Configuration configuration() const;
  Placement placement() const;

 private:
  /// Of a lane, by link: whether it is a part of it. A literal that is not set is false.
  using Parts = std::vector<Literal>;

  void add_fields();
  void add_placement();
  void break_symmetry();
  void number_links();
  void add_lanes();
  void join_lanes();
  void attach_sites();
  void make_equal(const Parts& a, const Parts& b, std::optional<Literal> condition);
  void forbid_links(const Parts& parts, std::optional<Literal> condition);
  void add_if(std::optional<Literal> condition, std::vector<Literal> clause);
  std::size_t lane_index(TerminalRef terminal, Lane lane) const;
  std::size_t port_index(SitePort port) const { return port.site.index() * fabric_->layout.size() + port.port.index(); }
  Literal value(std::size_t field, SwitchState state) const { return values_[field][state]; }

  const Fabric* fabric_;
  const Network* network_;
  std::vector<std::vector<SiteId>> sites_;
  ExactSearch search_;
  std::size_t links_ = 0;  // of the network; those of its own of a port come behind
  std::size_t all_links_ = 0;
  std::vector<std::vector<std::size_t>> link_of_port_;      // by node and port of the fabric
  std::vector<std::vector<Literal>> values_;                // by field and value
  std::vector<std::vector<Literal>> at_;                    // by node and site
  std::vector<std::vector<std::size_t>> lane_of_terminal_;  // by switch and terminal: the index of its first lane
  std::vector<Parts> lanes_;                                // of all terminals of all switches
  std::vector<Parts> ports_;                                // by site and port
};

}  // namespace kintsugi
