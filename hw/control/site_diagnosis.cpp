#include "hw/control/site_diagnosis.hpp"

#include <algorithm>
#include <string>

namespace kintsugi {

SiteDiagnosis::SiteDiagnosis(sc_core::sc_module_name name, ClockDomain& clock, const SelfDiagnosis& fabric, SiteId site,
                             DiagnosisTiming timing)
    : Module(name, clock),
      clock_(&clock),
      fabric_(&fabric),
      site_(site),
      timing_(timing),
      index_(clock.add(*this)),
      ports_(fabric.graph().ports(site).size()),
      graph_ports_(fabric.graph().ports(site)),
      received_(ports_.size(), kNoNode) {
  for (std::size_t port = 0; port < ports_.size(); ++port) {
    ports_[port].from = std::make_unique<FromPort>(("from_" + std::to_string(port)).c_str());
  }
  constexpr std::size_t kReports = 4;  // of each port: room for the reports of several faults nearby
  reports_.reserve(kReports * ports_.size());
  for (DiagnosisSignals& signals : sent_) {
    signals.answers.resize(ports_.size());
    signals.reports.reserve(kReports * ports_.size());
  }
}

void SiteDiagnosis::bind(std::size_t port, DiagnosisIf& far, std::size_t far_port) {
  ports_.at(port).from->bind(far);
  ports_[port].far_port = far_port;
}

void SiteDiagnosis::end_of_elaboration() {
  for (Port& port : ports_) port.far = port.from->get_interface(0);
}

void SiteDiagnosis::list_probes(wave::ModuleProbes& probes) const {
  using wave::reader;
  probes.add("tests", 1, reader<[](const SiteDiagnosis& site, std::uint64_t) {
               return std::uint64_t{site.last_test_ != 0 && site.last_test_ == site.clock_->now()};
             }>(*this));
  probes.add("reports", 16,
             reader<[](const SiteDiagnosis& site, std::uint64_t) { return std::uint64_t{site.reports()}; }>(*this));
  probes.add(
      "has_message", 1,
      reader<[](const SiteDiagnosis& site, std::uint64_t) { return std::uint64_t{site.message_arrived() != 0}; }>(
          *this));
}

void SiteDiagnosis::begin(Cycle first, std::span<const FailedTest> known) {
  known_ = known;
  dead_ = false;
  reports_.clear();
  last_failed_ = 0;
  diagnosed_ = kNone;
  deadline_ = kNever;
  for (Port& port : ports_) port.dead = port.failed = false;
  for (const FailedTest& test : known) {
    if (test.by == site_) ports_[fabric_->graph().port_of(site_, test.link)].failed = true;
  }
  next_test_ = first;
  clock_->set_alarm(index_, first);
}

void SiteDiagnosis::send(std::span<const std::uint32_t> message) {
  message_.assign(message.begin(), message.end());
  send_at_ = clock_->next();
  clock_->set_alarm(index_, send_at_);
}

void SiteDiagnosis::await_message() {
  message_at_ = 0;
  rule_->open();
}

void SiteDiagnosis::exchange() {
  rule_->open();
  if (dead_) return;
  number_ = fabric_->number_of(site_, diagnosis(clock_->now()).defects);
  std::ranges::fill(received_, kNoNode);
  exchange_at_ = clock_->next();
  clock_->set_alarm(index_, exchange_at_);
}

const Diagnosis& SiteDiagnosis::diagnosis(Cycle now) {
  const auto settled = [this, now](const KnownReport& known) { return is_settled(known.report.test, now); };
  const auto count = static_cast<std::size_t>(std::ranges::count_if(reports_, settled));
  if (count == diagnosed_) return diagnosis_;
  std::vector<FailedTest> failed(known_.begin(), known_.end());
  for (const KnownReport& known : reports_) {
    if (settled(known)) failed.push_back(known.report.failed);
  }
  diagnosis_ = diagnose(fabric_->graph(), site_, failed);
  diagnosed_ = count;
  return diagnosis_;
}

Cycle SiteDiagnosis::steps_of_reports(Cycle after, Cycle now) const {
  Cycle steps = 0;
  for (const auto& [report, arrived] : reports_) {
    if (report.test <= after || !is_settled(report.test, now)) continue;
    steps = std::max(steps, arrived - report.test - timing_.time_out);
  }
  return steps;
}

const DiagnosisSignals* SiteDiagnosis::sent_in(Cycle cycle) const {
  const DiagnosisSignals& signals = sent_[cycle & 1];
  return signals.cycle == cycle ? &signals : nullptr;
}

/// Returns the register of this cycle, empty before its first use.
DiagnosisSignals& SiteDiagnosis::signals(Cycle now) {
  DiagnosisSignals& signals = sent_[now & 1];
  if (signals.cycle == now) return signals;
  signals.cycle = now;
  signals.tests = signals.has_message = false;
  signals.number = kNoNode;
  std::ranges::fill(signals.answers, std::uint8_t{0});
  signals.reports.clear();
  wake_neighbours(now);
  return signals;
}

void SiteDiagnosis::wake_neighbours(Cycle now) {
  for (const Port& port : ports_) clock_->wake(port.far->index(), now + 1);
}

void SiteDiagnosis::evaluate(Cycle now) {
  if (dead_) return;
  if (now == exchange_at_) send_number(now);
  if (now > 0) receive(now);
  if (now == send_at_) take_message(message_, now);
  if (now == next_test_) test(now);
  if (now == deadline_) judge(now);
  if (exchange_at_ != kNever && now == exchange_at_ + 1)
    rule_->adopt(fabric_->setting_among(site_, number_, received_));
}

void SiteDiagnosis::receive(Cycle now) {
  for (std::size_t port = 0; port < ports_.size(); ++port) {
    if (ports_[port].dead) continue;
    if (const DiagnosisSignals* sent = ports_[port].far->sent_in(now - 1)) receive(port, *sent, now);
  }
}

void SiteDiagnosis::receive(std::size_t port, const DiagnosisSignals& sent, Cycle now) {
  if (sent.tests) signals(now).answers[port] = 1;
  if (sent.answers[ports_[port].far_port] != 0) ports_[port].answered = true;
  for (const TestReport& report : sent.reports) learn(report, now);
  if (sent.has_message) take_message(ports_[port].far->message(), now);
  if (sent.number != kNoNode) received_[port] = sent.number;
}

void SiteDiagnosis::test(Cycle now) {
  signals(now).tests = true;
  for (Port& port : ports_) port.answered = false;
  last_test_ = now;
  deadline_ = now + timing_.time_out;
  next_test_ = now + timing_.test_interval;
  clock_->set_alarm(index_, deadline_);
  clock_->set_alarm(index_, next_test_);
}

void SiteDiagnosis::judge(Cycle now) {
  for (std::size_t port = 0; port < ports_.size(); ++port) {
    if (ports_[port].failed || ports_[port].answered) continue;
    ports_[port].failed = true;
    learn({{graph_ports_[port].link, site_}, last_test_}, now);
  }
}

void SiteDiagnosis::learn(TestReport report, Cycle now) {
  const auto is_same = [&report](const KnownReport& known) { return known.report.failed == report.failed; };
  if (std::ranges::any_of(reports_, is_same)) return;
  reports_.push_back({report, now});
  last_failed_ = std::max(last_failed_, report.test);
  signals(now).reports.push_back(report);
}

void SiteDiagnosis::take_message(std::span<const std::uint32_t> words, Cycle now) {
  if (message_at_ != 0) return;
  if (words.data() != message_.data()) message_.assign(words.begin(), words.end());
  message_at_ = now;
  signals(now).has_message = true;
  rule_->receive(message_);
}

void SiteDiagnosis::send_number(Cycle now) {
  signals(now).number = number_;
  clock_->wake(index_, now + 1);
}

}  // namespace kintsugi
