/// The configuration of a chip on a fabric: shifts the states of the switches in, and places the nodes when they come
/// into force. A switch that has got stuck, a wire that has been cut, and one that works again, change in that moment.
/// In a directly wired network every call is a std::logic_error.
///
/// Warning  a stream can pass all checks of the chain and still make another network than that of the chip: of a wrong
///          plan, or with a placement that is not its own. Packets then wait for ever. When states come into force, the
///          paths of the chip are compared with the links of its network, and the first difference is a report of type
///          kConfigurationReport, severity SC_WARNING. The simulation goes on
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/fabric/placement.hpp"
#include "models/fabric/switch_state.hpp"
#include "models/repair/repair_message.hpp"

namespace kintsugi {

class ChipNodes;
class ConfigChain;
class PathTable;
class SwitchModule;
struct ChipModules;
struct ChipPlan;
struct ExtractedNetwork;
struct Fabric;
struct ReconfigurationStep;

/// What comes of a stream whose states would change a path with a packet on it, or the node of a site with one.
enum class UnderTraffic : std::uint8_t {
  kNever,    ///< there is none: the chip is quiescent when the states come into force
  kRefused,  ///< the chain refuses the stream, and names the first such port or site. Links must keep their latency
};

class ChipConfiguration {
 public:
  ChipConfiguration(const ChipPlan& plan, ChipModules& modules, ChipNodes& nodes, PathTable& paths);

  /// Shifts the stream (models/fabric/bitstream.hpp) in from the next cycle on. If the chain accepts it, the nodes are
  /// placed. With a repair message every site first compares the states it was sent with those it computes itself.
  /// Packets may be under way while the stream is shifted in, and with kRefused when its states come into force, too.
  void load(std::vector<std::uint8_t> stream, Placement placement,
            const std::optional<RepairMessage>& message = std::nullopt,
            UnderTraffic under_traffic = UnderTraffic::kNever);
  /// Says where the nodes live when the next stream has come into force that the chain takes by words (ChainPins), as
  /// load() does for its own. Without it the chain refuses such a stream. Call it before the stream ends.
  void expect(Placement placement, const std::optional<RepairMessage>& message = std::nullopt,
              UnderTraffic under_traffic = UnderTraffic::kNever);
  /// Returns the steps load and switch of a reconfiguration: as load(), on a quiescent chip. The traffic of a node
  /// moves with it. The step load ends with the last word, however long the gaps are. `built`: the fabric of the chip
  /// with the switches and wires that are defective by now, which must stay valid until the next reconfiguration;
  /// nullptr: they are as before.
  std::vector<ReconfigurationStep> steps(std::vector<std::uint8_t> stream, Placement placement,
                                         std::optional<RepairMessage> message, const Fabric* built = nullptr,
                                         UnderTraffic under_traffic = UnderTraffic::kNever);

  /// Returns the step switch of a reconfiguration in which every site sets its own switches by its local rule, without
  /// a stream. If nodes or states are not those planned, the step fails and the old states stay. `planned`: by switch.
  ReconfigurationStep own_step(Placement placement, SwitchStates planned);

  /// Called after each commit of the chain or of the sites themselves, when the new states and nodes are in place. An
  /// observer beside the chip: one of them, which must not change anything.
  using CommitObserver = std::function<void()>;
  void on_commit(CommitObserver observer);

  ConfigChain& chain() const;
  /// Returns the states that are in force in the switch modules.
  SwitchStates read_back() const;

 private:
  void check_placement(const Placement& placement) const;
  std::optional<std::string> complaint_of_sites() const;
  std::optional<std::string> packet_in_the_way(const std::vector<SwitchModule*>& changing) const;
  bool is_idle(SiteId site) const;
  std::string set_by_rules(const Placement& placement, const SwitchStates& planned);
  void commit(std::vector<SwitchModule*> changed);
  void rebuild(const Fabric& built, std::vector<SwitchModule*>& changed);
  void warn_of_another_network() const;
  ExtractedNetwork connected() const;

  const ChipPlan& plan_;
  ChipModules& modules_;
  ChipNodes& nodes_;
  PathTable& paths_;
  Placement coming_;
  const Fabric* built_ = nullptr;  // that comes with the stream
  bool inspected_ = false;         // whether a repair message came with the stream
  UnderTraffic under_traffic_ = UnderTraffic::kNever;
  CommitObserver observer_;
};

}  // namespace kintsugi
