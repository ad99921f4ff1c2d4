// A main for benchmarks of SystemC modules: replaces that of libsystemc, and calls sc_main, which makes the modules,
// elaborates them and runs the benchmarks.
#include <benchmark/benchmark.h>

#include <systemc>

#include "tb/bench/benchmarks.hpp"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  return sc_core::sc_elab_and_sim(argc, argv);
}

int sc_main(int, char**) {
  kintsugi::bench::add_link_benchmarks();
  kintsugi::bench::add_router_benchmarks();
  kintsugi::bench::add_path_benchmarks();
  kintsugi::bench::add_repair_benchmarks();
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
