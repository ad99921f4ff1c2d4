#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <queue>
#include <string>
#include <tuple>
#include <utility>

#include "tb/tool/packets/report.hpp"

namespace kintsugi::packets {

namespace {

constexpr std::size_t kTransactionPart = std::size_t{1} << 16U;  // characters that are handed on at a time

/// Returns a text as a value of the form, between quotes. The form escapes nothing, and readers cut a value at a blank.
std::string as_value(std::string_view text) {
  std::string value = "\"";
  for (const char c : text) {
    const bool fits = static_cast<unsigned char>(c) > ' ' && c != '"' && c != '\x7f';
    value += fits ? c : '_';
  }
  return value.size() == 1 ? "\"-\"" : value + '"';
}

/// An attribute of the transactions of a generator.
struct Attribute {
  const char* when;  // "begin" or "end"
  const char* name;
  const char* type;
};

constexpr Attribute kOfPackets[] = {{"begin", "id", "UNSIGNED"},        {"begin", "kind", "STRING"},
                                    {"begin", "source", "STRING"},      {"begin", "number", "UNSIGNED"},
                                    {"begin", "destination", "STRING"}, {"begin", "flits", "UNSIGNED"},
                                    {"end", "outcome", "STRING"},       {"end", "at", "STRING"},
                                    {"end", "hops", "STRING"}};
constexpr Attribute kOfHops[] = {{"begin", "id", "UNSIGNED"},
                                 {"begin", "source", "STRING"},
                                 {"begin", "number", "UNSIGNED"},
                                 {"begin", "in", "STRING"},
                                 {"begin", "flits", "UNSIGNED"}};
constexpr Attribute kOfMarks[] = {{"begin", "what", "STRING"}};

class Transactions {
 public:
  Transactions(const Log& log, const std::vector<const Packet*>& packets, const Sink& sink)
      : log_(log), packets_(packets), sink_(sink) {
    text_.reserve(kTransactionPart + kTransactionPart / 4);
    for (std::uint64_t node = 0; node < log.nodes; ++node) nodes_.push_back(as_value(log.node(node)));
  }

  void write() {
    declare_events();
    declare_sources();
    declare_channels();
    collect();
    for (std::size_t i = 0; i < all_.size(); ++i) {
      end_before(all_[i].begin);
      begin(i);
    }
    end_before(kEndOfTime);
    hand_on();
  }

 private:
  static constexpr Cycle kEndOfTime = ~Cycle{0};

  enum class What : std::uint8_t { kFault, kPhase, kPacket, kHop };  // in the order of those that begin together
  struct Transaction {
    Cycle begin;
    Cycle end;
    std::uint32_t number;  // of the packet, fault or phase
    std::uint32_t hop;     // of the packet
    What what;
  };
  using Channel = std::tuple<Name, Name, std::uint64_t>;

  Transactions& put(std::string_view text) {
    text_ += text;
    return *this;
  }
  Transactions& put(std::uint64_t number) {
    std::array<char, 20> digits;
    return put({digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr});
  }
  void value(std::uint64_t number) { put("a ").put(number).put("\n"); }
  void value(std::string_view in_quotes) { put("a ").put(in_quotes).put("\n"); }
  void hand_on() {
    sink_(text_);
    text_.clear();
  }

  std::uint64_t declare_stream(const std::string& name, const char* kind) {
    put("scv_tr_stream (ID ").put(++declared_).put(", name ").put(name).put(", kind \"").put(kind).put("\")\n");
    return declared_;
  }
  template <std::size_t size>
  std::uint64_t declare_generator(const char* name, std::uint64_t stream, const Attribute (&attributes)[size]) {
    put("scv_tr_generator (ID ").put(++declared_).put(", name \"").put(name).put("\", scv_tr_stream ").put(stream);
    put(",\n");
    for (std::size_t i = 0; i < size; ++i) {
      const auto& [when, attribute, type] = attributes[i];
      put(when).put("_attribute (ID ").put(i).put(", name \"").put(attribute).put("\", type \"").put(type).put("\")\n");
    }
    put(")\n");
    if (text_.size() >= kTransactionPart) hand_on();
    return declared_;
  }

  void declare_events() {
    const std::uint64_t stream = declare_stream("\"events\"", "kintsugi.events");
    faults_ = declare_generator("fault", stream, kOfMarks);
    phases_ = declare_generator("phase", stream, kOfMarks);
  }

  void declare_sources() {
    for (const Packet* packet : packets_) sources_.emplace(packet->source, 0);
    for (auto& [source, generator] : sources_) {
      const std::string name = nodes_[source].substr(0, nodes_[source].size() - 1) + ".packets\"";
      generator = declare_generator("packet", declare_stream(name, "kintsugi.packets"), kOfPackets);
    }
  }

  void declare_channels() {
    for (const Packet* packet : packets_) {
      for (const Hop& hop : packet->route) channels_.emplace(Channel{hop.router, hop.out, hop.vc}, 0);
    }
    for (auto& [channel, generator] : channels_) {
      const auto [router, out, vc] = channel;
      const std::string name = as_value(log_.names[router] + '.' + log_.names[out] + ".vc" + std::to_string(vc));
      generator = declare_generator("hop", declare_stream(name, "kintsugi.channel"), kOfHops);
    }
  }

  /// The end of a packet that is under way is that of the run.
  Cycle end_of(const Packet& packet) const { return std::max(packet.ended().value_or(log_.cycles), packet.created); }

  /// Lists all transactions by their begin: a packet before its hops.
  void collect() {
    for (std::uint32_t i = 0; i < log_.faults.size(); ++i) {
      all_.push_back({log_.faults[i].cycle, log_.faults[i].cycle, i, 0, What::kFault});
    }
    for (std::uint32_t i = 0; i < log_.phases.size(); ++i) {
      all_.push_back({log_.phases[i].from, log_.phases[i].to + 1, i, 0, What::kPhase});
    }
    for (std::uint32_t i = 0; i < packets_.size(); ++i) {
      const Packet& packet = *packets_[i];
      all_.push_back({packet.created, end_of(packet), i, 0, What::kPacket});
      for (std::uint32_t hop = 0; hop < packet.route.size(); ++hop) {
        all_.push_back({packet.route[hop].head, log_.end_of(packet.route[hop]), i, hop, What::kHop});
      }
    }
    std::ranges::stable_sort(all_, {}, [](const Transaction& each) { return std::pair(each.begin, each.what); });
    numbers_.resize(packets_.size());
  }

  std::uint64_t generator_of(const Transaction& transaction) const {
    if (transaction.what == What::kFault) return faults_;
    if (transaction.what == What::kPhase) return phases_;
    const Packet& packet = *packets_[transaction.number];
    if (transaction.what == What::kPacket) return sources_.at(packet.source);
    const Hop& hop = packet.route[transaction.hop];
    return channels_.at({hop.router, hop.out, hop.vc});
  }

  void put_line(const char* key, std::size_t index, Cycle at) {
    put(key).put(index + 1).put(" ").put(generator_of(all_[index])).put(" ").put(at).put(" ns\n");
  }

  void begin(std::size_t index) {
    const Transaction& transaction = all_[index];
    put_line("tx_begin ", index, transaction.begin);
    switch (transaction.what) {
      case What::kFault:
        value(as_value((log_.faults[transaction.number].ends ? "end of " : "") + log_.faults[transaction.number].what));
        break;
      case What::kPhase:
        value(as_value(log_.phases[transaction.number].name));
        break;
      case What::kPacket:
        numbers_[transaction.number] = index + 1;
        begin_packet(*packets_[transaction.number]);
        break;
      case What::kHop:
        begin_hop(*packets_[transaction.number], transaction.hop);
        put("tx_relation \"part_of\" ").put(index + 1).put(" ").put(numbers_[transaction.number]).put("\n");
        break;
    }
    if (transaction.end == transaction.begin) {
      end(index);
    } else {
      ends_.emplace(transaction.end, index);
    }
    if (text_.size() >= kTransactionPart) hand_on();
  }

  void begin_packet(const Packet& packet) {
    value(packet.id);
    value(as_value(packet.kind));
    value(nodes_[packet.source]);
    value(packet.number);
    value(packet.destination ? nodes_[*packet.destination] : "\"-\"");
    value(packet.flits);
  }

  void begin_hop(const Packet& packet, std::size_t hop) {
    value(packet.id);
    value(nodes_[packet.source]);
    value(packet.number);
    value(as_value(log_.names[packet.route[hop].in]));
    value(packet.flits);
  }

  /// Ends what ends up to this cycle, which included: a channel is free for the packet that begins in it.
  void end_before(Cycle cycle) {
    while (!ends_.empty() && ends_.top().first <= cycle) {
      const std::size_t index = ends_.top().second;
      ends_.pop();
      end(index);
    }
  }

  void end(std::size_t index) {
    const Transaction& transaction = all_[index];
    put_line("tx_end ", index, transaction.end);
    if (transaction.what == What::kPacket) {
      const Packet& packet = *packets_[transaction.number];
      value(as_value(packet.lost ? packet.lost->reason : packet.delivered ? "delivered" : "under way"));
      value(packet.at ? as_value(log_.names[*packet.at]) : "\"-\"");
      value(as_value(packet.hops ? std::to_string(*packet.hops) : ""));
    }
    if (text_.size() >= kTransactionPart) hand_on();
  }

  const Log& log_;
  const std::vector<const Packet*>& packets_;
  const Sink& sink_;
  std::string text_;
  std::vector<std::string> nodes_;                  // names, as values
  std::uint64_t declared_ = 0;                      // streams and generators
  std::uint64_t faults_ = 0;                        // generator
  std::uint64_t phases_ = 0;                        // generator
  std::map<std::uint64_t, std::uint64_t> sources_;  // generators
  std::map<Channel, std::uint64_t> channels_;       // generators
  std::vector<Transaction> all_;                    // by begin; their numbers begin with 1
  std::vector<std::uint64_t> numbers_;              // of the transactions of packets
  using End = std::pair<Cycle, std::size_t>;
  std::priority_queue<End, std::vector<End>, std::greater<>> ends_;  // of those that have begun
};

}  // namespace

void write_transactions(const Log& log, const std::vector<const Packet*>& packets, const Sink& sink) {
  Transactions(log, packets, sink).write();
}

}  // namespace kintsugi::packets
