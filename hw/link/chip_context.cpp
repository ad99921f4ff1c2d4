#include "hw/link/chip_context.hpp"

#include "hw/link/thread_state.hpp"

namespace kintsugi {

void ChipContext::join_thread_of(ModuleIndex module) {
  thread = clock->thread_of(module);
  own = &threads[thread];
}

void ModuleContext::join_thread_of(ModuleIndex module) {
  thread = clock->thread_of(module);
  own = &chip->threads[thread];
}

}  // namespace kintsugi
