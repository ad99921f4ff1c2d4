#include "tb/tool/console/diagnostics.hpp"

#include <algorithm>
#include <tuple>

#include "models/network/text.hpp"
#include "tb/tool/console/printable.hpp"

namespace kintsugi {

namespace {

std::string join_lines(std::span<const Diagnostic> diagnostics) {
  std::string lines;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!lines.empty()) lines += '\n';
    lines += describe(diagnostic);
  }
  return lines;
}

std::vector<Diagnostic> shortened_all(std::vector<Diagnostic> diagnostics) {
  for (Diagnostic& each : diagnostics) each.message = with_short_quotes(each.message);
  return diagnostics;
}

}  // namespace

std::string describe(const Where& where) {
  const std::string source = printable(shortened(where.source, kMostSource));
  if (where.line == 0) return source;
  return source + ':' + std::to_string(where.line) + ':' + std::to_string(where.column);
}

std::string describe(const Diagnostic& diagnostic) {
  return describe(diagnostic.where) + ": " + printable(diagnostic.message);
}

void Diagnostics::add(Where where, std::string message) {
  if (!full()) {
    if (message.size() > kMostQuoted) message = with_short_quotes(message);
    if (message.size() > kMostPrintable) message = printable(message);  // it quotes a text without end
    list_.push_back({std::move(where), std::move(message)});
  } else {
    ++unsaid_;
  }
}

std::vector<Diagnostic> Diagnostics::sorted() const {
  std::vector<std::string> sources;
  for (const Diagnostic& diagnostic : list_) {
    if (std::ranges::find(sources, diagnostic.where.source) == sources.end()) {
      sources.push_back(diagnostic.where.source);
    }
  }
  auto key = [&](const Diagnostic& diagnostic) {
    const Where& where = diagnostic.where;
    return std::tuple(std::ranges::find(sources, where.source) - sources.begin(), where.line, where.column);
  };
  std::vector<Diagnostic> ordered = list_;
  std::ranges::stable_sort(ordered, {}, key);
  const std::size_t shown = std::min(ordered.size(), kMostShown);
  if (shown == size()) return ordered;
  const std::string source = ordered.empty() ? "" : ordered[std::min(shown, ordered.size() - 1)].where.source;
  ordered.resize(shown);
  ordered.push_back({{source, 0, 0}, "and " + counted(size() - shown, "more mistake")});
  return ordered;
}

void Diagnostics::raise() const {
  if (!empty()) throw InputError(sorted());
}

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : InputError(Shortened{}, shortened_all(std::move(diagnostics))) {}

InputError::InputError(Shortened, std::vector<Diagnostic> diagnostics)
    : std::runtime_error(join_lines(diagnostics)), diagnostics_(std::move(diagnostics)) {}

}  // namespace kintsugi
