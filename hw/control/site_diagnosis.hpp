/// Self-diagnosis at one site (models/repair/self_diagnosis.hpp): the PE tests its neighbours, forwards reports and the
/// repair message, and hands the setting that follows to the local rule of the site.
///
/// Ports    from[p]  the neighbour at port p of the test graph, on wires beside the link; a loop is bound to itself
/// Wires    what a site sends in cycle t, all neighbours can read in t + 1: a test, the answers to tests, reports, the
///          repair message, the logical number. A site writes only its own register, so no order can be observed
/// Tests    in cycle c, c + test_interval, ... of all PEs at the same time; the neighbour answers in c + 1, and the
///          answer is there in c + 2. The test has failed if there is none in cycle c + time_out. Then the PE notices:
///          it tests this link no more, and sends a report: link, own site, and cycle c of the test
/// Reports  sent on in the cycle in which they arrive, once each, over all links. What several neighbours send in a
///          cycle arrives together
/// Settled  a report of the test in cycle c is settled from cycle c + time_out + step_bound on: every report of that
///          test has arrived everywhere. A diagnosis is made of settled reports alone
/// Message  the observer sends it in the cycle after send(). A site computes its setting in the cycle in which it
///          arrives, and sends it on once
/// Exchange the PE sends its logical number in the cycle after exchange(), and selects links in the cycle after that
/// Dead     a dead PE sends no signal and ignores all; nothing passes a dead link
/// Sleep    evaluated only in cycles of a test, of its answers and its time-out, and in those in which a signal arrives
/// Threads  any number
/// Not modelled: the width of reports and messages, contention for wires, the time to compute a diagnosis
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <systemc>
#include <vector>

#include "hw/clock/clock_domain.hpp"
#include "hw/control/diagnosis_timing.hpp"
#include "hw/fabric/site_rule.hpp"
#include "hw/link/module.hpp"
#include "models/repair/self_diagnosis.hpp"

namespace kintsugi {

struct TestReport {
  FailedTest failed;
  Cycle test = 0;  ///< the cycle of the test
};

/// What a site sends in one cycle.
struct DiagnosisSignals {
  Cycle cycle = std::numeric_limits<Cycle>::max();  ///< in which it is sent
  bool tests = false;                               ///< over all links
  std::vector<std::uint8_t> answers;                ///< by port: to a test that came through it
  std::vector<TestReport> reports;
  bool has_message = false;  ///< the repair message, see DiagnosisIf::message()
  NodeId number = kNoNode;   ///< the logical number; kNoNode if none is sent
};

class DiagnosisIf : public virtual sc_core::sc_interface {
 public:
  /// Returns what the site has sent in this cycle, the one before the present one; nullptr if nothing.
  virtual const DiagnosisSignals* sent_in(Cycle cycle) const = 0;
  /// Returns the repair message that the site has sent last.
  virtual std::span<const std::uint32_t> message() const = 0;
  /// Returns the number in the clock domain, for the receiver to be woken.
  virtual ModuleIndex index() const = 0;
};

class SiteDiagnosis final : public Module, public Clocked, public DiagnosisIf {
 public:
  static constexpr bool kCanMove = true;

  SiteDiagnosis(sc_core::sc_module_name name, ClockDomain& clock, const SelfDiagnosis& fabric, SiteId site,
                DiagnosisTiming timing);
  /// Binds port `port` to the site at its far end, whose own port to the same link is `far_port`.
  void bind(std::size_t port, DiagnosisIf& far, std::size_t far_port);
  void attach(SiteRule& rule) { rule_ = &rule; }

  /// @name For the chip to call between two cycles
  /// @{
  /// Puts the site into its state at power-up; it begins to test in cycle `first`. `known` are the tests at power-up
  /// that have failed, of all PEs; they must outlive the module.
  void begin(Cycle first, std::span<const FailedTest> known);
  /// Makes the PE dead.
  void die() { dead_ = true; }
  /// Makes the link of a port dead.
  void cut(std::size_t port) { ports_[port].dead = true; }
  /// Sends the repair message to all sites, from the next cycle on.
  void send(std::span<const std::uint32_t> message);
  /// Forgets the last repair message: until another one arrives, the setting of the site is to be without a node.
  void await_message();
  /// Takes the logical number that follows from the settled reports, and exchanges numbers from the next cycle on.
  void exchange();
  /// @}

  /// @name State
  /// @{
  bool is_dead() const { return dead_; }
  /// Returns the cycle of the last test of which a report is known; 0 if there is none.
  Cycle last_failed_test() const { return last_failed_; }
  /// Returns the most hops that a report has made until it arrived here, of those that are settled in cycle `now` and
  /// are of tests after cycle `after`.
  Cycle steps_of_reports(Cycle after, Cycle now) const;
  /// Returns the cycle in which the last repair message arrived; 0 if none has since await_message().
  Cycle message_arrived() const { return message_at_; }
  /// Returns whether a report of this test is settled in a cycle.
  bool is_settled(Cycle test, Cycle now) const { return test + timing_.time_out + fabric_->step_bound() <= now; }
  /// Returns the diagnosis from the reports that are settled in this cycle. It is computed anew only when there are
  /// more of them.
  const Diagnosis& diagnosis(Cycle now);
  std::size_t reports() const { return reports_.size(); }
  /// @}

  static constexpr const char* kKind = "kintsugi_site_diagnosis";
  const char* kind() const override { return kKind; }
  void end_of_elaboration() override;
  void evaluate(Cycle now) override;
  void list_probes(wave::ModuleProbes& probes) const override;
  const DiagnosisSignals* sent_in(Cycle cycle) const override;
  std::span<const std::uint32_t> message() const override { return message_; }
  ModuleIndex index() const override { return index_; }

 private:
  static constexpr Cycle kNever = std::numeric_limits<Cycle>::max();
  using FromPort = sc_core::sc_port<DiagnosisIf, 1>;
  struct Port {
    std::unique_ptr<FromPort> from;
    const DiagnosisIf* far = nullptr;
    std::size_t far_port = 0;
    bool dead = false;      // the link
    bool failed = false;    // a test has failed, so there are no more
    bool answered = false;  // the last test
  };

  DiagnosisSignals& signals(Cycle now);
  void wake_neighbours(Cycle now);
  void receive(Cycle now);
  void receive(std::size_t port, const DiagnosisSignals& signals, Cycle now);
  void test(Cycle now);
  void judge(Cycle now);
  void learn(TestReport report, Cycle now);
  void take_message(std::span<const std::uint32_t> words, Cycle now);
  void send_number(Cycle now);

  ClockDomain* clock_;
  const SelfDiagnosis* fabric_;
  SiteRule* rule_ = nullptr;
  SiteId site_;
  DiagnosisTiming timing_;
  ModuleIndex index_;
  std::vector<Port> ports_;
  std::span<const TestGraph::Port> graph_ports_;
  std::array<DiagnosisSignals, 2> sent_;  // by the parity of the cycle
  bool dead_ = false;

  Cycle next_test_ = kNever;
  Cycle last_test_ = 0;
  Cycle deadline_ = kNever;  // of the answers

  std::span<const FailedTest> known_;
  struct KnownReport {
    TestReport report;
    Cycle arrived = 0;
  };
  std::vector<KnownReport> reports_;
  Cycle last_failed_ = 0;
  Diagnosis diagnosis_;
  std::size_t diagnosed_ = kNone;  // the number of reports that diagnosis_ is from
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  std::vector<std::uint32_t> message_;
  Cycle message_at_ = 0;
  Cycle send_at_ = kNever;

  Cycle exchange_at_ = kNever;  // when the own number is sent
  NodeId number_ = kNoNode;
  std::vector<NodeId> received_;  // by port
};

}  // namespace kintsugi
