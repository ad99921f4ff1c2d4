#include "tb/tool/scenario/given_repair_reader.hpp"

#include <algorithm>
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
    if (!map.file(form.key, file, form.text)) continue;
    if (const std::string& name = map.find(form.key)->text; name == "-" || name.front() == '{' || name.front() == '[') {
      map.context().errors.add(map.find(form.key)->where,
                               map.path_of(form.key) + " must be the name of a file, not '" + name + "'");
      continue;
    }
    given = {form.form, file, map.path_of(form.key), map.find(form.key)->where};
  }
  std::vector<std::string> keys;
  for (const FormOfRepair& form : forms_of_repair()) keys.emplace_back(form.key);
  map.exclude_each_other(keys);
  std::string accept = names_of(accepted_repairs()).front();
  map.choice("accept", accepted_repairs(), accept,
             {.help = "which states of a file are run", .condition = "only with plan, states or bitstream"});
  if (given) {
    given->as_given = accept == "as_given";
  } else if (map.has("accept") && !names_given_repair(map)) {
    const std::string of = map.path() + '.';
    map.refuse_whole("accept", of + "accept has no meaning without a file: give " + of + "plan, " + of + "states or " +
                                   of + "bitstream");
  }
  return given;
}

bool names_given_repair(MapReader& map) {
  return std::ranges::any_of(forms_of_repair(), [&map](const FormOfRepair& form) { return map.has(form.key); });
}

}  // namespace kintsugi
