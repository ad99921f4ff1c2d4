// A main for tests of the models, which know no SystemC.
#include "tb/tests/unit/run_tests.hpp"

int main(int argc, char** argv) {
  kintsugi::test::begin_tests(argc, argv);
  return kintsugi::test::run_tests(argc, argv);
}
