#include "tb/tool/diff/compare.hpp"

#include "tb/tool/diff/bitstreams.hpp"
#include "tb/tool/diff/opened_file.hpp"
#include "tb/tool/diff/packet_logs.hpp"
#include "tb/tool/diff/rows.hpp"

namespace kintsugi::diff {

namespace {

Form common_form(const Request& request, OpenedFile& a, OpenedFile& b) {
  if (request.as) return *request.as;
  const Form form = a.form(), other = b.form();
  if (form == other) return form;
  throw InputError({{{b.name(), 0, 0},
                     "this is " + describe(other) + ", and " + a.name() + " is " + describe(form) +
                         "; compare two files of one form, or say with --as what both are"}});
}

void require_form(Form form, Form wanted, const char* option, const char* what, bool given) {
  if (!given || form == wanted) return;
  throw InputError({{{option, 0, 0},
                     std::string("it has a meaning for ") + what + " only, and each of these files is " +
                         describe(form) + "; leave it out"}});
}

/// Refuses to draw what says nothing of a chip, or of a chip that is not known.
void require_chip(Form form, const Request& request) {
  const bool has_chip = form == Form::kStates || form == Form::kPlan || form == Form::kBitstream;
  if (!has_chip) {
    throw InputError(
        {{{"--svg", 0, 0},
          "it draws what lists of states, plans and bitstreams say of a chip, and each of these files is " +
              describe(form) + "; leave it out, or say with --as what they are"}});
  }
  if (request.fabric) return;
  throw InputError({{{"--svg", 0, 0}, "the chip that is drawn is that of a scenario; name it with --scenario"}});
}

/// Refuses options that would have no effect.
void check_options(Form form, const Request& request) {
  const WaveOptions& wave = request.wave;
  const std::pair<const char*, bool> of_waveforms[] = {{"--prefix-a", !wave.a.prefix.empty()},
                                                       {"--prefix-b", !wave.b.prefix.empty()},
                                                       {"--period-a", wave.a.period.has_value()},
                                                       {"--period-b", wave.b.period.has_value()},
                                                       {"--start-a", wave.a.start.has_value()},
                                                       {"--start-b", wave.b.start.has_value()},
                                                       {"--from", wave.from != 0},
                                                       {"--to", wave.to.has_value()},
                                                       {"--all", wave.all},
                                                       {"--match-texts", wave.match_texts}};
  for (const auto& [option, given] : of_waveforms) require_form(form, Form::kWaveform, option, "waveforms", given);
  require_form(form, Form::kReport, "--tolerance", "reports", request.report.tolerance > 0);
  require_form(form, Form::kReport, "--ignore", "reports", request.report.ignored.size() > kIgnoredKeys.size());
  if (request.of_chips) return require_chip(form, request);
  require_form(form, Form::kBitstream, "--scenario", "bitstreams", static_cast<bool>(request.fabric));
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
    throw InputError({{{"-", 0, 0}, "only one of the two files can be standard input; name the other"}});
  }
  OpenedFile a(request.a), b(request.b);
  const Form form = common_form(request, a, b);
  check_options(form, request);
  return compare_opened(form, request, a, b);
}

}  // namespace kintsugi::diff
