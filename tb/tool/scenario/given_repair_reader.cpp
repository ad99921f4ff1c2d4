#include "tb/tool/scenario/given_repair_reader.hpp"

#include <vector>

#include "tb/tool/scenario/vocabulary.hpp"

namespace kintsugi {

namespace {

struct FormOfRepair {
  GivenRepair::Form form;
  const char* key;
  KeyText text;
};
constexpr const char* kAlone = "one of plan, states and bitstream";
const std::vector<FormOfRepair>& forms_of_repair() {
  static const std::vector<FormOfRepair> forms = {
      {GivenRepair::Form::kPlan,
       "plan",
       {.help = "a plan that takes the place of the planner's: paths, rings or a placement",
        .otherwise = "none",
        .condition = kAlone,
        .example = "plan.yaml"}},
      {GivenRepair::Form::kStates,
       "states",
       {.help = "the states of the switches, in place of a planner's plan",
        .otherwise = "none",
        .condition = kAlone,
        .example = "states.csv"}},
      {GivenRepair::Form::kBitstream,
       "bitstream",
       {.help = "the bitstream that is loaded, in place of a planner's plan",
        .otherwise = "none",
        .condition = kAlone,
        .example = "bitstream.bin"}}};
  return forms;
}

}  // namespace

std::optional<GivenRepair> read_given_repair(MapReader& map) {
  std::optional<GivenRepair> given;
  for (const FormOfRepair& form : forms_of_repair()) {
    std::filesystem::path file;
    if (map.file(form.key, file, form.text))
      given = {form.form, file, map.path_of(form.key), map.find(form.key)->where};
  }
  map.exclude_each_other(std::vector<std::string>{"plan", "states", "bitstream"});
  std::string accept = names_of(accepted_repairs()).front();
  map.choice("accept", accepted_repairs(), accept,
             {.help = "which states of a file are run", .condition = "only with plan, states or bitstream"});
  if (given) {
    given->as_given = accept == "as_given";
  } else if (map.has("accept") && map.knows("plan") && map.knows("states") && map.knows("bitstream")) {
    const std::string of = map.path() + '.';
    map.refuse_whole("accept", of + "accept has no meaning without a file: give " + of + "plan, " + of + "states or " +
                                   of + "bitstream");
  }
  return given;
}

}  // namespace kintsugi
