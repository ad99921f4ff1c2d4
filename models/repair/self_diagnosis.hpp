/// Self-diagnosis of a fabric: its PEs test each other, report the tests that fail, and conclude from the reports which
/// PEs and links are faulty.
///
/// Tests       a tested link joins two sites, or a site with itself. The PE at each end tests over it whether the PE at
///             the far end answers. The test fails if that PE or the link is dead. A dead PE tests no PE
/// Reports     a report names a link over which a test has failed, and the site whose test it was. Every PE forwards it
///             to all its neighbours, a hop a step
/// Diagnosis   of one PE, from the reports that it has: a PE is alive if a path of links without a report leads to it,
///             through live PEs, and it is not silent; all others are faulty. A silent PE has not reported a link that
///             the live PE at the other end has reported. A link with a report between two live PEs is faulty. If all
///             reports have come, these live PEs are exactly those that live links connect with the diagnosing PE. A
///             live PE that is cut off from it counts as faulty: it could not be used
/// Silence     finds a dead PE even if one of its neighbours dies between a test and its report
/// Observer    the first live PE of a list that the fabric gives. It diagnoses, plans and broadcasts. It needs as many
///             live PEs as the fabric says, so a PE that is cut off with fewer does not take itself for the observer
/// Exchange    the alternative without an observer: every PE diagnoses, takes its logical number, and sends it to its
///             neighbours; each PE then selects the links to the neighbours whose numbers it needs
/// Hardware    hw/control/site_diagnosis.hpp does the same module by module; tests compare it with notice()
/// Source      H. I. Choi, "Fault Tolerant Static Shuffle-Exchange Network", 2003, section 3: neighbours diagnose,
///             messages go to a central observer, which broadcasts the faulty PEs; or PEs send their logical numbers to
///             all neighbours. What a test is, the rule of the diagnosis and the choice of the observer are not in it
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "models/repair/reconfigurable.hpp"

namespace kintsugi {

/// The tested links, each once and by the name that it has in a list of defects; and the ports of each site to them.
class TestGraph {
 public:
  struct Port {
    std::uint32_t link = 0;  ///< index into the tested links
    SiteId far;              ///< at the other end; the site itself for a loop
  };
  TestGraph(std::size_t sites, std::span<const LinkDefect> links);

  std::size_t sites() const { return first_.size() - 1; }
  std::span<const LinkDefect> links() const;
  /// Returns the ports of a site by ascending link; a loop is one port.
  std::span<const Port> ports(SiteId site) const;
  /// Returns the number of the port of a site to one of its links.
  std::size_t port_of(SiteId site, std::uint32_t link) const;
  /// Returns the link that a defect means: the one of this name, else the one of the same ends in the other order.
  std::optional<std::uint32_t> find(LinkDefect name) const;

 private:
  std::vector<LinkDefect> links_;
  std::vector<std::size_t> first_;  // per site, and one for the end
  std::vector<Port> ports_;
  std::vector<std::uint32_t> by_name_;
};

/// What a fabric says of its self-diagnosis.
class SelfDiagnosis {
 public:
  virtual ~SelfDiagnosis() = default;
  virtual const TestGraph& graph() const = 0;
  /// Returns the sites whose PEs can be the observer, in the order in which they take over.
  virtual std::span<const SiteId> observers() const = 0;
  /// Returns the number of live PEs that an observer needs: no more than there are after faults that can be repaired.
  virtual std::size_t least_pes() const = 0;
  /// Returns the most hops from a live PE to another that live links connect it with, for all faults that can be
  /// repaired: after so many steps every report and every message has arrived.
  virtual unsigned step_bound() const = 0;

  /// @name Exchange
  /// @{
  /// Returns the logical number that the PE of a site takes, kNoNode for none or if there is no repair.
  virtual NodeId number_of(SiteId site, const Defects& diagnosed) const = 0;
  /// Returns the setting of a site whose PE has taken `number`. `received[i]` is the number that came through its
  /// port i; kNoNode if none came.
  virtual LocalRule::Setting setting_among(SiteId site, NodeId number, std::span<const NodeId> received) const = 0;
  /// @}
};

/// What one PE concludes.
struct Diagnosis {
  Defects defects;           ///< all faults so far; no elements
  std::size_t live_pes = 0;  ///< with itself
  friend bool operator==(const Diagnosis&, const Diagnosis&) = default;
};

/// A test that has failed: over which link, and of the PE at which end.
struct FailedTest {
  std::uint32_t link = 0;
  SiteId by;
  friend bool operator==(const FailedTest&, const FailedTest&) = default;
};

/// Returns the diagnosis of the PE at `from`, which knows that these tests have failed.
Diagnosis diagnose(const TestGraph& graph, SiteId from, std::span<const FailedTest> failed);

/// Returns the tests that fail with these faults: a dead PE makes none.
std::vector<FailedTest> failed_tests(const TestGraph& graph, const Defects& faults);

/// Returns whether the PE with this diagnosis is the observer.
bool is_observer(const SelfDiagnosis& fabric, SiteId site, const Diagnosis& own);

/// Returns whether a fault is among the diagnosed ones, or lies at a PE that is: a link of a PE that counts as faulty.
bool covers(const TestGraph& graph, const Defects& diagnosed, const Fault& fault);

/// Who observes and diagnoses faults if every report arrives, and how far reports and the message travel.
struct Notice {
  std::optional<SiteId> observer;  ///< nullopt: no PE can be the observer
  Defects diagnosed;               ///< by the observer
  unsigned report_steps = 0;       ///< from the failed test until the observer has the last new report
  unsigned broadcast_steps = 0;    ///< from the observer to the last live PE that it is connected with
};

/// Returns who observes and diagnoses `faults` where `known` were diagnosed before.
Notice notice(const SelfDiagnosis& fabric, const Defects& known, const Defects& faults);

}  // namespace kintsugi
