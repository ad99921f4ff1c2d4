// A main for tests that elaborate SystemC modules. libsystemc brings a main of its own, so gtest_main cannot be linked;
// this one hands over to sc_main, which runs the tests. Each test elaborates, so each needs a process of its own:
// ctest does that; by hand, choose one with --gtest_filter.
#include <systemc>

#include "tb/tests/unit/run_tests.hpp"

int main(int argc, char** argv) {
  kintsugi::test::begin_tests(argc, argv);
  return sc_core::sc_elab_and_sim(argc, argv);
}

int sc_main(int argc, char** argv) {
  return kintsugi::test::run_tests(argc, argv);
}
