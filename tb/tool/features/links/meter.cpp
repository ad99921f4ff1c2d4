/// Statistics of the links and buffers of a chip, sampled at the end of every cycle of the window: takes time
/// proportional to the size of the chip, and none without an object of this class.
///
/// Links      between routers, each direction by itself; those of the PEs are left out
/// Use        flits sent in a direction of a link in the window / cycles watched, 0 .. 1
/// Occupancy  flits in the buffer of a virtual channel of an input port at the end of a cycle: taken from the link,
///            past the router's latency, and not sent on. Mean over the cycles watched, and maximum
#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/network/text.hpp"
#include "tb/tool/run/instrument.hpp"
#include "tb/tool/run/report_rows.hpp"
#include "tb/tool/run/run_report.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

class LinkStatistics {
 public:
  /// Watches cycles below `end`. Every node must be in place whenever a cycle is watched.
  LinkStatistics(const Chip& chip, Cycle end) : chip_(&chip), end_(end), vcs_(chip.parameters().router.vcs) {
    const Network& network = *chip.plan().network;
    for (std::uint32_t node = 0; node < network.nodes(); ++node) {
      for (std::uint16_t port = 0; port < network.ports(NodeId{node}).size(); ++port) {
        const PortRef from{NodeId{node}, PortId{port}};
        if (const auto to = network.peer(from)) directions_.push_back({from, *to, network.kind_at(from)});
      }
    }
    occupancies_.resize(directions_.size() * vcs_);
  }

  /// Samples links and buffers at the end of that cycle.
  void watch(Cycle cycle) {
    if (cycle >= end_) return;
    ++cycles_;
    auto occupancy = occupancies_.begin();
    for (Direction& direction : directions_) {
      direction.flits += router_of(direction.from.node).link(direction.from.port).sent(cycle).has_value();
      const Router& receiver = router_of(direction.to.node);
      for (const Vc vc : receiver.vcs()) {
        const std::uint64_t flits = receiver.occupancy(direction.to.port, vc);
        occupancy->sum += flits;
        occupancy->max = std::max(occupancy->max, flits);
        ++occupancy;
      }
    }
  }

  struct Occupancy {
    std::uint64_t sum = 0;
    std::uint64_t max = 0;
  };
  struct Direction {
    PortRef from;
    PortRef to;
    KindId kind;
    std::uint64_t flits = 0;
  };
  /// Returns the directions by the node and the port that they leave.
  const std::vector<Direction>& directions() const { return directions_; }
  std::uint64_t cycles() const { return cycles_; }
  unsigned vcs() const { return vcs_; }

  double use(const Direction& direction) const { return per_cycle(direction.flits); }
  /// Returns the mean use over all directions; 0 without links.
  double mean_use() const {
    std::uint64_t flits = 0;
    for (const Direction& direction : directions_) flits += direction.flits;
    return per_link_and_cycle(flits);
  }
  /// Returns the direction with the most flits, the first among equals; nullptr without links.
  const Direction* busiest() const {
    const auto found = std::ranges::max_element(directions_, {}, &Direction::flits);
    return found == directions_.end() ? nullptr : &*found;
  }

  /// Returns the occupancy of the buffer at the end of that direction.
  const Occupancy& occupancy(std::size_t direction, unsigned vc) const { return occupancies_[direction * vcs_ + vc]; }
  double mean(const Occupancy& occupancy) const { return per_cycle(occupancy.sum); }
  /// Returns the occupancy of one virtual channel on all links: `sum` is over links and cycles.
  Occupancy of_channel(unsigned vc) const {
    Occupancy total;
    for (std::size_t direction = 0; direction < directions_.size(); ++direction) {
      total.sum += occupancy(direction, vc).sum;
      total.max = std::max(total.max, occupancy(direction, vc).max);
    }
    return total;
  }
  double mean_of_channel(unsigned vc) const { return per_link_and_cycle(of_channel(vc).sum); }

 private:
  double per_cycle(std::uint64_t count) const {
    return cycles_ == 0 ? 0 : static_cast<double>(count) / static_cast<double>(cycles_);
  }
  double per_link_and_cycle(std::uint64_t count) const {
    return directions_.empty() ? 0 : per_cycle(count) / static_cast<double>(directions_.size());
  }
  const Router& router_of(NodeId node) const { return chip_->router(chip_->nodes().placement().site_of[node.value]); }

  const Chip* chip_;
  Cycle end_;
  unsigned vcs_;
  std::uint64_t cycles_ = 0;
  std::vector<Direction> directions_;
  std::vector<Occupancy> occupancies_;  // by direction, then by channel
};

/// The instrument of `run.details`.
class LinkMeter final : public Instrument {
 public:
  explicit LinkMeter(const TrafficBegin& begin)
      : links_(begin.chip, begin.window_end), network_(&begin.setup.network()) {}

  void after(Cycle cycle, bool measured) override {
    if (measured) links_.watch(cycle);
  }
  /// Adds the occupancy of buffers by virtual channel, and the list `links` with both of each
  /// direction.
  void report(ordered_json& json, const ReportNumbers& /*numbers*/) const override {
    json["occupancy"] = ordered_json::array();
    for (unsigned vc = 0; vc < links_.vcs(); ++vc) {
      json["occupancy"].push_back(
          {{"vc", vc}, {"mean", links_.mean_of_channel(vc)}, {"max", links_.of_channel(vc).max}});
    }
    json["links"] = ordered_json::array();
    for (std::size_t i = 0; i < links_.directions().size(); ++i) json["links"].push_back(link_json(i));
  }
  void report(TextTable& table, const ReportNumbers& numbers) const override {
    if (const auto link = busiest()) {
      table.add({"link use", numbers.fill("mean {link_use.mean:5}, at most {link_use.max:5} (") + *link +
                                 ") flits per cycle and direction"});
    }
    table.add_list("occupancy", ids<Vc>(links_.vcs()), [this](Vc vc) {
      return joined("channel ", vc.value, ": mean ", fixed(links_.mean_of_channel(vc.value), 4), ", at most ",
                    links_.of_channel(vc.value).max, " flits in the buffer at the end of a link");
    });
  }
  double mean_use() const { return links_.mean_use(); }
  std::optional<double> highest_use() const {
    return links_.busiest() == nullptr ? std::nullopt : std::optional(links_.use(*links_.busiest()));
  }
  std::optional<std::string> busiest() const {
    return links_.busiest() == nullptr ? std::nullopt : std::optional(name_of(*links_.busiest()));
  }

 private:
  /// "x0.y0.e > x1.y0.w"
  std::string name_of(const LinkStatistics::Direction& link) const {
    return network_->describe(link.from) + " > " + network_->describe(link.to);
  }
  ordered_json link_json(std::size_t number) const {
    const LinkStatistics::Direction& link = links_.directions()[number];
    ordered_json json = {{"from", network_->describe(link.from)},
                         {"to", network_->describe(link.to)},
                         {"kind", network_->kinds()[link.kind.value]},
                         {"flits", link.flits},
                         {"use", links_.use(link)}};
    for (unsigned vc = 0; vc < links_.vcs(); ++vc) {
      const LinkStatistics::Occupancy& occupancy = links_.occupancy(number, vc);
      json["occupancy"].push_back({{"mean", links_.mean(occupancy)}, {"max", occupancy.max}});
    }
    return json;
  }

  LinkStatistics links_;
  const Network* network_;
};

RunRows link_numbers() {
  const auto rows =
      ReportRows<LinkMeter>()
          .number("mean", "flits/cycle",
                  "sent in the window in one direction of a link between routers: mean of all; only with `run.details`",
                  &LinkMeter::mean_use)
          .number("max", "flits/cycle", "the largest of them", &LinkMeter::highest_use)
          .other("busiest", &LinkMeter::busiest);
  return RunRows().include("link_use", rows, meter_of<LinkMeter>, {need::traffic, need::details});
}

}  // namespace

extern const InstrumentInfo kLinkMeter;
const InstrumentInfo kLinkMeter{
    .is_wanted = [](const Wishes& wishes) { return wishes.scenario.run.details; },
    .make = make_instrument<LinkMeter>,
    .numbers = link_numbers,
    .needs_every_cycle = true,
};

}  // namespace kintsugi
