// A scenario as one object in a simulation of yours.
#include <iostream>
#include <kintsugi/system.hpp>

int sc_main(int argc, char* argv[]) {
  const char* const text = "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[2, 2]]}, traffic: {rate: 0.1}}";
  kintsugi::System wafer("wafer", argc > 1 ? argv[1] : text);
  sc_core::sc_start(12, sc_core::SC_US);
  std::cout << wafer.text();
  return wafer.holds() ? 0 : 1;
}
