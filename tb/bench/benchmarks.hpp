/// The micro-benchmarks. Each of these functions makes the modules that it measures and registers its benchmarks;
/// SystemC elaborates once per process, so main() calls all of them before the simulation starts.
///
/// The modules are never destroyed: the kernel would search all ports for each destroyed port.
#pragma once

namespace kintsugi::bench {

void add_link_benchmarks();
void add_router_benchmarks();
void add_path_benchmarks();
void add_repair_benchmarks();

}  // namespace kintsugi::bench
