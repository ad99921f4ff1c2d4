#include "tb/tool/diff/compare.hpp"

#include "models/network/text.hpp"
#include "tb/tool/console/json_optional.hpp"
#include "tb/tool/console/ordered_document.hpp"
#include "tb/tool/console/printable.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/diff/comparisons.hpp"
#include "tb/tool/diff/form.hpp"
#include "tb/tool/diff/rows.hpp"

namespace kintsugi::diff {

namespace {

Form common_form(const Request& request, OpenedFile& a, OpenedFile& b) {
  if (request.as) return *request.as;
  const Form form = a.form(), other = b.form();
  if (form == other) return form;
  refuse(b.name(), "this is " + describe(other) + ", and " + a.name() + " is " + describe(form) +
                       "; compare two files of one form, or say with --as what both are");
}

/// Refuses to draw what says nothing of a chip, or of a chip that is not known.
void require_chip(Form form, const Request& request) {
  const bool has_chip = form == Form::kStates || form == Form::kPlan || form == Form::kBitstream;
  if (!has_chip) {
    refuse("--svg", "it draws what lists of states, plans and bitstreams say of a chip, and each of these files is " +
                        describe(form) + "; leave it out, or say with --as what they are");
  }
  if (!request.fabric) refuse("--svg", "the chip that is drawn is that of a scenario; name it with --scenario");
}

/// Refuses options that would have no effect.
void check_options(Form form, const Request& request) {
  struct Option {
    const char* name;
    bool is_given;
    Form of = Form::kWaveform;
    const char* forms = "waveforms";
  };
  const WaveOptions& wave = request.wave;
  const std::vector<Option> options = {
      {"--prefix-a", !wave.a.prefix.empty()},
      {"--prefix-b", !wave.b.prefix.empty()},
      {"--period-a", wave.a.period.has_value()},
      {"--period-b", wave.b.period.has_value()},
      {"--start-a", wave.a.start.has_value()},
      {"--start-b", wave.b.start.has_value()},
      {"--from", wave.from != 0},
      {"--to", wave.to.has_value()},
      {"--all", wave.all},
      {"--match-texts", wave.match_texts},
      {"--tolerance", request.report.tolerance > 0, Form::kReport, "reports"},
      {"--ignore", request.report.ignored.size() > kIgnoredKeys.size(), Form::kReport, "reports"},
      {"--scenario", request.fabric && !request.of_chips, Form::kBitstream, "bitstreams"}};
  for (const auto& [name, is_given, of, forms] : options) {
    if (!is_given || form == of) continue;
    refuse(name, std::string("it has a meaning for ") + forms + " only, and each of these files is " + describe(form) +
                     "; leave it out");
  }
  if (request.of_chips) require_chip(form, request);
}

ComparedFiles compare_opened(Form form, const Request& request, OpenedFile& a, OpenedFile& b) {
  if (form == Form::kWaveform) {
    VcdReader wave_a(a.parts(), a.begun(), a.name()), wave_b(b.parts(), b.begun(), b.name());
    return {form, compare_waveforms(wave_a, wave_b, request.wave, request.most_listed)};
  }
  if (form == Form::kPackets) {
    const packets::Log log_a = read_packet_log(a), log_b = read_packet_log(b);
    return {form, compare_packets(log_a, log_b, request.most_listed)};
  }
  Source text_a = a.text(), text_b = b.text();
  const std::size_t most = request.most_listed;
  Diagnostics errors;
  Comparison comparison;
  if (form == Form::kReport) comparison = compare_reports(text_a, text_b, request.report, most, errors);
  if (form == Form::kStates) comparison = compare_states(text_a, text_b, most, errors);
  if (form == Form::kPlan) comparison = compare_plans(text_a, text_b, most, errors);
  if (form == Form::kBitstream) {
    const Fabric* fabric = request.fabric ? &request.fabric() : nullptr;
    comparison = compare_bitstreams(text_a, text_b, fabric, most, errors);
  }
  errors.raise();
  ComparedFiles compared{form, std::move(comparison)};
  if (request.of_chips) compared.texts = {std::move(text_a), std::move(text_b)};
  return compared;
}

}  // namespace

ComparedFiles compare_files(const Request& request) {
  if (request.a == "-" && request.b == "-") {
    refuse("-", "only one of the two files can be standard input; name the other");
  }
  OpenedFile a(request.a), b(request.b);
  const Form form = common_form(request, a, b);
  check_options(form, request);
  return compare_opened(form, request, a, b);
}

namespace {

using nlohmann::ordered_json;

constexpr std::size_t kLongestValue = 60;  // bytes in the text

/// A text in quotes where the type of the value matters.
std::string value_text(const ordered_json& value, bool in_quotes) {
  if (value.is_null()) return "-";
  return shortened(value.is_string() && !in_quotes ? value.get<std::string>() : to_line(value), kLongestValue);
}

bool is_typed(const Difference& difference) {
  return difference.kind == "type";
}

std::string list_text(const Comparison& comparison, std::size_t most) {
  if (most == 0 || comparison.list.empty()) return "";
  TextTable table;
  std::vector<std::string> header = {"kind", "name", "a", "b"};
  if (!comparison.unit.empty()) header.insert(header.begin(), comparison.unit);
  table.add(header);
  for (const Difference& each : comparison.list) {
    std::vector<std::string> row = {each.kind, shortened(each.name, kLongestValue * 2),
                                    value_text(each.values.a, is_typed(each)),
                                    value_text(each.values.b, is_typed(each))};
    if (!comparison.unit.empty()) row.insert(row.begin(), each.position ? std::to_string(*each.position) : "-");
    table.add(row);
  }
  std::string text = '\n' + table.text();
  const std::uint64_t left = comparison.differences - comparison.list.size();
  if (left > 0) text += "and " + counted(left, "more difference") + "; --list N lists more\n";
  return text;
}

}  // namespace

ordered_json to_json(const Difference& difference, const std::string& unit) {
  ordered_json json = {{"kind", difference.kind}, {"name", difference.name}};
  if (!unit.empty()) json[unit] = difference.position;
  json["a"] = difference.values.a;
  json["b"] = difference.values.b;
  return json;
}

std::string text_of(const Difference& first, const std::string& unit, const std::string& a, const std::string& b) {
  std::string text;
  if (first.position && !unit.empty()) text += unit + ' ' + std::to_string(*first.position) + ", ";
  text += shortened(first.name, kLongestValue * 4) + ", " + first.kind + ": ";
  return text + value_text(first.values.a, is_typed(first)) + " in " + a + ", " +
         value_text(first.values.b, is_typed(first)) + " in " + b;
}

std::string kinds_text(const KindCounts& kinds) {
  return with_commas(kinds, [](const auto& each) { return each.first + ' ' + std::to_string(each.second); });
}

ordered_json kinds_json(const KindCounts& kinds) {
  ordered_json json = ordered_json::object();
  for (const auto& [kind, number] : kinds) json[kind] = number;
  return json;
}

ordered_json to_json(const Request& request, const ComparedFiles& compared) {
  const Comparison& comparison = compared.comparison;
  ordered_json json = {{"a", request.a},
                       {"b", request.b},
                       {"form", form_name(compared.form)},
                       {"compared", comparison.compared},
                       {"equal", comparison.equal()},
                       {"first", nullptr},
                       {"differences", comparison.differences},
                       {"by_kind", kinds_json(comparison.by_kind)},
                       {"list", ordered_json::array()},
                       {"notes", comparison.notes}};
  for (const Difference& each : comparison.list) {
    if (json["first"].is_null()) json["first"] = to_json(each, comparison.unit);
    if (json["list"].size() < request.most_listed) json["list"].push_back(to_json(each, comparison.unit));
  }
  return json;
}

std::string to_text(const Request& request, const ComparedFiles& compared) {
  const Comparison& comparison = compared.comparison;
  TextTable table;
  table.add({"a", request.a});
  table.add({"b", request.b});
  table.add({"form", describe(compared.form)});
  table.add({"compared", comparison.compared});
  for (const std::string& note : comparison.notes) table.add({"note", note});
  table.add({"equal", yes_no(comparison.equal())});
  if (!comparison.equal()) {
    table.add({"first", text_of(comparison.list.front(), comparison.unit, "a", "b")});
    table.add({"differences", std::to_string(comparison.differences) + ": " + kinds_text(comparison.by_kind)});
  }
  return table.text() + list_text(comparison, request.most_listed);
}

}  // namespace kintsugi::diff
