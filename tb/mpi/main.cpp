/// `kintsugi-mpi`: the commands of kintsugi whose jobs the ranks of an MPI job can run.
#include <unistd.h>

#include <array>
#include <boost/mpi/environment.hpp>
#include <chrono>
#include <csignal>
#include <iostream>
#include <optional>
#include <systemc>
#include <thread>

#include "tb/mpi/boost_channel.hpp"
#include "tb/mpi/dealer.hpp"
#include "tb/mpi/program.hpp"
#include "tb/mpi/server.hpp"
#include "tb/tool/cli/application.hpp"
#include "tb/tool/cli/command.hpp"
#include "tb/tool/console/process.hpp"
#include "tb/tool/console/stop.hpp"

namespace kintsugi::mpi {

namespace {

/// MPI looks for messages without a pause, a whole core long; the ranks that wait leave it to those that compute.
void idle() {
  std::this_thread::sleep_for(std::chrono::microseconds(300));
}

std::string host_name() {
  std::array<char, 256> name = {};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "an unknown machine";
}

int serve(Channel& channel, const Program& program) {
  listen_for_stop(false);
  defer_stop();
  Processes jobs(program.path());
  Server server(channel, jobs, program.identity(), host_name(), stop_requested);
  while (!server.is_over()) {
    if (!server.step()) idle();
  }
  return 0;
}

/// Alone it runs the jobs itself.
int deal(Channel& channel, const Program& program, int argc, char** argv) {
  std::optional<Dealer> dealer;
  if (channel.ranks() > 1)
    dealer.emplace(channel, program.identity(), StopRequests{stop_requested, request_stop}, idle);
  if (!program.is_there()) {
    std::cerr << "kintsugi-mpi: there is no program to run: " << program.identity() << '\n';
    return cli::kBadInput;
  }
  cli::Place place{.is_other = true, .program = program.path()};
  if (dealer) {
    place.jobs = 1;
    place.run_all = [&dealer](const sweep::Work& work) { return dealer->run_all(work); };
  } else {
    place.run_all = [&program](sweep::Work work) {
      work.program = program.path();
      return sweep::run_all(work);
    };
  }
  return cli::perform(argc, argv, place);
}

int run(int argc, char** argv) {
  std::optional<BlockedSignals> blocked(std::in_place);
  const boost::mpi::environment environment(argc, argv);
  blocked.reset();
  BoostChannel channel;
  const Program program;
  return channel.rank() == 0 ? deal(channel, program, argc, argv) : serve(channel, program);
}

}  // namespace

}  // namespace kintsugi::mpi

int main(int argc, char** argv) {
  kintsugi::prepare_process();
  return sc_core::sc_elab_and_sim(argc, argv);
}

int sc_main(int argc, char** argv) {
  const int status = kintsugi::mpi::run(argc, argv);
  kintsugi::end_if_stopped();
  return status;
}
