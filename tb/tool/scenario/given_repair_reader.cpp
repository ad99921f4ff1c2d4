#include "tb/tool/scenario/given_repair_reader.hpp"

#include <algorithm>
#include <array>

#include "models/network/text.hpp"

namespace kintsugi {

namespace {

struct FormOfRepair {
  GivenRepair::Form form;
  const char* key;
  const char* help;
  const char* example;
};
constexpr auto kFormsOfRepair = std::to_array<FormOfRepair>(
    {{GivenRepair::Form::kPlan, "plan", "a plan that takes the place of the planner's: paths, rings or a placement",
      "plan.yaml"},
     {GivenRepair::Form::kStates, "states", "the states of the switches, in place of a planner's plan", "states.csv"},
     {GivenRepair::Form::kBitstream, "bitstream", "the bitstream that is loaded, in place of a planner's plan",
      "bitstream.bin"}});

}  // namespace

std::optional<GivenRepair> read_given_repair(MapReader& map) {
  std::optional<GivenRepair> given;
  for (const FormOfRepair& form : kFormsOfRepair) {
    std::filesystem::path file;
    if (!map.file(form.key, file,
                  {.help = form.help,
                   .otherwise = "none",
                   .condition = "one of plan, states and bitstream",
                   .example = form.example}))
      continue;
    if (const std::string& name = map.find(form.key)->text; name == "-" || name.front() == '{' || name.front() == '[') {
      map.complain(form.key, " must be the name of a file, not '", name, "'");
      continue;
    }
    given = {form.form, file, map.path_of(form.key), map.find(form.key)->where};
  }
  map.exclude_each_other(each_of(kFormsOfRepair, [](const FormOfRepair& form) { return std::string(form.key); }));
  bool as_given = false;
  map.choice("accept",
             {{"verified", "those that make the network that is wanted; others are refused with the differences"},
              {"as_given", "all: the chip has the network that they make, whatever it is"}},
             as_given, {.help = "which states of a file are run", .condition = "only with plan, states or bitstream"});
  if (given) {
    given->as_given = as_given;
  } else if (map.has("accept") && !names_given_repair(map)) {
    const std::string of = map.path() + '.';
    map.refuse_whole("accept", " has no meaning without a file: give ", of, "plan, ", of, "states or ", of,
                     "bitstream");
  }
  return given;
}

bool names_given_repair(MapReader& map) {
  return std::ranges::any_of(kFormsOfRepair, [&map](const FormOfRepair& form) { return map.has(form.key); });
}

void read_partial(MapReader& map, Scenario& scenario) {
  bool holes = false;
  map.choice("partial",
             {{"none", "the run ends: there is no network that could be simulated"},
              {"holes", "the run has the nodes that work, in the places of a chip without defects"}},
             holes, {.help = "what is run if no plan repairs the chip"});
  if (!holes) return;
  if (names_given_repair(map)) {
    map.complain("partial", " has no meaning with a file in place of the planner; leave one of them out");
    return;
  }
  scenario.features.emplace<PartialRepair>().where = map.find("partial")->where;
}

}  // namespace kintsugi
