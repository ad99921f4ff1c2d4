#include "tb/tool/scenario/partial_reader.hpp"

#include <vector>

#include "tb/tool/scenario/given_repair_reader.hpp"

namespace kintsugi {

void read_partial(MapReader& map, Scenario& scenario) {
  static const std::vector<Term> kChoices = {
      {"none", "the run ends: there is no network that could be simulated"},
      {"holes", "the run has the nodes that work, in the places of a chip without defects"},
  };
  std::string choice = "none";
  map.choice("partial", kChoices, choice, {.help = "what is run if no plan repairs the chip"});
  if (choice != "holes") return;
  if (names_given_repair(map)) {
    map.context().errors.add(map.find("partial")->where,
                             map.path_of("partial") +
                                 " has no meaning with a file in place of the planner; leave one "
                                 "of them out");
    return;
  }
  scenario.features.emplace<PartialRepair>().where = map.find("partial")->where;
}

}  // namespace kintsugi
