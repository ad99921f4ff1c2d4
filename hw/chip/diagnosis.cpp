#include "hw/chip/diagnosis.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace kintsugi {

void silence(ChipModules& modules, const TestGraph& graph, const Fault& fault) {
  if (const SiteId* dead = std::get_if<SiteId>(&fault)) return modules.diagnosis[dead->value]->die();
  const auto link = graph.find(std::get<LinkDefect>(fault));
  if (!link) return;
  const auto [a, b] = graph.links()[*link];
  for (const SiteId end : {a, b}) modules.diagnosis[end.value]->cut(graph.port_of(end, *link));
}

const SelfDiagnosis& ChipDiagnosis::fabric() const {
  if (modules_.diagnosis.empty()) throw std::logic_error("the PEs of this chip diagnose no faults");
  return *plan_.self_diagnosis;
}

void ChipDiagnosis::begin(const Defects& known) {
  const TestGraph& graph = fabric().graph();
  known_ = failed_tests(graph, known);
  first_ = clock_.next();
  for (const auto& site : modules_.diagnosis) site->begin(first_, known_);
  for (const SiteId dead : known.sites) silence(modules_, graph, dead);
  for (const LinkDefect dead : known.links) silence(modules_, graph, dead);
  diagnosed_ = known;
  handled_ = 0;
  pending_.reset();
  without_observer_since_.reset();
}

/// A test of cycle c is answered in c + 1 and the answer is there in c + 2: what is dead from then on fails it.
bool ChipDiagnosis::is_due(const RunTimeFault& fault) const {
  const Cycle last_that_passes = std::holds_alternative<SiteId>(fault.what) ? fault.cycle - 1 : fault.cycle - 2;
  if (last_that_passes < first_) return is_settled(first_);
  return is_settled(last_that_passes + timing().test_interval - (last_that_passes - first_) % timing().test_interval);
}

bool ChipDiagnosis::is_settled(Cycle test) const {
  return modules_.diagnosis.front()->is_settled(test, clock_.now());
}

/// What a PE notices that was cut off before stays behind the cut.
bool ChipDiagnosis::noticed() {
  if (pending_) return true;
  for (std::uint32_t site = 0; site < modules_.diagnosis.size(); ++site) {
    const Cycle test = at(SiteId{site}).last_failed_test();
    const bool counts =
        test > handled_ && !at(SiteId{site}).is_dead() && !std::ranges::binary_search(diagnosed_.sites, SiteId{site});
    if (counts) pending_ = std::min(pending_.value_or(test), test);
  }
  return pending_.has_value();
}

std::optional<SiteId> ChipDiagnosis::find_observer() const {
  for (const SiteId candidate : fabric().observers()) {
    SiteDiagnosis& site = at(candidate);
    if (!site.is_dead() && is_observer(fabric(), candidate, site.diagnosis(clock_.now()))) return candidate;
  }
  return std::nullopt;
}

bool ChipDiagnosis::has_observer() {
  const bool found = find_observer().has_value();
  if (found) without_observer_since_.reset();
  if (!found && !without_observer_since_) without_observer_since_ = clock_.now();
  return found;
}

bool ChipDiagnosis::reported() {
  return noticed() && is_settled(*pending_) && has_observer();
}

/// The death of a candidate is reported to all within the longest wait and the step bound; then the next one takes its
/// place. All of them can die one after the other.
std::string ChipDiagnosis::failure() {
  if (!pending_ || !is_settled(*pending_) || has_observer()) return "";
  const Cycle longest = fabric().observers().size() * (longest_wait() + fabric().step_bound());
  if (clock_.now() < *without_observer_since_ + longest) return "";
  return "no PE can be the observer: each that could be is dead, or live links connect it with too few others";
}

Defects ChipDiagnosis::diagnosis() {
  observer_ = find_observer();
  if (!observer_) throw std::logic_error("a diagnosis without an observer");
  SiteDiagnosis& site = at(*observer_);
  diagnosed_ = site.diagnosis(clock_.now()).defects;
  report_steps_ = site.steps_of_reports(handled_, clock_.now());
  // A test interval is longer than a time-out: so all reports of tests up to here are settled.
  handled_ = clock_.now() - timing().time_out - fabric().step_bound();
  pending_.reset();
  return diagnosed_;
}

bool ChipDiagnosis::covers(const Fault& fault) const {
  return kintsugi::covers(fabric().graph(), diagnosed_, fault);
}

/// A site that the message has not reached is judged when it switches: a fault may be the reason.
std::string ChipDiagnosis::check_received(const Placement& placement, const SwitchStates& planned) const {
  for (std::uint32_t site = 0; site < modules_.diagnosis.size(); ++site) {
    if (at(SiteId{site}).message_arrived() == 0) continue;
    if (auto wrong = modules_.site_rules[site]->deviation(placement.node_at[site], planned)) return *wrong;
  }
  return "";
}

ReconfigurationStep ChipDiagnosis::broadcast_step(RepairMessage message, Placement placement, SwitchStates planned) {
  auto begin = [this, message = std::move(message)] {
    for (const auto& site : modules_.diagnosis) site->await_message();
    at(observer_.value()).send(message);
    sent_ = clock_.next();
  };
  const Cycle cycles = 1 + fabric().step_bound();
  auto check = [this, placement = std::move(placement), planned = std::move(planned)] {
    return check_received(placement, planned);
  };
  return {ReconfigurationPhase::kBroadcast,
          std::move(begin),
          [cycles](Cycle spent) { return spent >= cycles; },
          {},
          std::move(check)};
}

ReconfigurationStep ChipDiagnosis::exchange_step() {
  auto begin = [this] {
    for (const auto& site : modules_.diagnosis) site->exchange();
  };
  return {ReconfigurationPhase::kExchange, std::move(begin), [](Cycle spent) { return spent >= 2; }, {}};
}

Cycle ChipDiagnosis::broadcast_steps() const {
  Cycle steps = 0;
  for (const auto& site : modules_.diagnosis) steps = std::max(steps, site->message_arrived());
  return steps - std::min(steps, sent_);
}

}  // namespace kintsugi
