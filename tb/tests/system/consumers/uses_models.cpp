// A program that needs a network only: no SystemC.
#include <iostream>
#include <kintsugi/models.hpp>

int main() {
  const auto design = kintsugi::find_family("hypercube")->build({{"n", 4}});
  std::cout << kintsugi::version() << ' ' << design->network().nodes() << '\n';
  return 0;
}
