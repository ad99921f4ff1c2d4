/// The micro-benchmarks. Each of these functions makes what it measures and registers its benchmarks; SystemC
/// elaborates once per process, so all of them are called before the simulation starts.
///
/// What is made is never destroyed: the kernel would search all ports for each one that is taken down.
#pragma once

namespace kintsugi::bench {

void add_link_benchmarks();
void add_router_benchmarks();
void add_path_benchmarks();
void add_repair_benchmarks();

}  // namespace kintsugi::bench
