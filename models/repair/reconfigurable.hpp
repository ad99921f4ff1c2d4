/// A fabric that can be reconfigured around defects: what every fault-tolerant family offers to the tool and to the
/// hardware's reconfiguration controller.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "models/fabric/address.hpp"
#include "models/fabric/defects.hpp"
#include "models/fabric/extraction.hpp"
#include "models/fabric/fabric.hpp"
#include "models/family/fabric_info.hpp"
#include "models/network/progress.hpp"
#include "models/network/types.hpp"
#include "models/repair/repair_message.hpp"
#include "models/search/refutation_files.hpp"

namespace kintsugi {

/// One step of a repair plan for a report: the defective site and how it is replaced.
struct RepairPath {
  SiteId defect;
  std::string direction;  ///< "north", "east", "south", "west"
  unsigned moved = 0;     ///< logical nodes that change their site
};

/// A ring of nodes in a plan that paths cannot describe.
struct RepairRing {
  std::string name;            ///< "column 4", "row 2"
  std::vector<SiteId> passes;  ///< the sites without a node that it passes, from row or column 0 on
};

/// The range and the default of RepairOptions::conflicts.
inline constexpr IntegerRange kConflicts{1, 1'000'000'000};

/// The range of RepairOptions::longest.
inline constexpr IntegerRange kLongest{2, 64};

/// How to repair. The names are those of the scenario. A fabric that does not know a name throws std::invalid_argument;
/// the message lists the valid names.
struct RepairOptions {
  std::string planner = {};    ///< empty: the first of the fabric
  std::string rule = "exact";  ///< which conflicts count: exact | strict
  /// After how many conflicts of the solver a search with a limit ends: ReconfigurableFabric::is_limited.
  std::uint32_t conflicts = 300'000;
  std::string objective = "any";  ///< which repair is chosen if there are several
  std::uint32_t longest = 2;      ///< with objective "short": the pitches of a base link, at most
  bool explain = true;            ///< if there is no repair, look for an irreparable subset (a yield run need not)
  /// The plan in force, for a repair at run time, which keeps as much of it as it can. A fabric whose plan follows from
  /// the defects alone ignores it.
  std::optional<std::vector<RepairPath>> in_force = std::nullopt;
  std::vector<RepairRing> rings_in_force = {};  ///< the rings of that plan, if paths cannot describe it
  /// Is called by a search for a repair with the number of defective elements that it has still to settle.
  Remaining remaining = {};
};

/// Throws std::invalid_argument "unknown WHAT 'NAME'; valid: ..." for a name that is not one of these, nor an old one.
void check_repair_name(std::string_view what, std::string_view name, std::span<const Term> valid);
/// The same for planner, rule and objective.
void check_repair_names(const RepairOptions& options, const FabricInfo& known);
/// Returns the planner of the options by the name that the fabric lists: its first one for none, that of today for an
/// old one.
const std::string& planner_of(const RepairOptions& options, const FabricInfo& known);

/// A direction in which a defect cannot be repaired, and why.
struct BlockedWay {
  SiteId defect;
  std::string direction;
  std::string reason;
};

/// A repair of a defect map, or why the planner has found none.
struct Repair {
  bool repairable = false;  ///< whether there is a plan
  bool decided = true;      ///< false: the search reached its limit, and the map may be repairable or not
  /// A set of the defects that is irreparable by itself; empty if repairable or without `explain`. It is minimal by
  /// inclusion, unless the search has a limit (ReconfigurableFabric::is_limited).
  Defects irreparable_subset;
  std::vector<BlockedWay> blocked;  ///< a verified reason for each direction of that set; empty if there are none
  /// The plans for which the planner is complete, none of which repairs that set: "straight paths". Empty: there is no
  /// repair at all, or none was found.
  std::string irreparable_by;
  std::string reason;  ///< why the map is irreparable; may be empty
  /// The following members are meaningful only if repairable.
  std::vector<RepairPath> paths;
  /// The rings that a plan with diagonal moves changes. If there are any, `paths` is empty: paths cannot describe them.
  std::vector<RepairRing> rings;
  std::string isolated;                  ///< describes what is taken out of use beside the defects; empty if nothing is
  unsigned moved = 0;                    ///< logical nodes that change their site
  Placement placement;                   ///< the site of every logical node
  Configuration configuration;           ///< the state of every switch
  std::optional<RepairMessage> message;  ///< nullopt if the fabric has no local rule
};

/// A plan that repair() has not made: of a user, or of another planner. It has paths, rings or a placement.
struct GivenPlan {
  std::vector<RepairPath> paths = {};        ///< by site and direction; the number of moved nodes is not read
  std::vector<RepairRing> rings = {};        ///< those that are not listed pass the spares on their own lines
  std::optional<Placement> placement = {};   ///< of every node, each at a site of its own
  std::vector<ElementDefect> elements = {};  ///< where the plan leaves a choice of states, it is made around these
  std::vector<SegmentId> segments = {};      ///< dead ones of the chain, which the configuration bypasses
};

/// Thrown for a plan with a ring that the fabric does not have.
class UnknownRing : public std::invalid_argument {
 public:
  /// Of the ring at this place of GivenPlan::rings.
  UnknownRing(std::size_t ring, const std::string& message) : std::invalid_argument(message), ring_(ring) {}
  /// Returns its place in GivenPlan::rings.
  std::size_t ring() const { return ring_; }

 private:
  std::size_t ring_;
};

/// A given plan, completed to the states of all switches by the rule of the fabric.
struct CompletedPlan {
  std::vector<std::string> conflicts;  ///< why no states carry the plan, one sentence each
  Repair repair;                       ///< repairable, if there are no conflicts
};

/// How each site derives its own settings from the repair message, without the whole plan. The settings that come
/// through the configuration chain must be the same: hw/fabric/site_rule.hpp compares them.
class LocalRule {
 public:
  virtual ~LocalRule() = default;
  /// What a site becomes.
  struct Setting {
    NodeId node = kNoNode;            ///< the logical node that the site becomes
    std::vector<SwitchState> states;  ///< in the order of switches_of()
    friend bool operator==(const Setting&, const Setting&) = default;
  };
  /// Returns the switches that belong to the site; the states of a setting are in their order.
  virtual std::vector<SwitchId> switches_of(SiteId site) const = 0;
  /// Returns the setting of a site after a repair with that message.
  virtual Setting setting_of(SiteId site, std::span<const std::uint32_t> message) const = 0;
};

/// Decides for one defect map after the other whether it can be repaired, without the repair: for counting. It may
/// reuse its memory, so each thread needs its own.
class RepairTester {
 public:
  virtual ~RepairTester() = default;
  /// Returns whether a map meets the condition.
  virtual bool repairable(const Defects& defects) = 0;
  /// Returns false if the last call returned false because its search reached its limit.
  virtual bool decided() const { return true; }
};

/// Repairs one defect map after the other, as the fabric does. It may reuse its memory, so each thread needs its own.
class Repairer {
 public:
  virtual ~Repairer() = default;
  /// Returns what ReconfigurableFabric::repair() returns for these defects.
  virtual Repair repair(const Defects& defects) = 0;
};

/// A condition to compare planners with. The fabric says which planners repair no other maps: it bounds these.
struct RepairBound {
  std::string name;     ///< in a report: "free_line"
  std::string summary;  ///< for a reader: "every defective core PE has a free line"
  std::unique_ptr<RepairTester> tester;
};

class SelfDiagnosis;

class ReconfigurableFabric {
 public:
  virtual ~ReconfigurableFabric() = default;
  /// Returns the switches, wires and sites. They live as long as this object.
  virtual const Fabric& fabric() const = 0;
  /// Says what a scenario can name here: the names that repair() and tester() take (they throw std::invalid_argument
  /// for any other), and the addresses that AddressResolver takes. It is the FabricInfo of the family.
  virtual const FabricInfo& info() const = 0;
  /// Plans a repair of these defects. If the planner finds none, the result is not repairable and says why. The states
  /// of the result are not checked yet: extract the network that they make, and compare it (extraction.hpp).
  virtual Repair repair(const Defects& defects, const RepairOptions& options) const = 0;
  /// Returns whether the search of that planner has a limit here: it can leave open whether a map is repairable.
  virtual bool is_limited(const RepairOptions& /*options*/) const { return false; }
  /// Returns the plans for which the planner is complete, such as "straight paths": if it finds no repair, none of them
  /// makes one. Empty: all plans of this fabric. Returns nullopt if it can miss some, as greedy planners do.
  virtual std::optional<std::string> complete_for(const RepairOptions& options) const;
  /// Completes a plan to the configuration that carries it, whatever is defective: whether the plan avoids the defects
  /// is for its check to say. Throws UnknownRing for the name of a ring, and std::invalid_argument if the fabric has no
  /// plans of this form: paths, or directions that info() does not list. A fabric that does not override it takes no
  /// plan.
  virtual CompletedPlan complete(const GivenPlan& plan) const;
  /// Returns whether two joined router ports use this defective link. By default they do if the join leads from one of
  /// its sites to the other.
  virtual bool uses(LinkDefect link, const Join& join) const;
  /// Returns a tester with the results of repair(), faster if the fabric has a faster way. The fabric must outlive it.
  virtual std::unique_ptr<RepairTester> tester(const RepairOptions& options) const;
  /// Returns a repairer with the results of repair(), faster if the fabric has a faster way. The fabric must outlive
  /// it.
  virtual std::unique_ptr<Repairer> repairer(const RepairOptions& options) const;
  /// Writes why no plan of the planner repairs these defects: as clauses that such a plan would meet, and a proof that
  /// nothing meets them. Returns why there is nothing to write, nullopt if the files are there. A planner that does not
  /// search by clauses has nothing to write.
  virtual std::optional<std::string> write_refutation(const Defects& defects, const RepairOptions& options,
                                                      const RefutationFiles& files) const;
  /// Returns the bounds of this fabric, if any, for defects of PEs.
  virtual std::vector<RepairBound> bounds() const;
  /// Returns nullptr if sites do not derive their settings themselves.
  virtual const LocalRule* local_rule() const { return nullptr; }
  /// Returns how the PEs diagnose faults themselves (self_diagnosis.hpp), nullptr if they cannot. A fabric that can has
  /// a local rule, and must outlive the result.
  virtual std::unique_ptr<SelfDiagnosis> self_diagnosis() const;
  /// Returns the segments that the configuration chain of this fabric has, ascending, with the fields of fabric(). They
  /// are those of fabric() if the chain is segmented; a serial one has its defects there too. Empty: the fabric says
  /// nothing of its chain.
  virtual std::vector<ChainSegment> segments() const { return fabric().segments; }
  /// Returns the names of the ports whose far ends the report of a repair lists for every site, with the logical nodes.
  virtual std::vector<std::string> listed_ports() const;

 protected:
  /// Says why this link between two sites cannot be a defect, for instance because it does not exist; nullopt if it
  /// can.
  virtual std::optional<std::string> refusal(LinkDefect link) const;
  /// Says that none can, and what a defect of a wire is named by instead.
  std::string no_link_defects() const;
  /// Returns the name that a list of defects has for this link, which can be a defect: the same for all names that mean
  /// it.
  virtual LinkDefect named(LinkDefect link) const { return link; }
  /// The elements of info() with the ranges that the parts of their addresses have on this fabric.
  virtual std::vector<ElementSpec> elements() const;
  /// Returns what an address of that key stands for. Its parts have been checked against elements(); a name is its
  /// place among the choices of the part. Throws std::invalid_argument with the reason when there is no such element.
  virtual ElementDefect element(std::string_view key, std::span<const int> address) const;
  /// Whether a link can be a defect here at all, whatever its ends are.
  virtual bool has_link_defects() const { return false; }
  /// Returns all links that can be defects, by the names that a list of defects has for them; ascending.
  virtual std::vector<LinkDefect> links() const { return {}; }

 private:
  friend class AddressResolver;
  friend class SegmentedFabric;
};

/// Finds what the addresses of a fabric, which must outlive it, stand for: PEs, links and elements. Built once for
/// many.
class AddressResolver {
 public:
  /// The fabric must outlive the resolver.
  explicit AddressResolver(const ReconfigurableFabric& fabric);
  /// Throws std::invalid_argument, which says what is valid, when the address stands for nothing.
  Defect operator()(const Address& address) const;
  /// An address, and the defect that it stands for.
  struct AddressedElement {
    ElementAddress address;
    ElementDefect defect;
  };
  /// Returns every defect of an element that some address stands for, in the order of the keys and of the parts of the
  /// addresses. An element with several addresses is returned as often.
  std::vector<AddressedElement> elements() const;
  /// Returns all links that can be defects, ascending; nullopt if none can here.
  std::optional<std::vector<LinkDefect>> links() const;

 private:
  LinkDefect find(const LinkAddress& address) const;
  ElementDefect find(const ElementAddress& address) const;

  const ReconfigurableFabric* fabric_;
  PeIndex pes_;
  std::vector<ElementSpec> elements_;
};

}  // namespace kintsugi
