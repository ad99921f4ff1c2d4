// The sc_trace interface: each SystemC type is reduced to a Reader, or to a printer where 64 two-valued bits do not
// hold it.
#include <bit>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "hw/wave/vcd_writer.hpp"

namespace kintsugi::wave {

namespace {

constexpr std::uint64_t low_bits(std::uint64_t width) {
  return width >= 64 ? ~0ULL : (1ULL << width) - 1;
}

/// Returns two's complement in `width` bits, or 64 ones, which fit no smaller width, when the value does not fit.
std::uint64_t narrow(std::int64_t value, std::uint64_t width) {
  if (width >= 64) return static_cast<std::uint64_t>(value);
  const std::int64_t limit = std::int64_t{1} << (width - 1);
  return value < -limit || value >= limit ? ~0ULL : static_cast<std::uint64_t>(value) & low_bits(width);
}

template <class T>
std::uint64_t read_integer(const void* object, std::uint64_t width) {
  const T value = *static_cast<const T*>(object);
  if constexpr (std::is_signed_v<T>) {
    return narrow(value, width);
  } else {
    return value;
  }
}

template <class T>
void print_big(const void* object, std::string& bits) {
  const auto& value = *static_cast<const T*>(object);
  bits.clear();
  for (int bit = value.length() - 1; bit >= 0; --bit) bits += value.test(bit) ? '1' : '0';
}

template <class T>
void print_vector(const void* object, std::string& bits) {
  const auto& value = *static_cast<const T*>(object);
  bits.clear();
  for (int bit = value.length() - 1; bit >= 0; --bit) bits += "01zx"[value.get_bit(bit)];
}

[[noreturn]] void refuse_fixed_point(const std::string& name) {
  throw std::invalid_argument("signal '" + name +
                              "' cannot be traced: fixed-point types are not supported; trace its to_double() as a "
                              "double, or its raw bits");
}

}  // namespace

template <class T>
void VcdWriter::trace_integer(const T& object, const std::string& name, int width) {
  const Reader value{read_integer<T>, &object, checked_width(name, width)};
  watch(declare(name, static_cast<unsigned>(width), SignalKind::kBits), value, sizeof object);
}

void VcdWriter::trace(const unsigned char& object, const std::string& name, int width) {
  trace_integer(object, name, width);
}
void VcdWriter::trace(const unsigned short& object, const std::string& name, int width) {
  trace_integer(object, name, width);
}
void VcdWriter::trace(const unsigned int& object, const std::string& name, int width) {
  trace_integer(object, name, width);
}
void VcdWriter::trace(const unsigned long& object, const std::string& name, int width) {
  trace_integer(object, name, width);
}
void VcdWriter::trace(const char& object, const std::string& name, int width) {
  trace_integer(object, name, width);
}
void VcdWriter::trace(const short& object, const std::string& name, int width) {
  trace_integer(object, name, width);
}
void VcdWriter::trace(const int& object, const std::string& name, int width) {
  trace_integer(object, name, width);
}
void VcdWriter::trace(const long& object, const std::string& name, int width) {
  trace_integer(object, name, width);
}
void VcdWriter::trace(const sc_dt::int64& object, const std::string& name, int width) {
  trace_integer(object, name, width);
}
void VcdWriter::trace(const sc_dt::uint64& object, const std::string& name, int width) {
  trace_integer(object, name, width);
}

void VcdWriter::trace(const bool& object, const std::string& name) {
  watch(declare(name, 1, SignalKind::kBits), reader<[](const bool& value, std::uint64_t) { return value; }>(object),
        sizeof object);
}

void VcdWriter::trace(const sc_dt::sc_bit& object, const std::string& name) {
  add(name, 1, reader<[](const sc_dt::sc_bit& value, std::uint64_t) { return value.to_bool(); }>(object));
}

void VcdWriter::trace(const sc_dt::sc_logic& object, const std::string& name) {
  sample(declare(name, 1, SignalKind::kLogic),
         reader<[](const sc_dt::sc_logic& value, std::uint64_t) { return value.value(); }>(object));
}

void VcdWriter::trace(const float& object, const std::string& name) {
  watch(declare(name, 64, SignalKind::kReal), reader<[](const float& value, std::uint64_t) {
          return std::bit_cast<std::uint64_t>(static_cast<double>(value));
        }>(object),
        sizeof object);
}

void VcdWriter::trace(const double& object, const std::string& name) {
  watch(declare(name, 64, SignalKind::kReal),
        reader<[](const double& value, std::uint64_t) { return std::bit_cast<std::uint64_t>(value); }>(object),
        sizeof object);
}

void VcdWriter::trace(const sc_core::sc_event& object, const std::string& name) {
  // The kernel counts its cycles in the stamp, so every trigger is a change.
  const auto& trigger_stamp = event_trigger_stamp(object);
  watch(declare(name, 1, SignalKind::kEvent),
        reader<[](const sc_dt::uint64& stamp, std::uint64_t) { return stamp; }>(trigger_stamp), sizeof trigger_stamp);
}

void VcdWriter::trace(const sc_core::sc_time& object, const std::string& name) {
  sample(declare(name, 64, SignalKind::kTime),
         reader<[](const sc_core::sc_time& value, std::uint64_t) { return value.value(); }>(object));
}

void VcdWriter::trace(const sc_dt::sc_int_base& object, const std::string& name) {
  const auto width = static_cast<unsigned>(object.length());
  add(name, width, reader<[](const sc_dt::sc_int_base& value, std::uint64_t bits) {
        return static_cast<std::uint64_t>(value.value()) & low_bits(bits);
      }>(object, width));
}

void VcdWriter::trace(const sc_dt::sc_uint_base& object, const std::string& name) {
  const auto width = static_cast<unsigned>(object.length());
  add(name, width, reader<[](const sc_dt::sc_uint_base& value, std::uint64_t) { return value.value(); }>(object));
}

void VcdWriter::trace(const sc_dt::sc_signed& object, const std::string& name) {
  sample_text(declare(name, static_cast<unsigned>(object.length()), SignalKind::kBits), &object,
              print_big<sc_dt::sc_signed>);
}

void VcdWriter::trace(const sc_dt::sc_unsigned& object, const std::string& name) {
  sample_text(declare(name, static_cast<unsigned>(object.length()), SignalKind::kBits), &object,
              print_big<sc_dt::sc_unsigned>);
}

void VcdWriter::trace(const sc_dt::sc_bv_base& object, const std::string& name) {
  sample_text(declare(name, static_cast<unsigned>(object.length()), SignalKind::kBits), &object,
              print_vector<sc_dt::sc_bv_base>);
}

void VcdWriter::trace(const sc_dt::sc_lv_base& object, const std::string& name) {
  sample_text(declare(name, static_cast<unsigned>(object.length()), SignalKind::kBits), &object,
              print_vector<sc_dt::sc_lv_base>);
}

void VcdWriter::trace(const sc_dt::sc_fxval&, const std::string& name) {
  refuse_fixed_point(name);
}
void VcdWriter::trace(const sc_dt::sc_fxval_fast&, const std::string& name) {
  refuse_fixed_point(name);
}
void VcdWriter::trace(const sc_dt::sc_fxnum&, const std::string& name) {
  refuse_fixed_point(name);
}
void VcdWriter::trace(const sc_dt::sc_fxnum_fast&, const std::string& name) {
  refuse_fixed_point(name);
}

void VcdWriter::trace(const unsigned int& object, const std::string& name, const char** literals) {
  auto names = std::make_shared<std::vector<std::string>>();
  for (; *literals != nullptr; ++literals) names->emplace_back(*literals);
  watch(declare(name, 1, SignalKind::kNames, escaped_table(name, std::move(names))),
        {read_integer<unsigned int>, &object, 32}, sizeof object);
}

void VcdWriter::write_comment(const std::string& comment) {
  if (comment.find("$end") != comment.npos) {
    throw std::invalid_argument("a waveform comment must not contain $end, which would close it");
  }
  const auto text = "$comment " + comment + " $end\n";
  if (phase_ == Phase::kBefore) comments_ += text;
  if (phase_ == Phase::kInside) file_.append(text);
}

void VcdWriter::delta_cycles(bool on) {
  if (on) throw std::invalid_argument("delta cycles cannot be traced: waveforms show the end of each time step");
}

void VcdWriter::set_time_unit(double value, sc_core::sc_time_unit unit) {
  if (phase_ != Phase::kBefore)
    throw std::logic_error("the timescale cannot change: the waveform window is open already");
  const sc_core::sc_time wanted(value, unit);
  const auto previous = std::exchange(options_.timescale, wanted);
  try {
    check_window();
  } catch (...) {
    options_.timescale = previous;
    throw;
  }
}

}  // namespace kintsugi::wave
