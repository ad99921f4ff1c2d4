// The dump: declarations, the window, and the changes of every step. The sc_trace interface is in vcd_trace.cpp.
#include "hw/wave/vcd_writer.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "hw/wave/vcd_format.hpp"

namespace kintsugi::wave {

namespace {

constexpr std::size_t kNumberChars = 32;  ///< enough for a shortest double and for 20 digits

bool fits(std::uint64_t value, unsigned width) {
  return width >= 64 || value >> width == 0;
}

std::array<char, 8> packed(const std::string& code) {
  std::array<char, 8> text{};
  code.copy(text.data(), text.size() - 1);
  text.back() = static_cast<char>(code.size());
  return text;
}

std::string_view text_of(const std::array<char, 8>& code) {
  return {code.data(), static_cast<std::size_t>(code.back())};
}

/// Copies all eight: one store, where a copy of the exact length would be a call.
char* put(char* out, const std::array<char, 8>& code) {
  std::memcpy(out, code.data(), code.size());
  return out + code.back();
}

template <class Raw>
std::uint64_t load(const void* memory) {
  Raw raw;
  std::memcpy(&raw, memory, sizeof raw);
  return raw;
}

char* put(char* out, std::string_view text) {
  return out + text.copy(out, text.size());
}

const char* type_of(SignalKind kind) {
  switch (kind) {
    case SignalKind::kNames:
    case SignalKind::kText:
      return "string";
    case SignalKind::kReal:
      return "real";
    case SignalKind::kEvent:
      return "event";
    case SignalKind::kTime:
      return "time";
    case SignalKind::kBits:
    case SignalKind::kLogic:
      break;
  }
  return "wire";
}

std::string range_of(unsigned width, SignalKind kind) {
  const bool vector = width > 1 && kind != SignalKind::kReal;
  return vector ? " [" + std::to_string(width - 1) + ":0]" : "";
}

}  // namespace

VcdWriter::VcdWriter(VcdOptions options) : options_(std::move(options)), file_(options_.path, options_.named) {
  check_window();
  steps_.emplace(*this, [this] { cycle(false); });
}

VcdWriter::~VcdWriter() = default;

void VcdWriter::check_window() const {
  timescale_text(options_.timescale);
  if (options_.to < options_.from && options_.from != sc_core::sc_max_time()) {
    throw std::invalid_argument("the waveform window ends before it begins: from " + options_.from.to_string() +
                                " to " + options_.to.to_string());
  }
}

// Declaring signals.

unsigned VcdWriter::checked_width(const std::string& name, int width) {
  if (width >= 1 && width <= 64) return static_cast<unsigned>(width);
  throw std::invalid_argument("signal '" + name + "' cannot be traced: a width of " + std::to_string(width) +
                              " is not in 1 to 64");
}

SignalId VcdWriter::add(const std::string& name, unsigned width, Reader value) {
  return sample(declare(name, checked_width(name, static_cast<int>(width)), SignalKind::kBits), value);
}

SignalId VcdWriter::add_name(const std::string& name, Reader state, NameTable names) {
  return sample(declare(name, 1, SignalKind::kNames, escaped_table(name, std::move(names))), state);
}

SignalId VcdWriter::add_text(const std::string& name, Reader value, TextOf text) {
  const SignalId signal = declare(name, 1, SignalKind::kText, static_cast<std::uint32_t>(text_of_.size()));
  text_of_.push_back(text);
  forms_[signal.value].value = value;
  return sample(signal, value);
}

SignalId VcdWriter::declare(const std::string& name, unsigned width, SignalKind kind, std::uint32_t names) {
  if (phase_ != Phase::kBefore || closed_) {
    throw std::logic_error("signal '" + name + "' cannot be traced: the waveform window is open already");
  }
  const auto id = static_cast<std::uint32_t>(forms_.size());
  scopes_.add(name, id);
  forms_.push_back({packed(short_name(id)), width, kind, names, {}, 0});
  infos_.push_back({name, width, kind});
  return {id};
}

SignalId VcdWriter::sample(SignalId signal, Reader value) {
  const auto same = [&](const SampleGroup& group) { return group.reader.read == value.read; };
  auto group = std::ranges::find_if(groups_, same);
  if (group == groups_.end()) group = groups_.insert(group, {value, {}});
  group->samples.push_back({value.object, value.argument, 0, signal});
  return signal;
}

SignalId VcdWriter::watch(SignalId signal, Reader value, std::size_t bytes) {
  forms_[signal.value].value = value;
  watched_[static_cast<std::size_t>(std::countr_zero(bytes))].push_back({value.object, 0, signal});
  return signal;
}

SignalId VcdWriter::sample_text(SignalId signal, const void* object, void (*print)(const void*, std::string&)) {
  texts_.push_back({print, object, {}, signal});
  return signal;
}

std::uint32_t VcdWriter::escaped_table(const std::string& name, NameTable names) {
  if (!names || names->empty() || std::ranges::any_of(*names, &std::string::empty)) {
    throw std::invalid_argument("signal '" + name + "' cannot be traced: its table of names has none or an empty one");
  }
  const auto [entry, is_new] = table_of_.emplace(names, static_cast<std::uint32_t>(tables_.size()));
  if (is_new) std::ranges::transform(*names, std::back_inserter(tables_.emplace_back()), escape_name);
  return entry->second;
}

// The window.

void VcdWriter::open_at(const sc_core::sc_time& from) {
  if (phase_ != Phase::kBefore) throw std::logic_error("the waveform window is open already");
  options_.from = from;
}

void VcdWriter::close_after(const sc_core::sc_time& to) {
  if (phase_ == Phase::kAfter || to < sc_core::sc_time_stamp()) {
    throw std::logic_error("the waveform window cannot end in the past");
  }
  options_.to = to;
}

void VcdWriter::cycle(bool delta_cycle) {
  if (delta_cycle || closed_ || phase_ == Phase::kAfter) return;
  const auto& now = sc_core::sc_time_stamp();
  if (now < options_.from) return;
  if (now > options_.to) return close_window(tick(options_.to) + 1);
  now_ = tick(now);
  if (phase_ == Phase::kBefore) {
    open_window();
  } else {
    write_changes();
  }
}

void VcdWriter::open_window() {
  write_header();
  phase_ = Phase::kInside;
  stamped_ = now_;
  file_.append("#" + std::to_string(stamped_) + "\n$dumpvars\n");
  dump_all();
  file_.append("$end\n");
}

void VcdWriter::close_window(std::uint64_t end) {
  if (phase_ == Phase::kBefore) write_header();
  if (phase_ == Phase::kInside) stamp(end);
  phase_ = Phase::kAfter;
}

void VcdWriter::close() {
  if (closed_) return;
  const sc_core::sc_time& now = sc_core::sc_time_stamp();
  close_window(now > options_.to ? tick(options_.to) + 1 : std::max(tick(now), now_ + 1));
  closed_ = true;
  file_.commit();
}

void VcdWriter::write_header() {
  if (!options_.heading.empty()) file_.append("$version " + options_.heading + " $end\n");
  file_.append("$timescale " + timescale_text(options_.timescale) + " $end\n");
  scopes_.visit({[&](const std::string& scope) { file_.append("$scope module " + scope + " $end\n"); },
                 [&] { file_.append("$upscope $end\n"); },
                 [&](const std::string& name, std::uint32_t signal) {
                   const Form& form = forms_[signal];
                   file_.append(std::string("$var ") + type_of(form.kind) + " " + std::to_string(form.width) + " " +
                                std::string(text_of(form.code)) + " " + name + range_of(form.width, form.kind) +
                                " $end\n");
                 }});
  file_.append("$enddefinitions $end\n");
  file_.append(std::exchange(comments_, {}));
}

// One step.

void VcdWriter::dump_all() {
  for (auto& group : groups_) {
    for (auto& sample : group.samples) {
      sample.last = group.reader.read(sample.object, sample.argument);
      write_value(forms_[sample.signal.value], sample.last);
    }
  }
  dump_all_of<std::uint8_t>(watched_[0]);
  dump_all_of<std::uint16_t>(watched_[1]);
  dump_all_of<std::uint32_t>(watched_[2]);
  dump_all_of<std::uint64_t>(watched_[3]);
  for (auto& signal : texts_) {
    signal.print(signal.object, signal.last);
    write_text(forms_[signal.signal.value], signal.last);
  }
}

void VcdWriter::write_changes() {
  for (auto& group : groups_) write_changes_of(group);
  write_changes_of<std::uint8_t>(watched_[0]);
  write_changes_of<std::uint16_t>(watched_[1]);
  write_changes_of<std::uint32_t>(watched_[2]);
  write_changes_of<std::uint64_t>(watched_[3]);
  for (auto& signal : texts_) {
    signal.print(signal.object, scratch_);
    if (scratch_ == signal.last) continue;
    stamp(now_);
    signal.last = scratch_;
    write_text(forms_[signal.signal.value], scratch_);
  }
}

template <class Raw>
void VcdWriter::dump_all_of(std::vector<Watched>& watched) {
  for (auto& signal : watched) {
    signal.last = load<Raw>(signal.memory);
    Form& form = forms_[signal.signal.value];
    form.last = form.value();
    if (form.kind != SignalKind::kEvent) write_value(form, form.last);
  }
}

void VcdWriter::write_changes_of(SampleGroup& group) {
  const auto read = group.reader.read;
  const auto scan = group.reader.scan;
  Sample* const end = group.samples.data() + group.samples.size();
  for (Sample* sample = group.samples.data(); sample != end; ++sample) {
    if (scan != nullptr) sample += scan(sample, end) - sample;
    if (sample == end) return;
    const auto value = read(sample->object, sample->argument);
    if (value == sample->last) continue;
    change(forms_[sample->signal.value], std::exchange(sample->last, value), value);
  }
}

template <class Raw>
void VcdWriter::write_changes_of(std::vector<Watched>& watched) {
  for (auto& signal : watched) {
    const auto raw = load<Raw>(signal.memory);
    if (raw == signal.last) [[likely]]
      continue;
    signal.last = raw;
    Form& form = forms_[signal.signal.value];
    const auto value = form.value();
    change(form, std::exchange(form.last, value), value);
  }
}

void VcdWriter::change(const Form& form, std::uint64_t before, std::uint64_t now) {
  const bool still_x = form.kind == SignalKind::kBits && !fits(before, form.width) && !fits(now, form.width);
  if (before == now || still_x) return;
  stamp(now_);
  write_value(form, now);
}

void VcdWriter::stamp(std::uint64_t time) {
  if (time == stamped_) return;
  stamped_ = time;
  char* const out = file_.reserve(kNumberChars);
  *out = '#';
  char* const end = std::to_chars(out + 1, out + kNumberChars, time).ptr;
  *end = '\n';
  file_.advance(end + 1);
}

void VcdWriter::write_value(const Form& form, std::uint64_t value) {
  if (form.kind == SignalKind::kNames) return write_name(form, value);
  if (form.kind == SignalKind::kText) return write_words(form, value);
  char* const begin = file_.reserve(kNumberChars + 64 + form.code.size());
  char* out = begin;
  if (form.kind == SignalKind::kEvent) {
    *out++ = '1';
  } else if (form.kind == SignalKind::kLogic) {
    *out++ = "01zx"[value & 3];
  } else if (form.kind == SignalKind::kReal) {
    *out++ = 'r';
    out = std::to_chars(out, out + kNumberChars, std::bit_cast<double>(value)).ptr;
    *out++ = ' ';
  } else if (form.width == 1) {
    *out++ = value > 1 ? 'x' : static_cast<char>('0' + value);
  } else {
    *out++ = 'b';
    out = fits(value, form.width) ? put_bits(out, value) : put(out, "x");
    *out++ = ' ';
  }
  out = put(out, form.code);
  *out++ = '\n';
  file_.advance(out);
}

void VcdWriter::write_name(const Form& form, std::uint64_t state) {
  const auto& names = tables_[form.names];
  file_.append("s");
  file_.append(state < names.size() ? names[state] : "<" + std::to_string(state) + ">");
  file_.append(" ");
  file_.append(text_of(form.code));
  file_.append("\n");
}

void VcdWriter::write_words(const Form& form, std::uint64_t value) {
  file_.append("s");
  file_.append(value == kUnknown ? "-" : escape_name(text_of_[form.names](form.value.object, form.value.argument)));
  file_.append(" ");
  file_.append(text_of(form.code));
  file_.append("\n");
}

void VcdWriter::write_text(const Form& form, std::string_view bits) {
  file_.append(form.width == 1 ? "" : "b");
  file_.append(trim_bits(bits));
  file_.append(form.width == 1 ? "" : " ");
  file_.append(text_of(form.code));
  file_.append("\n");
}

}  // namespace kintsugi::wave
