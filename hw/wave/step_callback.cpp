#include "hw/wave/step_callback.hpp"

#include <utility>

namespace kintsugi::wave {

#if IEEE_1666_SYSTEMC >= 202301L

namespace {

constexpr unsigned kStages = sc_core::SC_PRE_TIMESTEP | sc_core::SC_PRE_PAUSE | sc_core::SC_PRE_STOP;

}  // namespace

StepCallback::StepCallback(sc_core::sc_trace_file&, std::function<void()> step) : step_(std::move(step)) {
  sc_core::sc_register_stage_callback(*this, kStages);
}

StepCallback::~StepCallback() {
  sc_core::sc_unregister_stage_callback(*this, kStages);
}

void StepCallback::stage_callback(const sc_core::sc_stage&) {
  // sc_start() ends with a pause at a time at which nothing may have run.
  if (std::exchange(deltas_, sc_core::sc_delta_count()) != sc_core::sc_delta_count()) step_();
}

#else

StepCallback::StepCallback(sc_core::sc_trace_file& file, const std::function<void()>&) : file_(&file) {
  sc_core::sc_get_curr_simcontext()->add_trace_file(file_);
}

StepCallback::~StepCallback() {
  sc_core::sc_get_curr_simcontext()->remove_trace_file(file_);
}

#endif

}  // namespace kintsugi::wave
