/// Methods of SystemC that one event calls.
#pragma once

#include <functional>
#include <systemc>
#include <utility>

namespace kintsugi {

/// When a method is called first.
enum class FirstCall { kByEvent, kAtStart };

/// Makes a method, `name` below the module under construction, that an event calls; with kAtStart, also the simulation
/// when it begins.
inline void spawn_method(const sc_core::sc_event& event, const char* name, std::function<void()> body,
                         FirstCall first = FirstCall::kByEvent) {
  sc_core::sc_spawn_options options;
  options.spawn_method();
  options.set_sensitivity(&event);
  if (first == FirstCall::kByEvent) options.dont_initialize();
  sc_core::sc_spawn(std::move(body), name, &options);
}

}  // namespace kintsugi
