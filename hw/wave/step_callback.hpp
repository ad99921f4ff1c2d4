/// Calls a trace file at the end of each time step, by the means of the SystemC release.
///
/// SystemC 2   the kernel calls sc_trace_file::cycle(false) of a registered file; `step` is not used
/// SystemC 3   the kernel knows no trace files; a stage callback calls `step` before the time advances, and before a
///             pause or stop if a delta cycle has run at that time
#pragma once

#include <functional>
#include <systemc>

namespace kintsugi::wave {

#if IEEE_1666_SYSTEMC >= 202301L

class StepCallback final : public sc_core::sc_stage_callback_if {
 public:
  StepCallback(sc_core::sc_trace_file& file, std::function<void()> step);
  ~StepCallback() override;
  StepCallback(const StepCallback&) = delete;
  StepCallback& operator=(const StepCallback&) = delete;

 private:
  void stage_callback(const sc_core::sc_stage& stage) override;

  std::function<void()> step_;
  sc_dt::uint64 deltas_ = 0;  ///< delta cycles until the last call
};

#else

class StepCallback {
 public:
  StepCallback(sc_core::sc_trace_file& file, const std::function<void()>& step);
  ~StepCallback();
  StepCallback(const StepCallback&) = delete;
  StepCallback& operator=(const StepCallback&) = delete;

 private:
  sc_core::sc_trace_file* file_;
};

#endif

}  // namespace kintsugi::wave
