#include "tb/tool/yield/report.hpp"

#include <algorithm>

#include "tb/tool/console/text_table.hpp"
#include "tb/tool/yield/ready_scenario.hpp"

namespace kintsugi::yield {

namespace {

using nlohmann::ordered_json;

constexpr int kDigits = 4;

ordered_json row_json(const Row& row) {
  return {{"faults", row.faults},           {"maps", row.tally.maps},       {"repairable", row.tally.repairable},
          {"probability", row.probability}, {"ci_low", row.confidence.low}, {"ci_high", row.confidence.high}};
}

ordered_json rows_json(const std::vector<Row>& rows) {
  ordered_json list = ordered_json::array();
  for (const Row& row : rows) list.push_back(row_json(row));
  return list;
}

ordered_json yields_json(const std::vector<double>& pe_defects, const std::vector<Interval>& yields) {
  ordered_json list = ordered_json::array();
  for (std::size_t i = 0; i < yields.size(); ++i) {
    list.push_back({{"pe_defect", pe_defects[i]}, {"low", yields[i].low}, {"high", yields[i].high}});
  }
  return list;
}

/// What the first curve says beside its rows, or any curve.
void add_curve(ordered_json& json, const Question& question, const Answer& answer, std::size_t index) {
  const Curve& curve = question.curves[index];
  if (curve.bound) {
    json["bound"] = curve.key;
  } else {
    json["planner"] = curve.options.planner;
    json["rule"] = curve.options.rule;
    json["objective"] = curve.options.objective;
    if (curve.tracks) json["tracks"] = *curve.tracks;
  }
  json["rows"] = rows_json(answer.rows[index]);
  if (!answer.yields[index].empty()) {
    json["array_yield"] = yields_json(question.wishes.pe_defects, answer.yields[index]);
  }
}

/// Maps that were set and traced: those that were repaired.
std::uint64_t verified(const Question& question, const Answer& answer) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < question.curves.size(); ++i) {
    for (const Row& row : answer.rows[i]) sum += question.curves[i].bound ? 0 : row.tally.repairable;
  }
  return sum;
}

std::size_t spares_of(const Question& question) {
  return question.fabrics.front()->fabric().sites.size() - question.design->network().nodes();
}

std::string maps_text(const Wishes& wishes) {
  if (wishes.exhaustive) return "all";
  return std::to_string(wishes.maps) + " random ones for each number of faults, seed " + std::to_string(wishes.seed);
}

std::string head_text(const Question& question, const Answer& answer) {
  const Wishes& wishes = question.wishes;
  TextTable table;
  table.add({"network", question.design->network().name()});
  table.add({"PEs", std::to_string(question.fabrics.front()->fabric().sites.size()) + ", " +
                        std::to_string(spares_of(question)) + " of them spare"});
  table.add({"faulty", wishes.core_only ? "PEs that are in use without faults" : "any PEs"});
  table.add({"maps", maps_text(wishes)});
  if (wishes.verify) {
    table.add({"verified", std::to_string(verified(question, answer)) + " repairs set and traced, " +
                               std::to_string(wrong(answer)) + " of them wrong"});
  }
  return table.text();
}

/// The first curve with its counts, then the probabilities of the others, under letters.
std::string rows_text(const Question& question, const Answer& answer) {
  TextTable names, table;
  std::vector<std::string> head = {"faults", "maps", "repairable", "probability", "95 % confidence"};
  for (std::size_t i = 1; i < question.curves.size(); ++i) head.push_back("(" + std::to_string(i) + ")");
  table.add(std::move(head));
  for (std::size_t at = 0; at < answer.rows.front().size(); ++at) {
    const Row& row = answer.rows.front()[at];
    std::vector<std::string> cells = {
        std::to_string(row.faults), std::to_string(row.tally.maps), std::to_string(row.tally.repairable),
        fixed(row.probability, kDigits),
        question.wishes.exhaustive ? "exact"
                                   : fixed(row.confidence.low, kDigits) + " to " + fixed(row.confidence.high, kDigits)};
    for (std::size_t i = 1; i < answer.rows.size(); ++i) {
      cells.push_back(fixed(answer.rows[i][at].probability, kDigits));
    }
    table.add(std::move(cells));
  }
  for (std::size_t i = 0; i < question.curves.size(); ++i) {
    names.add({i == 0 ? "probability" : "(" + std::to_string(i) + ")", question.curves[i].name});
  }
  return names.text() + '\n' + table.text();
}

std::string yields_text(const Question& question, const Answer& answer) {
  TextTable table;
  for (std::size_t i = 0; i < question.curves.size(); ++i) {
    for (std::size_t p = 0; p < answer.yields[i].size(); ++p) {
      table.add({p == 0 ? question.curves[i].name : "",
                 "PEs defective with " + ordered_json(question.wishes.pe_defects[p]).dump(),
                 "array yield " + fixed(answer.yields[i][p].low, kDigits) + " to " +
                     fixed(answer.yields[i][p].high, kDigits)});
    }
  }
  const std::string text = table.text();
  return text.empty() ? text : '\n' + text;
}

/// In quotes: names have commas.
std::string csv_line(const std::string& name, const Row& row) {
  std::string line = '"' + name + '"';
  const ordered_json cells = row_json(row);
  for (const ordered_json& cell : cells) line += ',' + cell.dump();
  return line + '\n';
}

}  // namespace

ordered_json to_json(const Question& question, const Answer& answer) {
  const Wishes& wishes = question.wishes;
  ordered_json json;
  json["network"] = question.design->network().name();
  json["pes"] = question.fabrics.front()->fabric().sites.size();
  json["spares"] = spares_of(question);
  json["core_only"] = wishes.core_only;
  json["exhaustive"] = wishes.exhaustive;
  if (!wishes.exhaustive) json["seed"] = wishes.seed;
  add_curve(json, question, answer, 0);
  for (std::size_t i = 0; question.curves.size() > 1 && i < question.curves.size(); ++i) {
    ordered_json curve = {{"name", question.curves[i].name}};
    add_curve(curve, question, answer, i);
    json["curves"].push_back(std::move(curve));
  }
  if (wishes.verify) json["verified"] = {{"maps", verified(question, answer)}, {"wrong", wrong(answer)}};
  return json;
}

std::string to_text(const Question& question, const Answer& answer) {
  return head_text(question, answer) + '\n' + rows_text(question, answer) + yields_text(question, answer);
}

std::string to_csv(const Question& question, const Answer& answer) {
  std::string text = "curve,faults,maps,repairable,probability,ci_low,ci_high\n";
  for (std::size_t i = 0; i < question.curves.size(); ++i) {
    for (const Row& row : answer.rows[i]) text += csv_line(question.curves[i].name, row);
  }
  return text;
}

plot::Plot plot_of(const Question& question, const Answer& answer) {
  plot::Plot plot;
  plot.title = question.design->network().name() + ": share of defect maps that can be repaired";
  plot.x = {.label = "faulty PEs, of " + std::to_string(question.sites.size())};
  plot.y = {.label = "repair probability", .low = 0, .high = 1};
  for (std::size_t i = 0; i < question.curves.size(); ++i) {
    plot::Series series{question.curves[i].name, {}};
    for (const Row& row : answer.rows[i]) series.points.push_back({static_cast<double>(row.faults), row.probability});
    plot.series.push_back(std::move(series));
  }
  return plot;
}

std::string wrong_repairs(const Question& question, const Answer& answer) {
  std::string text;
  for (std::size_t i = 0; i < question.curves.size(); ++i) {
    const auto row = std::ranges::find_if(answer.rows[i], [](const Row& each) { return each.tally.wrong > 0; });
    if (row == answer.rows[i].end()) continue;
    const Curve& curve = question.curves[i];
    text += "kintsugi repair '" +
            ready_scenario(*question.scenario, curve.tracks, curve.options, curve.fabric->fabric(),
                           *row->tally.first_wrong) +
            "'\n";
  }
  return text;
}

}  // namespace kintsugi::yield
