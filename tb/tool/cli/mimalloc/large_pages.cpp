// With mimalloc: memory in pages of 2 MiB where the system has them. A chip is elaborated with fewer page faults then,
// and its records take fewer entries of the TLB. MIMALLOC_LARGE_OS_PAGES=0 in the environment switches that off.
#include <mimalloc.h>

namespace {

void take_large_pages() {
  mi_option_set_enabled_default(mi_option_large_os_pages, true);
}

/// SystemC takes memory before main(), and mimalloc keeps the pages that it has: so this comes before all libraries.
[[gnu::section(".preinit_array"), gnu::used]] void (*const kBegin)() = take_large_pages;

}  // namespace
