/// A fabric that can be reconfigured around defects: what every fault-tolerant family offers to the tool and to the
/// hardware's reconfiguration controller.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "models/fabric/defects.hpp"
#include "models/fabric/fabric.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

/// What a fabric has beside PEs and links that can be broken; the keys of a defect map.
enum class ElementKind : std::uint8_t { kSwitch, kTrack, kBunch, kWire };
/// A part of an element's address: a number or a name.
using ElementPart = std::variant<int, std::string>;

/// One step of a repair plan in words a report can print: the defective site and what was done about it.
struct RepairPath {
  SiteId fault;
  std::string direction;  ///< "north", "east", "south", "west"
  unsigned moved = 0;     ///< logical nodes that change their site
};

/// How to repair. Names are those of the scenario; a fabric refuses what it does not know (std::invalid_argument
/// with the valid names in its text).
struct RepairOptions {
  std::string planner = "exact";
  std::string rule = "exact";     ///< which conflicts count: exact | strict
  std::string objective = "any";  ///< which of the repairs
  bool explain = true;            ///< when there is no repair, look for an irreparable subset (a yield run need not)
  /// The plan in force, for a repair of a chip that runs: what it says is left alone as far as can be. A fabric whose
  /// plan follows from the defects alone takes no notice.
  std::optional<std::vector<RepairPath>> in_force = std::nullopt;
};

/// std::invalid_argument "unknown WHAT 'NAME'; valid: ..." for a name that is not one of these.
void check_repair_name(std::string_view what, std::string_view name, std::span<const std::string_view> valid);

/// The names a fabric knows. What is left out is what every fabric knows.
struct RepairNames {
  std::vector<std::string_view> planners = {"exact"};
  std::vector<std::string_view> rules = {"exact"};
  std::vector<std::string_view> objectives = {"any"};
};
void check_repair_names(const RepairOptions& options, const RepairNames& known);

/// A way to repair a defect that is not open, with the reason in words.
struct BlockedWay {
  SiteId fault;
  std::string direction;
  std::string reason;
};

/// What a central observer tells all sites at once when a fabric is reconfigured, in words of 32 bits.
using RepairMessage = std::vector<std::uint32_t>;

struct Repair {
  bool repairable = false;
  /// An inclusion-minimal set of the defects that is irreparable by itself; empty when repairable or not asked for.
  Defects irreparable_subset;
  std::vector<BlockedWay> blocked;  ///< why that set is irreparable, way by way; checked. Empty where it is not known
  std::string reason;  ///< why it is irreparable, in words; empty when the fabric has no more to say than that it is
  /// The rest is meaningful only when repairable.
  std::vector<RepairPath> paths;
  std::string isolated;  ///< what is taken out of use, in words, where it is more than the defects; else empty
  unsigned moved = 0;
  Placement placement;
  Configuration configuration;
  std::optional<RepairMessage> broadcast;  ///< nothing when the fabric has no local rule
};

/// How each site finds its own settings from what is broadcast, without the plan of the whole. The settings that come
/// through the configuration chain must be the same: hw/fabric/site_rule.hpp holds them against each other.
class LocalRule {
 public:
  virtual ~LocalRule() = default;
  struct Setting {
    NodeId node = kNoNode;  ///< the logical node that the site becomes
    std::vector<SwitchState> states;
    friend bool operator==(const Setting&, const Setting&) = default;
  };
  /// The switches that belong to the site; the states of a setting are in their order.
  virtual std::vector<SwitchId> switches_of(SiteId site) const = 0;
  virtual Setting setting_of(SiteId site, std::span<const std::uint32_t> broadcast) const = 0;
};

/// Whether one defect map after the other can be repaired, and no more: for counting. It may keep memory from map to
/// map, so each thread needs its own.
class RepairTester {
 public:
  virtual ~RepairTester() = default;
  virtual bool repairable(const Defects& defects) = 0;
};

/// A condition that a map meets whenever it can be repaired.
struct RepairBound {
  std::string name;     ///< in a document: "free_line"
  std::string summary;  ///< in words: "every fault has a free line"
  std::unique_ptr<RepairTester> tester;
};

class ReconfigurableFabric {
 public:
  virtual ~ReconfigurableFabric() = default;
  virtual const Fabric& fabric() const = 0;
  /// What repair() and tester() can be asked for; std::invalid_argument for anything else.
  virtual RepairNames known_names() const { return {}; }
  virtual Repair repair(const Defects& defects, const RepairOptions& options) const = 0;
  /// The same answers as repair(), quicker where the fabric has a quicker way. The fabric must outlive it.
  virtual std::unique_ptr<RepairTester> tester(const RepairOptions& options) const;
  /// What no planner can exceed on this fabric; empty when it knows nothing of the kind. Defects of PEs only.
  virtual std::vector<RepairBound> bounds() const { return {}; }
  /// Why this cannot be a defect, in words: there is no such link. Nothing when it can.
  virtual std::optional<std::string> refusal(LinkDefect) const { return "this fabric has no defects of links"; }
  /// What an address stands for. std::invalid_argument, with what is valid, when there is no such element.
  virtual ElementDefect element(ElementKind kind, std::span<const ElementPart> address) const;
  /// nullptr when sites do not find their settings by themselves.
  virtual const LocalRule* local_rule() const { return nullptr; }
  /// Ports whose far ends a report of a repair lists for every site, by name; with them the logical nodes are listed.
  virtual std::vector<std::string> listed_ports() const { return {}; }
};

}  // namespace kintsugi
