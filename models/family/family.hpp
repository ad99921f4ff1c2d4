/// The interface of a network family for the tool: a Family makes a Design, one network, from parameters. To add a
/// family, add one folder with a class derived from Family, and one line in models/registry/families.cpp.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/family/fabric_info.hpp"
#include "models/family/parameters.hpp"
#include "models/family/search.hpp"
#include "models/network/network.hpp"
#include "models/network/node_property.hpp"
#include "models/network/progress.hpp"
#include "models/routing/multicast.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi {

class ReconfigurableFabric;

struct RoutingInfo {
  std::string name;
  std::string summary;
  unsigned min_vcs = 1;               ///< virtual channels per link; Design::routing() accepts no fewer
  unsigned default_vcs = 1;           ///< virtual channels if neither the scenario nor its preset gives a number
  bool routes_around_faults = false;  ///< the relation implements FaultAware
  bool defers = false;                ///< some candidates are deferred: the router's patience matters
  friend bool operator==(const RoutingInfo&, const RoutingInfo&) = default;
};

/// A routing of a network, and the maker of its relation.
struct OwnRouting {
  RoutingInfo info;
  /// Makes the relation, for a number of virtual channels. Throws std::invalid_argument if it is outside [min_vcs, 32].
  std::function<std::unique_ptr<RoutingRelation>(unsigned vcs)> make;
};

/// A routing as its family lists it, without a network.
struct FamilyRouting {
  /// min_vcs and default_vcs are those of the smallest network of the family with more than one level, round or digit.
  RoutingInfo info;
  std::optional<ParameterChoice> only_with = {};  ///< nullopt: networks with the default parameters have it
  std::string channels_grow_with = {};            ///< a parameter; empty: all networks need the same number
};

/// A count of built parts that the metrics of the network do not contain.
struct BuiltFigure {
  std::string key;    ///< in a JSON report: "shuffle_links"
  std::string label;  ///< in a text report: "shuffle links"
  std::size_t value = 0;
};

/// A link that is absent because the network is only a part of a larger one: the port that it leaves open, and its far
/// end.
struct AbsentLink {
  PortRef from;
  std::string to;    ///< name of the node at the far end, which is missing too
  std::string kind;  ///< kind of the link
};

/// Groups of nodes that a multicast can address by one node and a level: subtrees, clusters. The group of level 0 is
/// the node alone, the group of the highest level is all nodes. The groups of a level share no node.
class MulticastGroups {
 public:
  virtual ~MulticastGroups() = default;
  /// Returns the name for one group: "subtree".
  virtual const std::string& name() const = 0;
  virtual unsigned highest_level() const = 0;
  /// Returns the nodes of the group that contains `node`, for multicasts from `source`; ascending.
  virtual std::vector<NodeId> members(NodeId source, NodeId node, unsigned level) const = 0;
  /// Returns whether a node can address the group that contains it by the level alone, through Design::broadcast().
  virtual bool has_broadcast() const { return false; }
  /// Returns the header state and the members of a broadcast from a node to the group of a level that contains it. The
  /// level is at least 1.
  virtual MulticastSet around(NodeId node, unsigned level) const;
};

/// One network of a family, with everything that can be derived from it. Immutable.
class Design {
 public:
  virtual ~Design() = default;
  virtual const Network& network() const = 0;
  /// Returns the name of the network with letters for its numbers: "2D-SRT(n, T, shift)"; empty if it needs none.
  virtual std::string name_legend() const { return ""; }
  /// Returns the cycles on a link that the network itself gives, by KindId, 0 for a kind to which it gives none; an
  /// empty list if it gives none at all. What a scenario says comes first.
  virtual std::vector<LinkLatency> link_latencies() const;
  /// Returns the routings that only this network and its family have; the first is the default.
  virtual std::vector<OwnRouting> own_routings() const = 0;
  /// Returns the same without their makers.
  std::vector<RoutingInfo> routings() const;
  /// Makes one of them. Throws std::invalid_argument if the name is unknown or `vcs` is outside [min_vcs, 32].
  std::unique_ptr<RoutingRelation> routing(std::string_view name, unsigned vcs) const;
  /// Makes a fabric that carries this network and can be repaired. `options` are those of the family's FabricInfo.
  /// Returns nullptr if the family has no fabric. Throws ParameterError ("fabric.NAME", "network.NAME") if the options
  /// or this network do not allow a fabric.
  virtual std::unique_ptr<ReconfigurableFabric> fabric(const Parameters& options) const = 0;
  /// Returns whether the network is built on its fabric even if the scenario has no `fabric` section.
  virtual bool always_on_fabric() const { return false; }
  virtual std::vector<BuiltFigure> built_figures() const;
  /// Returns what distinguishes the nodes beside their links, for exports; empty if nothing does.
  virtual std::vector<NodeProperty> node_properties() const;
  /// Returns the absent links; empty for a complete network.
  virtual std::vector<AbsentLink> absent_links() const;
  /// Makes the multicast relation for a network whose unicast packets use `routing`. `routing` must outlive the result.
  virtual std::unique_ptr<MulticastRelation> multicast(const RoutingRelation& routing) const;
  /// Makes the relation by which a node multicasts to the group that contains it, without a member list. Returns
  /// nullptr if the network has no such relation, or none beside `routing`, that of the unicast packets: one that this
  /// design did not make, or one with detours.
  virtual std::unique_ptr<MulticastRelation> broadcast(const RoutingRelation& routing) const;
  /// Returns the groups that a multicast can address besides all nodes, random nodes and a list, or nullptr if the
  /// network has no groups.
  virtual std::unique_ptr<MulticastGroups> multicast_groups() const;
  /// Returns what was changed or ignored in the file that describes the network, a sentence each; empty: nothing.
  virtual std::vector<std::string> notes() const;
  /// Returns the names that this file gives the nodes, by NodeId; empty if all nodes have them.
  virtual std::vector<std::string> original_names() const;
};

/// A table of a paper and the same table computed here. A cell holds text. A published cell is empty if the paper
/// prints no number there, a computed cell if it has not been computed.
struct PaperTable {
  struct Row {
    std::string label;
    std::vector<std::string> computed;
    std::vector<std::string> published;
  };
  std::string title;
  std::string source;
  std::vector<std::string> columns;
  std::vector<Row> rows;
  std::string note = {};  ///< one line on how to read the table, or empty
};

/// The curves of a published figure, computed here. There are no published values: the papers print only the curves.
struct PaperFigure {
  struct Axis {
    std::string label;
    std::string unit = {};  ///< "hops"; empty if there is none
    bool doubling = false;  ///< whether the axis is logarithmic, in steps of two
  };
  struct Curve {
    std::string name;
    std::vector<double> y;  ///< one value for each value of PaperFigure::x
  };
  struct Mean : Curve {
    std::vector<Curve> of = {};  ///< the curves that this one is the mean of; empty for a single curve
    std::string of_name = {};    ///< one name for all curves of `of`: "alpha, each class"
  };
  std::string title;
  std::string source;
  Axis x_axis;
  Axis y_axis;
  std::vector<double> x;
  std::vector<Mean> curves;
};

class Family {
 public:
  virtual ~Family() = default;
  Family(const Family&) = delete;
  Family& operator=(const Family&) = delete;

  /// Returns the value of `network.kind` in a scenario: "srt1d".
  const std::string& kind() const { return kind_; }
  const std::string& summary() const { return summary_; }
  const std::vector<ParameterSpec>& parameters() const { return parameters_; }
  /// Makes a network. Throws ParameterError if a parameter is none of parameters(), or has a wrong type or value.
  std::unique_ptr<Design> build(const Parameters& parameters) const;
  /// Returns all routings that networks of this family can have: first those with the default parameters, then those
  /// that another value of a parameter adds. Design::own_routings() uses the same table.
  virtual std::vector<FamilyRouting> routings() const = 0;
  /// Returns what a scenario can specify for the fabric of a network of this family, or nullptr if none has a fabric.
  virtual const FabricInfo* fabric_info() const { return nullptr; }
  /// Returns whether these networks are laid out folded, which makes every link longer: a router preset can give their
  /// links a latency of their own.
  virtual bool is_folded() const { return false; }
  /// Returns the parameters of the same network on a grid with other sides, x first; nullopt if the family has none of
  /// that size.
  virtual std::optional<Parameters> resized(const Parameters& parameters, const std::vector<unsigned>& sides) const;
  /// Returns the published tables; empty if the papers print no numbers of this family.
  virtual std::vector<PaperTable> paper_tables(const Progress& progress) const;
  /// Returns the curves of a published figure, or nullopt if the papers have none of this family.
  virtual std::optional<PaperFigure> paper_figure(const Progress& progress) const;
  /// Returns the parameters whose best value can be searched for.
  virtual std::vector<std::string> searches() const;
  /// Tries all values of `parameter`, one of searches(), and ignores its value in `parameters`. Throws ParameterError
  /// if `parameter` is not one of searches() or another parameter has a wrong value.
  virtual SearchResult search(std::string_view parameter, const Parameters& parameters, const Progress& progress) const;

 protected:
  Family(std::string kind, std::string summary, std::vector<ParameterSpec> parameters);
  /// Makes a network of parameters that are in parameters() and have their types. Throws ParameterError if a value is
  /// wrong.
  virtual std::unique_ptr<Design> make(const Parameters& parameters) const = 0;

 private:
  std::string kind_;
  std::string summary_;
  std::vector<ParameterSpec> parameters_;
};

}  // namespace kintsugi
