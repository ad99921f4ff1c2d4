#include "tb/tool/console/diagnostics.hpp"

#include <algorithm>
#include <tuple>

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

/// Returns what is kept of a message.
std::string kept(std::string message) {
  if (message.size() > kMostQuoted) message = with_short_quotes(message);
  return message.size() > kMostPrintable ? printable(message) : message;  // it quotes a text without end
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
  if (silent_.contains(where)) {
    ++left_out_;
  } else if (!full()) {
    list_.push_back({std::move(where), kept(std::move(message))});
  } else {
    ++unsaid_;
  }
}

template <class Matches>
void Diagnostics::leave_out_all(Matches matches) {
  left_out_ += std::erase_if(list_, matches);
}

void Diagnostics::add_in_place_of(std::set<Where> places, Where where, std::string message) {
  if (silent_.contains(where)) {  // the whole that it is a part of, or the same value, has such a mistake
    ++left_out_;
    return;
  }
  leave_out_all([&places](const Diagnostic& each) { return places.contains(each.where); });
  add(std::move(where), std::move(message));
  silent_.merge(places);
}

void Diagnostics::leave_out(const Where& where, const std::string& message) {
  leave_out_all(
      [&where, text = kept(message)](const Diagnostic& each) { return each.where == where && each.message == text; });
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
  const std::size_t more = list_.size() + unsaid_ - shown;
  if (more == 0) return ordered;
  const std::string source = ordered.empty() ? "" : ordered[std::min(shown, ordered.size() - 1)].where.source;
  ordered.resize(shown);
  ordered.push_back({{source, 0, 0}, (is_complete_ ? "and " : "and at least ") + counted(more, "more mistake")});
  return ordered;
}

void Diagnostics::raise() const {
  if (!empty()) throw InputError(sorted());
}

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : InputError(Shortened{}, shortened_all(std::move(diagnostics))) {}

InputError::InputError(Shortened, std::vector<Diagnostic> diagnostics)
    : std::runtime_error(join_lines(diagnostics)), diagnostics_(std::move(diagnostics)) {}

void refuse(const std::string& source, const std::string& why) {
  throw InputError({{{source, 0, 0}, why}});
}

std::span<const Diagnostic> InputError::diagnostics() const {
  return diagnostics_;
}

}  // namespace kintsugi
