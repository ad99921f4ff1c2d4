/// What a file says of a graph, before it is known whether that is a network: the readers of all formats make a draft,
/// and network_of() (user_network.hpp) makes the network.
///
/// Nodes  in the order of their numbers; an id is what links name a node by, and is unique
/// Links  in their order; each end is a node and the name of a port, which is empty where the file gives none
/// Set    set_attribute() takes the attributes that the exports write (models/network/export.hpp) by their names, and
///        returns whether the attribute has a meaning here: files hold colours and other things for other programs
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/graph/mistakes.hpp"
#include "models/graph/notes.hpp"
#include "models/network/link_latency.hpp"
#include "models/network/types.hpp"

namespace kintsugi::graph {

inline constexpr const char* kDefaultKind = "link";  ///< the kind of a link to which the file gives none

struct DraftNode {
  Place place;
  std::string name;  ///< that the id gives, unless an attribute does
  std::optional<double> x = {};
  std::optional<double> y = {};
  std::optional<std::vector<std::string>> ports = {};  ///< the names of all ports in the order of their numbers
  std::optional<unsigned> pes = {};                    ///< that the file gives it
  std::vector<std::string> names_of_pes = {};          ///< of all of them; empty: the file gives none
  bool has_pe = true;                                  ///< at its local port
};

struct DraftEnd {
  std::size_t node = 0;
  std::string port = {};
};

struct DraftLink {
  Place place;
  DraftEnd a;
  DraftEnd b;
  std::string kind = kDefaultKind;
  unsigned latency = 0;       ///< cycles; 0: none given
  unsigned latency_back = 0;  ///< from b to a; 0: as latency
  bool is_directed = false;   ///< the file says that it leads in one direction only
  bool leads_back = false;    ///< that direction is from b to a
};

inline constexpr std::size_t kMostNodes = 65536;
inline constexpr std::size_t kMostLinks = kMostNodes * (kMaxPorts - 1) / 2;

struct Draft {
  std::string name;  ///< empty: the file gives none
  std::vector<DraftNode> nodes;
  std::vector<DraftLink> links;
  std::vector<std::string> kinds;  ///< in the order of their numbers; empty: that of the links
  std::vector<unsigned> sides;     ///< of a grid; empty: none
  bool wraps = false;
  Place place;              ///< of the attributes of the graph
  Place kinds_place;        ///< of kinds
  Place sides_place;        ///< of sides
  bool is_complete = true;  ///< the file has been read to its end
  bool is_scaled = false;   ///< the places are in points or pixels of a picture, not in pitches
  Notes notes;

  /// Returns whether it has more nodes or links than a network can have, so that the rest need not be read.
  bool is_too_large() const { return nodes.size() > kMostNodes || links.size() > kMostLinks; }
};

/// Adds nodes by their ids.
class NodeList {
 public:
  explicit NodeList(std::vector<DraftNode>& nodes) : nodes_(nodes) {}
  /// Returns the number of the node of that id, and whether it is new.
  std::pair<std::size_t, bool> add(const std::string& id, Place place) {
    const auto [found, is_new] = number_of_.try_emplace(id, nodes_.size());
    if (is_new) nodes_.push_back({place, id});
    return {found->second, is_new};
  }
  std::optional<std::size_t> find(const std::string& id) const {
    const auto found = number_of_.find(id);
    return found == number_of_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::vector<DraftNode>& nodes_;
  std::unordered_map<std::string, std::size_t> number_of_;
};

/// Returns the latency of a link in each direction.
inline LinkLatency latency_of(const DraftLink& link) {
  return {link.latency, link.latency_back == 0 ? link.latency : link.latency_back};
}

bool set_attribute(DraftNode& node, std::string_view name, std::string_view value, Place place, Mistakes& mistakes);
bool set_attribute(DraftLink& link, std::string_view name, std::string_view value, Place place, Mistakes& mistakes);
bool set_attribute(Draft& graph, std::string_view name, std::string_view value, Place place, Mistakes& mistakes);

/// Reads a coordinate: a finite number of pitches, of at most kFarthest.
inline constexpr double kFarthest = 1 << 20;
std::optional<double> read_coordinate(std::string_view text, Place place, Mistakes& mistakes);

/// Reads the cycles of a link: an integer, which can be written as 2.0. Mistakes call it `name`.
std::optional<unsigned> read_latency(std::string_view text, Place place, Mistakes& mistakes,
                                     std::string_view name = "latency");

/// Reads the number of PEs at a router, which can be written as 2.0.
inline constexpr unsigned kMostPes = 32;
std::optional<unsigned> read_pes(std::string_view text, Place place, Mistakes& mistakes);

/// Numbers the nodes in the natural order of their names: "7" comes before "10", and nodes named 0 to N - 1 have their
/// names as numbers.
void sort_nodes(Draft& draft);

/// Returns the text without the blanks around it.
std::string_view trimmed(std::string_view text);

/// Returns the parts between the separators; of an empty text none.
std::vector<std::string> split(std::string_view text, char separator);

}  // namespace kintsugi::graph
