#include "tb/tool/yield/measured.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>

#include "models/network/text.hpp"
#include "tb/tool/console/csv.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/console/text_table.hpp"

namespace kintsugi::yield {

namespace {

using nlohmann::ordered_json;

constexpr int kShareDigits = 4;

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

/// Judges wafers one by one, on several threads; each has judges of its own.
class Workers {
 public:
  Workers(std::vector<JudgedWafer>& wafers, const std::vector<JudgeMaker>& judges, const Progress& progress)
      : wafers_(wafers), judges_(judges), progress_(progress) {}

  void run(unsigned threads) {
    std::vector<std::jthread> others;
    const std::size_t most = std::min<std::size_t>(threads, wafers_.size());
    try {
      for (std::size_t i = 1; i < most; ++i) others.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
      // The system starts no more threads. Those that run judge all wafers.
    }
    work();
    others.clear();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void work() {
    try {
      std::vector<Judge> judges;
      for (const JudgeMaker& maker : judges_) judges.push_back(maker());
      for (std::size_t i = next_++; i < wafers_.size() && stop_requested() == 0; i = next_++) judge(wafers_[i], judges);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      next_ = wafers_.size();
    }
  }

  void judge(JudgedWafer& wafer, const std::vector<Judge>& judges) {
    for (const Judge& judge : judges) wafer.outcomes.emplace_back(judge(wafer.map.defects));
    const std::lock_guard lock(mutex_);
    ++done_;
    if (progress_) progress_(done_, wafers_.size());
  }

  std::vector<JudgedWafer>& wafers_;
  const std::vector<JudgeMaker>& judges_;
  const Progress& progress_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  std::size_t done_ = 0;
  std::exception_ptr failure_;
};

MeasuredCount count_of(const std::vector<JudgedWafer>& wafers, std::size_t curve) {
  MeasuredCount count;
  for (const JudgedWafer& wafer : wafers) {
    const std::optional<MapOutcome>& outcome = wafer.outcomes[curve];
    if (!outcome) continue;
    ++count.wafers;
    count.repaired += *outcome == MapOutcome::kRepaired || *outcome == MapOutcome::kWrong ? 1 : 0;
    count.wrong += *outcome == MapOutcome::kWrong ? 1 : 0;
    count.not_decided += *outcome == MapOutcome::kNotDecided ? 1 : 0;
  }
  if (count.wafers == 0) return count;
  count.share = static_cast<double>(count.repaired) / static_cast<double>(count.wafers);
  count.confidence = {wilson(count.repaired, count.wafers).low,
                      wilson(count.repaired + count.not_decided, count.wafers).high};
  return count;
}

std::string_view to_text(MapOutcome outcome) {
  switch (outcome) {
    case MapOutcome::kIrreparable:
      return "not repaired";
    case MapOutcome::kNotDecided:
      return "not decided";
    case MapOutcome::kRepaired:
      return "repaired";
    case MapOutcome::kWrong:
      return "wrong";
  }
  return "";
}

std::string text_of(const std::optional<MapOutcome>& outcome) {
  return outcome ? std::string(to_text(*outcome)) : "not judged";
}

/// Returns the wafers that the curve does not repair, by name.
std::vector<std::string> not_repaired(const MeasuredYield& result, std::size_t curve) {
  std::vector<std::string> names;
  for (const JudgedWafer& wafer : result.wafers) {
    if (wafer.outcomes[curve] && *wafer.outcomes[curve] != MapOutcome::kRepaired) names.push_back(wafer.map.wafer);
  }
  return names;
}

/// Returns the notes of a wafer that the file has not.
std::vector<std::string> own_notes(const MeasuredYield& result, const FittedMap& map) {
  const auto begin = map.notes.begin() + static_cast<std::ptrdiff_t>(std::min(result.notes.size(), map.notes.size()));
  return {begin, map.notes.end()};
}

std::string interval_text(const MeasuredCount& count) {
  return fixed(count.confidence.low, kShareDigits) + " to " + fixed(count.confidence.high, kShareDigits);
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
  Workers(result.wafers, judges, progress).run(threads);
  for (JudgedWafer& wafer : result.wafers) wafer.outcomes.resize(request.curves.size());
  for (std::size_t curve = 0; curve < request.curves.size(); ++curve) {
    result.counts.push_back(count_of(result.wafers, curve));
  }
  return result;
}

ordered_json to_json(const YieldRequest& request, const MeasuredYield& result) {
  ordered_json json;
  json["network"] = request.design->network().name();
  json["pes"] = request.fabrics.front()->fabric().sites.size();
  json["spares"] = request.fabrics.front()->fabric().sites.size() - request.design->network().nodes();
  json["map"] = {{"file", result.file}, {"format", result.format}, {"notes", result.notes}};
  json["curves"] = ordered_json::array();
  for (std::size_t i = 0; i < request.curves.size(); ++i) {
    const MeasuredCount& count = result.counts[i];
    ordered_json curve = {{"name", request.curves[i].name}, {"wafers", count.wafers}, {"repaired", count.repaired}};
    if (request.curves[i].is_limited()) curve["not_decided"] = count.not_decided;
    if (request.options.verify && !request.curves[i].bound) curve["wrong"] = count.wrong;
    curve["share"] = count.share;
    curve["ci_low"] = count.confidence.low;
    curve["ci_high"] = count.confidence.high;
    curve["not_repaired"] = not_repaired(result, i);
    json["curves"].push_back(std::move(curve));
  }
  json["wafers"] = ordered_json::array();
  for (const JudgedWafer& wafer : result.wafers) {
    ordered_json each = {{"name", wafer.map.wafer},
                         {"good", wafer.map.good},
                         {"bad", wafer.map.bad},
                         {"missing", wafer.map.missing},
                         {"notes", own_notes(result, wafer.map)},
                         {"outcomes", ordered_json::array()}};
    for (const auto& outcome : wafer.outcomes) each["outcomes"].push_back(text_of(outcome));
    json["wafers"].push_back(std::move(each));
  }
  return json;
}

std::string to_text(const YieldRequest& request, const MeasuredYield& result) {
  TextTable head, curves, wafers;
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
    const bool right = std::ranges::all_of(result.counts, [](const MeasuredCount& each) { return each.wrong == 0; });
    head.add({"verified", right ? "yes: every repair was planned, set, extracted and compared" : "no"});
  }
  curves.add({"curve", "wafers", "repaired", "share", "95 % interval"});
  std::vector<std::string> header = {"wafer", "bad", "without a die"};
  for (std::size_t i = 0; i < request.curves.size(); ++i) {
    const MeasuredCount& count = result.counts[i];
    curves.add({request.curves[i].name, std::to_string(count.wafers), std::to_string(count.repaired),
                fixed(count.share, kShareDigits), interval_text(count)});
    header.push_back(request.curves[i].name);
  }
  wafers.add(std::move(header));
  for (const JudgedWafer& wafer : result.wafers) {
    std::vector<std::string> row = {wafer.map.wafer, std::to_string(wafer.map.bad), std::to_string(wafer.map.missing)};
    for (const auto& outcome : wafer.outcomes) row.push_back(text_of(outcome));
    wafers.add(std::move(row));
  }
  return head.text() + '\n' + curves.text() + '\n' + wafers.text();
}

std::string to_csv(const YieldRequest& request, const MeasuredYield& result) {
  std::string text = "curve,wafer,bad,missing,outcome\n";
  for (std::size_t i = 0; i < request.curves.size(); ++i) {
    for (const JudgedWafer& wafer : result.wafers) {
      text += csv_cell(request.curves[i].name) + ',' + csv_cell(wafer.map.wafer) + ',' + std::to_string(wafer.map.bad) +
              ',' + std::to_string(wafer.map.missing) + ',' + text_of(wafer.outcomes[i]) + '\n';
    }
  }
  return text;
}

}  // namespace kintsugi::yield
