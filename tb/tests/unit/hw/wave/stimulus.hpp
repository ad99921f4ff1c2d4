/// A module with one object of each kind that SystemC can trace, all changing by a fixed sequence of numbers.
///
/// A method, not a thread: the address sanitizer loses track of exceptions once a coroutine has run. A step lasts 1 ns;
/// every object changes in some steps and rests in others, the event is triggered in every fifth.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <systemc>

namespace kintsugi::test {

struct Stimulus : sc_core::sc_module {
  SC_HAS_PROCESS(Stimulus);
  explicit Stimulus(const sc_core::sc_module_name& name) : sc_module(name) { SC_METHOD(run); }

  /// Names every object in `file`, by its type.
  void trace_in(sc_core::sc_trace_file* file) const {
    using sc_core::sc_trace;
    sc_trace(file, signal_bool, "top.signals.bool");
    sc_trace(file, signal_int, "top.signals.int");
    sc_trace(file, signal_uint8, "top.signals.uint8");
    sc_trace(file, signal_lv, "top.signals.lv");
    sc_trace(file, a_bool, "top.plain.bool");
    sc_trace(file, a_char, "top.plain.char");
    sc_trace(file, a_uchar, "top.plain.uchar");
    sc_trace(file, a_short, "top.plain.short");
    sc_trace(file, a_ushort, "top.plain.ushort");
    sc_trace(file, an_int, "top.plain.int");
    sc_trace(file, a_uint, "top.plain.uint");
    sc_trace(file, a_uint, "top.plain.uint_9_bits", 9);
    sc_trace(file, an_int, "top.plain.int_20_bits", 20);
    sc_trace(file, a_long, "top.plain.long");
    sc_trace(file, a_ulong, "top.plain.ulong");
    sc_trace(file, an_int64, "top.plain.int64");
    sc_trace(file, a_uint64, "top.plain.uint64");
    sc_trace(file, a_float, "top.real.float");
    sc_trace(file, a_double, "top.real.double");
    sc_trace(file, a_logic, "top.types.logic");
    sc_trace(file, a_bit, "top.types.bit");
    sc_trace(file, small_int, "top.types.sc_int");
    sc_trace(file, small_uint, "top.types.sc_uint");
    sc_trace(file, big_int, "top.types.sc_bigint");
    sc_trace(file, big_uint, "top.types.sc_biguint");
    sc_trace(file, bits, "top.types.bv");
    sc_trace(file, logics, "top.types.lv");
    sc_trace(file, a_time, "top.types.time");
    sc_trace(file, an_event, "top.types.event");
  }

  sc_core::sc_signal<bool> signal_bool{"signal_bool"};
  sc_core::sc_signal<int> signal_int{"signal_int"};
  sc_core::sc_signal<sc_dt::sc_uint<8>> signal_uint8{"signal_uint8"};
  sc_core::sc_signal<sc_dt::sc_lv<5>> signal_lv{"signal_lv"};
  bool a_bool = false;
  char a_char = 0;
  unsigned char a_uchar = 0;
  short a_short = 0;
  unsigned short a_ushort = 0;
  int an_int = 0;
  unsigned int a_uint = 0;
  long a_long = 0;
  unsigned long a_ulong = 0;
  sc_dt::int64 an_int64 = 0;
  sc_dt::uint64 a_uint64 = 0;
  float a_float = 0;
  double a_double = 0;
  sc_dt::sc_logic a_logic;
  sc_dt::sc_bit a_bit;
  sc_dt::sc_int<13> small_int;
  sc_dt::sc_uint<64> small_uint;
  sc_dt::sc_bigint<70> big_int;
  sc_dt::sc_biguint<130> big_uint;
  sc_dt::sc_bv<90> bits;
  sc_dt::sc_lv<66> logics;
  sc_core::sc_time a_time;
  sc_core::sc_event an_event;
  std::uint64_t step = 0;

 private:
  std::uint64_t number() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return state_ >> 11;
  }

  void run() {
    step = static_cast<std::uint64_t>(sc_core::sc_time_stamp() / sc_core::sc_time(1, sc_core::SC_NS));
    if (number() % 3 != 0) change_signals();
    if (number() % 3 != 0) change_plain();
    if (number() % 3 != 0) change_types();
    if (step % 5 == 4) an_event.notify();
    next_trigger(1, sc_core::SC_NS);
  }

  void change_signals() {
    signal_bool = number() % 2 != 0;
    signal_int = static_cast<int>(number());
    signal_uint8 = number();
    signal_lv = sc_dt::sc_lv<5>(std::array{"01xz1", "xxxx0", "zzz10", "00000", "1xz00"}[number() % 5]);
  }

  void change_plain() {
    a_bool = number() % 2 != 0;
    a_char = static_cast<char>(number());
    a_uchar = static_cast<unsigned char>(number());
    a_short = static_cast<short>(number());
    a_ushort = static_cast<unsigned short>(number());
    an_int = static_cast<int>(number()) >> (number() % 20);
    a_uint = static_cast<unsigned>(number()) >> (number() % 30);
    a_long = -static_cast<long>(number());
    a_ulong = number();
    an_int64 = -static_cast<sc_dt::int64>(number());
    a_uint64 = number() << 8;
    a_float = static_cast<float>(number() % 1000) / 8;
    a_double = static_cast<double>(number() % 100000) / 64;
  }

  void change_types() {
    a_logic = sc_dt::sc_logic(static_cast<int>(number() % 4));
    a_bit = sc_dt::sc_bit(number() % 2 != 0);
    small_int = static_cast<sc_dt::int64>(number());
    small_uint = number();
    big_int = -sc_dt::sc_bigint<70>(number()) * 1000;
    big_uint = sc_dt::sc_biguint<130>(number()) << (number() % 80);
    bits = big_uint;
    logics = sc_dt::sc_lv<66>(number());
    logics[number() % 66] = sc_dt::SC_LOGIC_Z;
    logics[65] = sc_dt::sc_logic(static_cast<int>(number() % 4));
    a_time = sc_core::sc_time(static_cast<double>(number() % 1000), sc_core::SC_PS);
  }

  std::uint64_t state_ = 1;
};

}  // namespace kintsugi::test
