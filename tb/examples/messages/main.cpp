// Threads at opposite corners of a mesh: one sends samples, the other sends back the sum of each eight of them.
#include <array>
#include <iostream>
#include <kintsugi/chip.hpp>
#include <kintsugi/message.hpp>
#include <kintsugi/models.hpp>
#include <numeric>

using namespace kintsugi;  // NOLINT: a program, not a header
using Samples = std::array<int, 8>;

int sc_main(int, char*[]) {
  const auto design = find_family("mesh")->build({{"sides", std::vector<std::int64_t>{4, 4}}});
  const auto routing = design->routing("dimension-order", 2);
  MessageNetwork network;
  ChipParameters parameters;
  parameters.router.vcs = 2;
  Chip chip("net", {&design->network(), routing.get()}, parameters, network);
  network.attach(chip);
  const NodeId sensor{0}, adder{15};
  MessageOut<Samples> samples_out("samples_out", network, sensor, adder);
  MessageIn<Samples> samples_in("samples_in", network, adder);
  MessageOut<long> sums_out("sums_out", network, adder, sensor);
  MessageIn<long> sums_in("sums_in", network, sensor);
  long total = 0, messages = 0;
  sc_core::sc_spawn([&] {
    for (int i = 0; i < 1000; ++i) samples_out.write({i, 2 * i, 3 * i, 4 * i, 5 * i, 6 * i, 7 * i, 8 * i});
  });
  sc_core::sc_spawn([&] {
    for (Samples s; true; sums_out.write(std::accumulate(s.begin(), s.end(), 0L))) samples_in.read(s);
  });
  sc_core::sc_spawn([&] {
    while (true) total += sums_in.read(), ++messages;
  });
  sc_core::sc_start(20, sc_core::SC_US);
  std::cout << messages << " sums, " << total << " in all; " << samples_out.lost() + sums_out.lost() << " lost\n";
  return total == 36L * 999 * 1000 / 2 ? 0 : 1;
}
