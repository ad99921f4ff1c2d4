/// Watches the signals of the chip for the lists `at`, `always` and `never` of the section `expect`. The report of the
/// section has what it finds (meter.cpp).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tb/testbench/expectation_signals.hpp"
#include "tb/tool/features/expect/section.hpp"
#include "tb/tool/features/times/packet_window.hpp"
#include "tb/tool/run/instrument.hpp"

namespace kintsugi {

/// Returns the check with its nodes and packets, as far as events of the run do not decide its window.
CycleCheck check_of(const ExpectedCycles& entry, const FoundCycles& found, const Network& network);

class CycleMeter final : public Instrument, private PacketLife {
 public:
  explicit CycleMeter(const RunBegin& begin);

  /// Throws InputError with each name that is no signal, and each value that its signal cannot have.
  void watch(Chip& chip) override;
  PacketObserver* packets(unsigned /*thread*/) override { return windows_.empty() ? nullptr : this; }
  void finish(const RunResult& result) override;

  /// Returns the check of an entry of the section, and what has become of it; before the chip was made, no outcome.
  const CycleCheck& check(std::size_t entry) const { return signals_->checks()[entry]; }
  CheckOutcome outcome(std::size_t entry) const;
  bool watched() const { return signals_ != nullptr; }

 private:
  /// An entry whose window events of the run decide.
  struct EventWindow {
    std::size_t entry;
    PacketWindow packets;
    Cycle from;  ///< not known: the last cycle that there is
    Cycle to;
  };

  void begins(PacketName packet, Cycle now) override;
  void ends(PacketName packet, Cycle now) override;
  void observe();
  void note_loads(Cycle cycle);
  std::string why_not_begun(std::size_t entry) const;

  const ExpectSection& expect_;
  const ExpectedNodes& nodes_;
  const Network& network_;
  Chip* chip_ = nullptr;
  std::unique_ptr<ExpectationSignals> signals_;
  std::vector<EventWindow> windows_;
  std::uint64_t loads_ = 0;  // configurations that have come into force
};

}  // namespace kintsugi
