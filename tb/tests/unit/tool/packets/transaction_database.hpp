/// A reader of the text database of transactions of the SystemC Verification library, for tests: it shares no code with
/// the writer, and takes no more than what recorders write and viewers read.
///
/// Throws std::runtime_error, with the line, for: a file that begins with another word than scv_tr_stream; a line that
/// is none of the form; a number that is there twice, is not declared, or does not ascend; as many values as a
/// generator has attributes, in the place of each; a value that its type does not have; an end before its begin or
/// without one; a time that goes back; a relation of a transaction that has not begun; a transaction that does not end
#pragma once

#include <cstdint>
#include <map>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace kintsugi::test {

struct RecordedTransaction {
  std::uint64_t generator = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool has_ended = false;
  std::map<std::string, std::string> attributes;  ///< texts without their quotes
};

struct TransactionDatabase {
  struct Stream {
    std::string name, kind;
  };
  struct Generator {
    std::string name;
    std::uint64_t stream = 0;
    std::vector<std::pair<std::string, std::string>> begins, ends;  ///< name and type of the attributes
  };
  std::map<std::uint64_t, Stream> streams;
  std::map<std::uint64_t, Generator> generators;
  std::map<std::uint64_t, RecordedTransaction> transactions;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> parts;  ///< by relation "part_of"

  const std::string& stream_of(const RecordedTransaction& each) const {
    return streams.at(generators.at(each.generator).stream).name;
  }
  const std::string& generator_of(const RecordedTransaction& each) const { return generators.at(each.generator).name; }
};

class TransactionReader {
 public:
  explicit TransactionReader(const std::string& text) : in_(text) {
    if (!text.starts_with("scv_tr_stream")) fail("the first word is not scv_tr_stream");
    if (text.back() != '\n') fail("the last line has no end");
  }

  TransactionDatabase read() {
    next();
    while (!at_end_) take();
    for (const auto& [number, transaction] : database_.transactions) {
      if (!transaction.has_ended) fail("transaction " + std::to_string(number) + " does not end");
    }
    return std::move(database_);
  }

 private:
  void next() {
    at_end_ = !std::getline(in_, line_);
    ++count_;
  }
  [[noreturn]] void fail(const std::string& why) const {
    throw std::runtime_error("line " + std::to_string(count_) + ": " + why + ": " + line_);
  }
  bool is(const char* form) {
    const auto [known, is_new] = forms_.try_emplace(form);
    if (is_new) known->second = std::regex(form);  // which takes longer than most matches
    return std::regex_match(line_, found_, known->second);
  }
  std::uint64_t number(std::size_t group) const { return std::stoull(found_[group]); }
  template <class Map>
  void declare(Map& map, std::uint64_t id, typename Map::mapped_type what) {
    if (!map.emplace(id, std::move(what)).second) fail("the number is there twice");
  }
  template <class Map>
  typename Map::mapped_type& known(Map& map, std::uint64_t id) const {
    const auto found = map.find(id);
    if (found == map.end()) fail("no such number");
    return found->second;
  }

  void take() {
    if (is(R"re(scv_tr_stream \(ID (\d+), name "([^"]+)", kind "([^"]+)"\))re")) {
      declare(database_.streams, number(1), {found_[2], found_[3]});
      next();
    } else if (is(R"re(scv_tr_generator \(ID (\d+), name "([^"]+)", scv_tr_stream (\d+),)re")) {
      take_generator();
    } else if (is(R"re(tx_begin (\d+) (\d+) (\d+) ns)re")) {
      take_begin();
    } else if (is(R"re(tx_end (\d+) (\d+) (\d+) ns)re")) {
      take_end();
    } else if (is(R"re(tx_relation "part_of" (\d+) (\d+))re")) {
      for (const std::size_t group : {1, 2}) known(database_.transactions, number(group));
      database_.parts.emplace_back(number(1), number(2));
      next();
    } else {
      fail("no line of the form");
    }
  }

  void take_generator() {
    TransactionDatabase::Generator generator{found_[2], number(3), {}, {}};
    const std::uint64_t id = number(1);
    known(database_.streams, generator.stream);
    std::uint64_t index = 0;
    for (next(); is(R"re((begin|end)_attribute \(ID (\d+), name "(\w+)", type "(UNSIGNED|STRING)"\))re"); next()) {
      if (number(2) != index++) fail("the attributes are not numbered from 0");
      if (found_[1] == "begin" && !generator.ends.empty()) fail("a begin attribute behind those of the end");
      (found_[1] == "begin" ? generator.begins : generator.ends).emplace_back(found_[3], found_[4]);
    }
    if (line_ != ")") fail("a generator without its end");
    declare(database_.generators, id, generator);
    next();
  }

  void take_time(std::uint64_t at) {
    if (at < time_) fail("the time goes back");
    time_ = at;
  }

  void take_begin() {
    const std::uint64_t id = number(1);
    const auto& generator = known(database_.generators, number(2));
    if (!database_.transactions.empty() && id <= database_.transactions.rbegin()->first) {
      fail("the numbers do not ascend");
    }
    take_time(number(3));
    RecordedTransaction transaction{number(2), number(3), 0, false, {}};
    take_values(generator.begins, transaction);
    declare(database_.transactions, id, transaction);
  }

  void take_end() {
    RecordedTransaction& transaction = known(database_.transactions, number(1));
    if (number(2) != transaction.generator) fail("another generator than at its begin");
    if (transaction.has_ended) fail("it has ended");
    if (number(3) < transaction.begin) fail("it ends before its begin");
    take_time(number(3));
    transaction.end = number(3);
    transaction.has_ended = true;
    take_values(database_.generators.at(transaction.generator).ends, transaction);
  }

  void take_values(const std::vector<std::pair<std::string, std::string>>& attributes, RecordedTransaction& of) {
    next();
    for (const auto& [name, type] : attributes) {
      const bool fits = type == "STRING" ? is(R"re(a "([^\s"]+)")re") : is(R"re(a (\d+))re");
      if (at_end_ || !fits) fail("no value of " + name);
      of.attributes[name] = found_[1];
      next();
    }
  }

  std::istringstream in_;
  std::string line_;
  std::size_t count_ = 0;
  bool at_end_ = false;
  std::map<std::string, std::regex> forms_;
  std::smatch found_;
  std::uint64_t time_ = 0;
  TransactionDatabase database_;
};

}  // namespace kintsugi::test
