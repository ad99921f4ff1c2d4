// A main for tests of the models, which know no SystemC.
#include "tb/tests/unit/test_times.hpp"

int main(int argc, char** argv) {
  kintsugi::test::begin_tests(argc, argv);
  return RUN_ALL_TESTS();
}
