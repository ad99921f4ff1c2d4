#include "tb/tool/features/expect/cycle_meter.hpp"

#include <algorithm>
#include <limits>

#include "hw/link/link_probes.hpp"
#include "tb/tool/run/run_report.hpp"

namespace kintsugi {

namespace {

constexpr Cycle kNotKnown = std::numeric_limits<Cycle>::max();

SignalCondition condition_of(const WrittenCondition& written, const FoundCondition& found, const Network& network) {
  SignalCondition condition = written.signals;
  if (found.node != kNoNode) condition.tests.front().names = {network.node_name(found.node)};
  if (found.packet) {
    const std::uint64_t number =
        found.packet->source
            ? number_of_packet(network.nodes(), *found.packet->source, static_cast<std::uint32_t>(found.packet->number))
            : found.packet->number;
    condition.tests.push_back({".packet", {}, SignalRange{number, number}});
  }
  return condition;
}

std::string event_in_words(const EventTime& time) {
  if (time.load) return "load " + std::to_string(time.load->number) + " did not come into force";
  std::string packet = "packet " + std::to_string(time.packet->number);
  if (time.packet->source) packet += " of node " + *time.packet->source;
  return packet + " was not created";
}

}  // namespace

CycleCheck check_of(const ExpectedCycles& entry, const FoundCycles& found, const Network& network) {
  CycleCheck check = entry.check;
  check.what = condition_of(entry.what, found.what, network);
  if (entry.during) check.during = condition_of(*entry.during, found.during, network);
  if (entry.before) check.before = condition_of(*entry.before, found.before, network);
  return check;
}

CycleMeter::CycleMeter(const RunBegin& begin)
    : expect_(*begin.wishes.scenario.features.find<ExpectSection>()),
      nodes_(*begin.setup.features.find<ExpectedNodes>()),
      network_(begin.setup.network()) {}

void CycleMeter::watch(Chip& chip) {
  chip_ = &chip;
  signals_ = std::make_unique<ExpectationSignals>("expectations", chip);
  Diagnostics errors;
  for (std::size_t i = 0; i < expect_.cycles.size(); ++i) {
    const ExpectedCycles& entry = expect_.cycles[i];
    const FoundCycles& found = nodes_.cycles[i];
    CycleCheck check = check_of(entry, found, network_);
    const auto is_event = [](const EventTime& time) { return time.packet || time.load; };
    if (is_event(entry.from) || is_event(entry.to)) {
      const Cycle from = is_event(entry.from) ? kNotKnown : check.from;
      windows_.push_back({i, PacketWindow(found.from, found.to, network_.nodes()), from, check.to});
      check.from = from;
      if (entry.in_one_cycle) check.to = from;
    }
    if ((entry.from.load || entry.to.load) && chip.plan().fabric == nullptr) {
      errors.add(entry.what.where, entry.what.path +
                                       ": no configuration is loaded into a network without a fabric; give "
                                       "a cycle in place of load");
    }
    signals_->checks().add(std::move(check));
  }
  for (const CheckMistake& mistake : signals_->checks().bind(chip)) {
    const WrittenCondition& entry = expect_.cycles[mistake.check].what;
    errors.add(entry.where, entry.path + ": " + mistake.message);
  }
  errors.raise();
  // A waveform takes the values of a cycle behind this call.
  chip.clock().after_each_cycle([this] { observe(); });
}

void CycleMeter::begins(PacketName packet, Cycle now) {
  for (EventWindow& window : windows_) {
    if (const auto from = window.packets.created(packet, now)) window.from = *from;
  }
}

void CycleMeter::ends(PacketName packet, Cycle now) {
  for (EventWindow& window : windows_) {
    if (const auto to = window.packets.ended(packet, now)) window.to = *to;
  }
}

/// A configuration comes into force in the cycle at whose end the chain accepts its stream. The chain may begin to take
/// the next one at once, so that it is not seen to be active.
void CycleMeter::note_loads(Cycle cycle) {
  if (chip_->plan().fabric == nullptr) return;
  const std::uint64_t accepted = chip_->configuration().chain().accepted();
  if (std::exchange(loads_, accepted) == accepted) return;
  for (EventWindow& window : windows_) {
    const ExpectedCycles& entry = expect_.cycles[window.entry];
    if (entry.from.load && entry.from.load->number == loads_) window.from = cycle + entry.from.load->after;
    if (entry.to.load && entry.to.load->number == loads_) window.to = cycle + entry.to.load->after;
  }
}

/// The threads that observe packets wait while this one looks at the chip. Before cycle 0 there is nothing to see.
void CycleMeter::observe() {
  if (chip_->clock().next() == 0) return;
  const Cycle cycle = chip_->clock().now();
  if (!windows_.empty()) {
    note_loads(cycle);
    for (const EventWindow& window : windows_) {
      const bool is_one = expect_.cycles[window.entry].in_one_cycle;
      signals_->checks().set_window(window.entry, window.from, is_one ? window.from : window.to);
    }
  }
  signals_->checks().observe(cycle);
}

void CycleMeter::finish(const RunResult& result) {
  signals_->checks().finish(result.cycles);
}

std::string CycleMeter::why_not_begun(std::size_t entry) const {
  const auto window = std::ranges::find(windows_, entry, &EventWindow::entry);
  if (window == windows_.end() || window->from != kNotKnown) return "";
  return event_in_words(expect_.cycles[entry].from);
}

CheckOutcome CycleMeter::outcome(std::size_t entry) const {
  CheckOutcome outcome = signals_->checks().outcome(entry);
  if (std::string why = why_not_begun(entry); !outcome.met && !why.empty()) outcome.why = std::move(why);
  return outcome;
}

extern const InstrumentInfo kCycleMeter;
const InstrumentInfo kCycleMeter{
    .is_wanted =
        [](const Wishes& wishes) {
          const auto* const expect = wishes.scenario.features.find<ExpectSection>();
          return expect != nullptr && !expect->cycles.empty();
        },
    .make_first = make_instrument<CycleMeter>,
    .needs_every_cycle = true,
};

}  // namespace kintsugi
