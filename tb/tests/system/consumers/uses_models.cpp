// A program that needs a network and its routing only: no SystemC. Requests and replies are classes of messages.
#include <iostream>
#include <kintsugi/models.hpp>

int main() {
  const auto design = kintsugi::find_family("hypercube")->build({{"n", 4}});
  const auto routing = design->routing("e-cube", 1);
  const kintsugi::MessageClasses classes(*routing, 2);
  const auto proof =
      kintsugi::prove_replies(design->network(), classes, classes.initial_state(0), classes.initial_state(1));
  std::cout << kintsugi::version() << ' ' << design->network().nodes() << ' ' << proof.holds() << '\n';
  return proof.holds() ? 0 : 1;
}
