#include "tb/tool/yield/measured.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "models/network/shared_items.hpp"
#include "models/network/text.hpp"
#include "models/network/types.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/console/table.hpp"

namespace kintsugi::yield {

namespace {

using nlohmann::ordered_json;

std::vector<JudgedWafer> fitted(const YieldRequest& request, const MeasuredMaps& measured) {
  const Places places = places_of(*request.fabrics.front());
  std::vector<JudgedWafer> wafers;
  std::string first;  // mistake: those of a lot are much the same
  std::size_t others = 0;
  for (const wafermap::View& view : measured.maps.views) {
    try {
      wafers.push_back({fit(view, measured.maps, places)});
    } catch (const std::invalid_argument& error) {
      if (!first.empty()) ++others;
      if (first.empty()) first = error.what();
    }
  }
  if (others > 0)
    first += "; " + counted(others, "more map") + " of the file " + (others == 1 ? "does" : "do") + " not fit";
  if (!first.empty()) throw InputError({{measured.where, first}});
  return wafers;
}

/// Judges wafers one by one; each thread has judges of its own.
void judge_all(std::vector<JudgedWafer>& wafers, const std::vector<JudgeMaker>& makers, unsigned threads,
               const Progress& progress) {
  SharedItems items(narrow<std::uint32_t>(wafers.size()), std::min(threads, narrow<unsigned>(wafers.size())), progress);
  items.share([&] {
    const std::vector<Judge> judges = each_of(makers, [](const JudgeMaker& maker) { return maker(); });
    while (stop_requested() == 0) {
      const auto item = items.next();
      if (!item) return;
      for (const Judge& judge : judges) wafers[*item].outcomes.emplace_back(judge(wafers[*item].map.defects));
      items.count_done();
    }
  });
}

MeasuredCount count_of(const YieldRequest& request, const std::vector<JudgedWafer>& wafers, std::size_t index) {
  const Curve& curve = request.curves[index];
  MeasuredCount count{curve.name};
  std::uint64_t wrong = 0, not_decided = 0;
  for (const JudgedWafer& wafer : wafers) {
    const std::optional<MapOutcome>& outcome = wafer.outcomes[index];
    if (!outcome) continue;
    ++count.wafers;
    count.repaired += *outcome == MapOutcome::kRepaired || *outcome == MapOutcome::kWrong ? 1 : 0;
    wrong += *outcome == MapOutcome::kWrong ? 1 : 0;
    not_decided += *outcome == MapOutcome::kNotDecided ? 1 : 0;
    if (*outcome != MapOutcome::kRepaired) count.not_repaired.push_back(wafer.map.wafer);
  }
  if (curve.is_limited()) count.not_decided = not_decided;
  if (request.options.verify && !curve.bound) count.wrong = wrong;
  if (count.wafers == 0) return count;
  count.share = static_cast<double>(count.repaired) / static_cast<double>(count.wafers);
  count.confidence = {wilson(count.repaired, count.wafers).low,
                      wilson(count.repaired + not_decided, count.wafers).high};
  return count;
}

std::string text_of(const std::optional<MapOutcome>& outcome) {
  static const std::map<MapOutcome, std::string> kTexts = {{MapOutcome::kIrreparable, "not repaired"},
                                                           {MapOutcome::kNotDecided, "not decided"},
                                                           {MapOutcome::kRepaired, "repaired"},
                                                           {MapOutcome::kWrong, "wrong"}};
  return outcome ? kTexts.at(*outcome) : "not judged";
}

/// Returns the notes of a wafer that the file has not.
std::vector<std::string> own_notes(const MeasuredYield& result, const FittedMap& map) {
  const auto begin = map.notes.begin() + static_cast<std::ptrdiff_t>(std::min(result.notes.size(), map.notes.size()));
  return {begin, map.notes.end()};
}

Table<MeasuredCount> curve_columns() {
  const auto interval = [](const MeasuredCount& count) { return to_text(count.confidence); };
  return {{"name", &MeasuredCount::name, {.heading = "curve"}},
          {"wafers", &MeasuredCount::wafers},
          {"repaired", &MeasuredCount::repaired},
          {"not_decided", &MeasuredCount::not_decided, {.null_in_json = false, .text = false}},
          {"wrong", &MeasuredCount::wrong, {.null_in_json = false, .text = false}},
          {"share", &MeasuredCount::share, {.digits = kShareDigits}},
          {"ci_low",
           [](const MeasuredCount& count) { return count.confidence.low; },
           interval,
           {.heading = "95 % interval"}},
          {"ci_high", [](const MeasuredCount& count) { return count.confidence.high; }, {.text = false}},
          {"not_repaired", &MeasuredCount::not_repaired, {.text = false}}};
}

/// The columns of the wafers: in the text and in CSV those of their outcomes come besides.
Table<JudgedWafer> wafer_columns(const MeasuredYield& result) {
  const auto of = [](auto member) {
    return [member](const JudgedWafer& wafer) { return std::invoke(member, wafer.map); };
  };
  const auto outcomes = [](const JudgedWafer& wafer) {
    auto list = ordered_json::array();
    for (const auto& outcome : wafer.outcomes) list.push_back(text_of(outcome));
    return list;
  };
  const ColumnForm only_json = {.csv = false, .text = false};
  return {{"name", of(&FittedMap::wafer), {.heading = "wafer", .in_csv = "wafer"}},
          {"good", of(&FittedMap::good), only_json},
          {"bad", of(&FittedMap::bad)},
          {"missing", of(&FittedMap::missing), {.heading = "without a die"}},
          {"notes", [&result](const JudgedWafer& wafer) { return own_notes(result, wafer.map); }, only_json},
          {"outcomes", outcomes, only_json}};
}

/// A column of the text and of CSV.
Table<JudgedWafer>::Column outcomes_of(std::size_t curve, const std::string& name) {
  return {name, [curve](const JudgedWafer& wafer) { return text_of(wafer.outcomes[curve]); }, {.json = false}};
}

}  // namespace

MeasuredYield judge_measured(const YieldRequest& request, const MeasuredMaps& measured, unsigned threads,
                             const Progress& progress) {
  MeasuredYield result{measured.maps.file,
                       std::string(wafermap::kFormats[static_cast<std::size_t>(measured.maps.format)]),
                       measured.maps.notes,
                       fitted(request, measured),
                       {}};
  const std::vector<JudgeMaker> judges = judges_of(request);
  judge_all(result.wafers, judges, threads, progress);
  for (JudgedWafer& wafer : result.wafers) wafer.outcomes.resize(request.curves.size());
  for (std::size_t curve = 0; curve < request.curves.size(); ++curve) {
    result.counts.push_back(count_of(request, result.wafers, curve));
  }
  return result;
}

ordered_json to_json(const YieldRequest& request, const MeasuredYield& result) {
  const std::size_t pes = request.fabrics.front()->fabric().sites.size();
  ordered_json json = {{"network", request.design->network().name()},
                       {"pes", pes},
                       {"spares", pes - request.design->network().nodes()},
                       {"map", {{"file", result.file}, {"format", result.format}, {"notes", result.notes}}}};
  json["curves"] = curve_columns().json(result.counts);
  json["wafers"] = wafer_columns(result).json(result.wafers);
  return json;
}

std::string to_text(const YieldRequest& request, const MeasuredYield& result) {
  TextTable head;
  head.add({"network", name_with_legend(*request.design)});
  head.add({"map", result.file + ", " + result.format + ": " + counted(result.wafers.size(), "wafer") +
                       (result.notes.empty() ? "" : "; " + notes_text(result.notes))});
  std::set<std::string> notes;
  for (const JudgedWafer& wafer : result.wafers) {
    for (const std::string& note : own_notes(result, wafer.map)) {
      if (notes.insert(note).second) head.add({notes.size() == 1 ? "fitted" : "", note});
    }
  }
  if (request.options.verify) {
    const bool right =
        std::ranges::all_of(result.counts, [](const MeasuredCount& each) { return each.wrong.value_or(0) == 0; });
    head.add({"verified", right ? "yes: every repair was planned, set, extracted and compared" : "no"});
  }
  Table<JudgedWafer> wafers = wafer_columns(result);
  for (std::size_t i = 0; i < request.curves.size(); ++i) wafers.add(outcomes_of(i, request.curves[i].name));
  return head.text() + '\n' + curve_columns().text(result.counts).text() + '\n' + wafers.text(result.wafers).text();
}

std::string to_csv(const YieldRequest& request, const MeasuredYield& result) {
  std::string text = "curve,wafer,bad,missing,outcome\n";
  for (std::size_t i = 0; i < request.curves.size(); ++i) {
    Table<JudgedWafer> wafers = wafer_columns(result);
    wafers.add(outcomes_of(i, "outcome"));
    for (const JudgedWafer& wafer : result.wafers) {
      text += csv_cell(request.curves[i].name) + ',' + wafers.csv_line(wafer);
    }
  }
  return text;
}

}  // namespace kintsugi::yield
