/// Measures the energy of a run (models/energy): from the counts of flits that the routers keep, and the paths of their
/// ports.
///
/// Epochs   flits are added with the paths that were in force while they were sent. A chip changes its paths only while
///          no flit is under way, so it is enough to look after each cycle of a run with faults whether nodes were
///          placed again
/// Cost     with it, a counter for each flit that leaves a router; without, the routers count nothing
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "models/energy/link_account.hpp"
#include "models/fabric/extraction.hpp"
#include "models/network/length_sums.hpp"
#include "models/network/wire_length.hpp"
#include "tb/tool/features/energy/section.hpp"
#include "tb/tool/run/instrument.hpp"
#include "tb/tool/run/report_rows.hpp"
#include "tb/tool/run/run_report.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

/// What was counted, and the constants: all numbers of the report follow from these.
struct EnergyResult {
  EnergySection section;
  std::optional<unsigned> flit_bytes;  ///< of payload; nullopt: not known
  EnergyCounts counts;
  std::vector<LinkFlits> links;             ///< by the node and the port that they leave
  std::uint64_t delivered_flits = 0;        ///< that have reached their PE, of whatever packet
  std::uint64_t payload_flits = 0;          ///< of packets delivered, each packet once for each destination
  std::optional<LengthSums> unrepaired;     ///< the links on the fabric without defects; nullopt: wired directly
  LengthSums links_at_first;                ///< when the traffic began
  std::optional<LengthSums> links_at_last;  ///< at the end; nullopt: no reconfiguration on a fabric

  EnergyParts parts() const { return energy_of(counts, section.constants); }
  const LinkFlits* worst() const { return worst_link(links, section.constants); }
  /// Returns nullopt if no payload was delivered, or the bytes of a flit are not given.
  std::optional<double> payload_bytes() const {
    if (!flit_bytes || payload_flits == 0) return std::nullopt;
    return static_cast<double>(payload_flits) * *flit_bytes;
  }
};

/// Returns the lengths of the links on the fabric without defects.
LengthSums unrepaired_lengths(const Scenario& scenario, const Setup& setup) {
  const Fabric& fabric = setup.fabric->fabric();
  const Repair none = setup.fabric->repair({}, scenario.repair);
  const SwitchStates states = switch_states(fabric, none.configuration);
  const NetworkExtractor extractor(fabric);
  return link_lengths(setup.network(), [&](const Link& link) {
    const auto join = extractor.follow({none.placement.site_of[link.a.node.value], link.a.port}, states);
    return join ? join->pitches : 0;
  });
}

std::string length_text(const LengthSums& links, const std::optional<double>& pitch_mm) {
  std::string text = std::to_string(links.pitches) + " pitches, the longest link " + std::to_string(links.longest);
  if (pitch_mm) {
    text += " (" + fixed(static_cast<double>(links.pitches) * *pitch_mm, 1) + " mm, " +
            fixed(links.longest * *pitch_mm, 1) + " mm)";
  }
  return text;
}

class EnergyMeter final : public Instrument {
 public:
  /// All nodes must be in place, and no flit sent. The chip must count flits.
  explicit EnergyMeter(const TrafficBegin& begin)
      : chip_(&begin.chip), lists_links_(begin.scenario.run.details), account_(begin.setup.network()) {
    result_.section = *begin.scenario.features.find<EnergySection>();
    result_.flit_bytes = flit_bytes_of(begin.scenario);
    if (begin.setup.fabric) result_.unrepaired = unrepaired_lengths(begin.scenario, begin.setup);
    begin_epoch();
    first_placements_ = placements_;
    result_.links_at_first = lengths();
  }

  /// Begins an epoch if nodes were placed again since the last call.
  void after(Cycle /*cycle*/, bool /*measured*/) override {
    if (chip_->nodes().placements() != placements_) begin_epoch();
  }
  /// Ends the last epoch.
  void finish(const RunResult& result) override {
    after(result.cycles, false);
    end_epoch();
    if (chip_->plan().fabric != nullptr && placements_ != first_placements_) result_.links_at_last = lengths();
    result_.counts = account_.counts();
    for (std::uint32_t site = 0; site < chip_->sites(); ++site) {
      const Router& router = chip_->router(SiteId{site});
      for (const PortId port : router.ports()) result_.counts.flit_routers += router.flits_sent(port);
    }
    result_.counts.router_cycles = chip_->sites() * result.cycles;
    result_.links = std::move(account_).links();
    result_.payload_flits = result.statistics->delivered_flits();
    result_.delivered_flits = chip_->counters().delivered;
  }
  using Instrument::report;
  void report(TextTable& table, const ReportNumbers& numbers) const override {
    const auto fill = [&](const char* sentence) { return numbers.fill(sentence, "energy."); };
    table.add(
        {"energy", fill("{total:1} pJ: routers {router:1}, wires {wire:1}, switches {switch:1}, leakage {leakage:1}")});
    table.add({"", !numbers.has("energy.per_flit") ? "no flit delivered"
                   : !numbers.has("energy.per_byte")
                       ? fill("{per_flit:3} pJ a flit delivered")
                       : fill("{per_flit:3} pJ a flit delivered, {per_byte:4} pJ a byte of payload")});
    if (const LinkFlits* worst = result_.worst()) {
      table.add(
          {"", "worst link " + name_of(worst->from) + " > " + name_of(worst->to) + fill(", {worst_link.energy:1} pJ")});
    }
    const std::optional<double>& pitch = result_.section.pitch_mm;
    if (result_.unrepaired) table.add({"wires", length_text(*result_.unrepaired, pitch) + ", without defects"});
    table.add({result_.unrepaired ? "" : "wires",
               length_text(result_.links_at_first, pitch) + (result_.unrepaired ? ", as repaired" : "")});
    if (result_.links_at_last) {
      table.add({"", length_text(*result_.links_at_last, pitch) + ", after the last reconfiguration"});
    }
  }
  const EnergyResult& result() const { return result_; }
  std::string name_of(const PortRef& end) const { return chip_->plan().network->describe(end); }
  /// Returns from, to, flits, flit_pitches, flit_switches and energy of each direction of a link; null unless
  /// `run.details` asks for it.
  ordered_json links() const {
    if (!lists_links_) return nullptr;
    ordered_json list = ordered_json::array();
    for (const LinkFlits& link : result_.links) {
      list.push_back({{"from", name_of(link.from)},
                      {"to", name_of(link.to)},
                      {"flits", link.flits},
                      {"flit_pitches", link.flit_pitches},
                      {"flit_switches", link.flit_switches},
                      {"energy", energy_of(link, result_.section.constants)}});
    }
    return list;
  }

 private:
  /// A port of a router by which a link leaves, in the present epoch.
  struct Port {
    SiteId site;
    PortId port;
    NodeId node;
    PathLength path;
    std::uint64_t counted = 0;  // flits that it had sent before
  };
  void begin_epoch() {
    end_epoch();
    placements_ = chip_->nodes().placements();
    ports_.clear();
    ports_.reserve(account_.links().size());
    const PathTable& paths = chip_->paths();
    const Placement& placement = chip_->nodes().placement();
    for (const LinkFlits& link : account_.links()) {
      const SiteId site = placement.site_of[link.from.node.value];
      const PortId port = link.from.port;
      const PathLength path{paths.pitches(site, port), paths.switches(site, port)};
      ports_.push_back({site, port, link.from.node, path, chip_->router(site).flits_sent(port)});
    }
  }
  void end_epoch() {
    for (const Port& port : ports_) {
      const std::uint64_t flits = chip_->router(port.site).flits_sent(port.port) - port.counted;
      if (flits != 0) account_.add({port.node, port.port}, flits, port.path);
    }
  }
  LengthSums lengths() const {
    const Placement& placement = chip_->nodes().placement();
    return link_lengths(*chip_->plan().network, [&](const Link& link) {
      return chip_->paths().pitches(placement.site_of[link.a.node.value], link.a.port);
    });
  }

  const Chip* chip_;
  bool lists_links_;
  EnergyResult result_;
  LinkAccount account_;
  std::vector<Port> ports_;
  std::uint64_t placements_ = 0;        // of nodes, until the present epoch
  std::uint64_t first_placements_ = 0;  // until the first one
};

std::string constants(const Scenario& scenario, const Setup&) {
  return need::unless(scenario.features.find<EnergySection>() != nullptr,
                      "the scenario has no constants of energy; add energy: {router: ..., wire: ..., switch: ..., "
                      "leakage: ...}");
}

std::string flit_bytes(const Scenario& scenario, const Setup&) {
  return need::unless(flit_bytes_of(scenario).has_value(), "the bytes of a flit are not known; add energy.flit_bytes");
}

/// Returns a ratio; null where it has none.
ordered_json per(double energy, double amount) {
  return amount == 0 ? ordered_json() : ordered_json(energy / amount);
}

ReportRows<EnergyResult> energy_part_rows() {
  using Energy = EnergyResult;
  const auto part = [](double EnergyParts::*of) { return [of](const Energy& energy) { return energy.parts().*of; }; };
  return ReportRows<Energy>()
      .number("total", "pJ", "of the whole run, as all of `energy`: `router`, `wire`, `switch` and `leakage` together",
              [](const Energy& energy) { return energy.parts().total(); })
      .number(
          "per_flit", "pJ/flit", "`total` by the flits that have arrived at their PE, of whatever packet",
          [](const Energy& energy) { return per(energy.parts().total(), static_cast<double>(energy.delivered_flits)); })
      .number("router", "pJ", "`flit_routers` times `energy.router`", part(&EnergyParts::router))
      .number("wire", "pJ", "`flit_pitches` times `energy.wire`", part(&EnergyParts::wire))
      .number("switch", "pJ", "`flit_switches` times `energy.switch`", part(&EnergyParts::switches))
      .number("leakage", "pJ", "`router_cycles` times `energy.leakage`", part(&EnergyParts::leakage))
      .include(
          "",
          ReportRows<EnergyCounts>()
              .number("flit_routers", "flit-routers", "flits that have left a router, by a link or to its PE",
                      &EnergyCounts::flit_routers)
              .number("flit_pitches", "flit-pitches", "pitches of wire that flits have passed between routers",
                      &EnergyCounts::flit_pitches)
              .number("flit_switches", "flit-switches", "switches of the fabric that flits have passed between routers",
                      &EnergyCounts::flit_switches)
              .number("router_cycles", "router-cycles",
                      "all routers of the chip, spare and idle ones too, times all cycles",
                      &EnergyCounts::router_cycles),
          [](const Energy& energy) { return &energy.counts; })
      .number(
          "per_byte", "pJ/byte",
          "`total` by the bytes of payload: `energy.flit_bytes` times the flits of the packets delivered, each packet "
          "once, of a multicast once for each member",
          [](const Energy& energy) { return per(energy.parts().total(), energy.payload_bytes().value_or(0)); },
          {flit_bytes});
}

ReportRows<LengthSums> length_rows(const std::string& when) {
  return ReportRows<LengthSums>()
      .number("pitches", "pitches", "of the wires of all links between routers, " + when, &LengthSums::pitches)
      .number("longest", "pitches", "of the longest of these links", &LengthSums::longest);
}

RunRows energy_numbers() {
  using Meter = EnergyMeter;
  const auto worst = ReportRows<Meter>()
                         .number("energy", "pJ",
                                 "of the wires and switches of the direction of a link that takes most; none if all "
                                 "take 0",
                                 [](const Meter& meter) {
                                   return energy_of(*meter.result().worst(), meter.result().section.constants);
                                 })
                         .other("from", [](const Meter& meter) { return meter.name_of(meter.result().worst()->from); })
                         .other("to", [](const Meter& meter) { return meter.name_of(meter.result().worst()->to); });
  ReportRows<Meter> rows;
  rows.include("", energy_part_rows(), [](const Meter& meter) { return &meter.result(); })
      .include(
          "worst_link", worst, [](const Meter& meter) { return meter.result().worst() ? &meter : nullptr; }, {},
          IfNone::kNull)
      .include(
          "before", length_rows("on the fabric without defects"),
          [](const Meter& meter) { return meter.result().unrepaired; }, {need::fabric}, IfNone::kNull)
      .include("after", length_rows("as repaired before the traffic, or as wired directly"),
               [](const Meter& meter) { return &meter.result().links_at_first; })
      .include(
          "last", length_rows("after the last reconfiguration at run time; only on a fabric"),
          [](const Meter& meter) { return meter.result().links_at_last; }, {need::fabric, need::reconfigurations},
          IfNone::kNull)
      .other("links", &Meter::links);
  return RunRows().include("energy", rows, meter_of<Meter>, {need::traffic, constants});
}

std::uint64_t energy_bytes(const Wishes& /*wishes*/, const Setup& setup) {
  constexpr std::uint64_t kEndOfLink = 80;
  return setup.network().links().size() * 2 * kEndOfLink;
}

}  // namespace

extern const InstrumentInfo kEnergyMeter;
const InstrumentInfo kEnergyMeter{
    .is_wanted = [](const Wishes& wishes) { return wishes.scenario.features.find<EnergySection>() != nullptr; },
    .make = make_instrument<EnergyMeter>,
    .numbers = energy_numbers,
    .counts_flits = true,
    .bytes = energy_bytes,
};

}  // namespace kintsugi
