// With mimalloc: its operator new is compiled as C, which ends in abort() where there is no memory. These take the
// memory from its malloc and throw, so that the tool says what is the matter.
#include <cstdlib>
#include <new>

namespace {

/// Calls `allocate` until it returns memory, and the new handler in between, as the standard has it.
template <class Allocate>
void* checked(Allocate allocate) {
  for (;;) {
    if (void* const memory = allocate()) return memory;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

/// aligned_alloc wants a multiple of the alignment.
std::size_t rounded_up(std::size_t bytes, std::size_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

}  // namespace

void* operator new(std::size_t bytes) {
  return checked([=] { return std::malloc(bytes); });
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  const auto boundary = static_cast<std::size_t>(alignment);
  return checked([=] { return std::aligned_alloc(boundary, rounded_up(bytes, boundary)); });
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
