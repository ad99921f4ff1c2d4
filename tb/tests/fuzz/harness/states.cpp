#include <iterator>
#include <stdexcept>

#include "tb/tests/fuzz/harness/bounds.hpp"
#include "tb/tests/fuzz/harness/harness.hpp"
#include "tb/tool/setup/input.hpp"
#include "tb/tool/states/plan_reader.hpp"
#include "tb/tool/states/state_list.hpp"
#include "tb/tool/states/states_check.hpp"

namespace kintsugi::fuzz {

namespace {

const Input& fabric(char number) {
  static const Input kFabrics[] = {
      load_text("{network: {kind: srt2d, n: 2}, fabric: {tracks: 1}, defects: {pe: [[2, 2]]}}", "fabric"),
      load_text("{network: {kind: sse, n: 3, scheme: ksft2, k: 2}, defects: {pe: [4]}}", "fabric"),
      load_text("{network: {kind: sse, n: 3, scheme: sft1}}", "fabric")};
  return kFabrics[static_cast<unsigned char>(number) % std::size(kFabrics)];
}

void require_whole(const states::CheckedStates& checked) {
  for (const states::Difference& difference : checked.differences) {
    require(!difference.message.empty(), "a difference has a message");
  }
  require(checked.from == states::PlacementFrom::kNone || checked.placement, "what is compared has a placement");
}

}  // namespace

void read_state_list(std::string_view text) {
  if (text.empty()) return;
  const Input& input = fabric(text.front());
  Diagnostics errors;
  states::StateList list = states::read_states(std::string(text.substr(1)), "list", input.setup.fabric->fabric(),
                                               input.setup.network(), errors);
  check_messages(errors);
  if (!errors.empty()) return;
  require(list.states.size() == input.setup.fabric->fabric().switches.size(), "every switch has a state");
  require_whole(states::check_states(input.scenario, input.setup, std::move(list)));
}

void read_given_plan(std::string_view text) {
  if (text.empty()) return;
  const Input& input = fabric(text.front());
  Diagnostics errors;
  const states::FilePlan plan =
      states::read_plan(std::string(text.substr(1)), "plan", input.setup, input.scenario.repair, errors);
  check_messages(errors);
  if (!errors.empty()) return;
  require_whole(states::check_plan(input.scenario, input.setup, plan));
}

}  // namespace kintsugi::fuzz
