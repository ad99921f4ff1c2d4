#include "models/general/route_table_file.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "models/network/number_in.hpp"
#include "models/network/quoted_cell.hpp"
#include "models/network/text.hpp"

namespace kintsugi::general {

namespace {

constexpr const char* kLocal = "local";
constexpr const char* kDead = "dead";
/// The highest bit is for classes of messages (message_classes.hpp).
constexpr IntegerRange kStates{0, std::numeric_limits<RoutingState>::max() / 2};
constexpr const char* kNeeded = "node, destination and port";

/// "0", "0 2".
std::string text_of(VcSet channels) {
  std::string text;
  for (unsigned vc = 0; vc < kMaxVcs; ++vc) {
    if ((channels & vc_bit(vc)) != 0) text += (text.empty() ? "" : " ") + std::to_string(vc);
  }
  return text;
}

/// Returns the value that all have; nullopt if they differ.
template <class Value>
std::optional<Value> common(const std::vector<Value>& all) {
  const bool same = std::ranges::adjacent_find(all, std::ranges::not_equal_to()) == all.end();
  return same && !all.empty() ? std::optional(all.front()) : std::nullopt;
}

/// Returns the channels of "0", "0 2", "0-3"; nullopt if the text is something else.
std::optional<VcSet> channels_in(std::string_view text) {
  VcSet channels = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    const std::size_t dash = word.find('-');
    const auto first = number_in<std::uint64_t>(word.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : number_in<std::uint64_t>(word.substr(dash + 1));
    if (!first || !last || *first > *last || *last >= kMaxVcs) return std::nullopt;
    for (auto vc = static_cast<unsigned>(*first); vc <= *last; ++vc) channels |= vc_bit(vc);
  }
  return channels == 0 ? std::nullopt : std::optional(channels);
}

/// Returns the port of the only link to a neighbour, or kNoPort.
PortId only_port_to(const Network& network, NodeId at, NodeId neighbour) {
  PortId only = kNoPort;
  const auto peers = network.peers(at);
  for (const PortId port : ids<PortId>(peers.size())) {
    if (peers[port.index()].node != neighbour) continue;
    if (only != kNoPort) return kNoPort;
    only = port;
  }
  return only;
}

/// Returns those with a link.
std::string ports_text(const Network& network, NodeId at) {
  std::string text;
  const auto peers = network.peers(at);
  for (std::size_t port = 0; port < peers.size(); ++port) {
    if (peers[port].node != kNoNode) text += (text.empty() ? "" : ", ") + network.ports(at)[port];
  }
  return text.empty() ? "none" : text;
}

/// Calls act for a node, or for all if it is kNoNode.
void for_nodes(NodeId node, const Network& network, const std::function<void(NodeId)>& act) {
  if (node != kNoNode) return act(node);
  for (const NodeId each : ids<NodeId>(network.nodes())) act(each);
}

void add_line(const TextRow& cells, std::string& text) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i != 0) text += ',';
    text += quoted_cell(cells[i]);
  }
  text += '\n';
}

}  // namespace

RouteTableWriter::RouteTableWriter(const Network& network, const RoutingRelation& relation, const RouteTable& table,
                                   Defects dead)
    : network_(&network),
      relation_(&relation),
      table_(&table),
      dead_(std::move(dead)),
      has_next_state_(table.fields.state) {
  for (const std::vector<Candidate>& answer : table.answers) {
    for (const Candidate& way : answer) {
      has_channels_ |= way.vcs != all_vcs(table.vcs);
      has_next_state_ |= way.state != 0;
      has_deferred_ |= way.deferred;
    }
  }
}

void RouteTableWriter::add_injection(std::vector<TextRow>& rows) const {
  const std::vector<unsigned>& all = table_->injection_vcs;
  if (const auto same = common(all)) {
    if (*same != table_->vcs) rows.push_back({"injection", std::to_string(*same)});
    return;
  }
  for (std::size_t node = 0; node < all.size(); ++node) {
    if (all[node] == table_->vcs) continue;
    rows.push_back({"injection", network_->node_name(NodeId::from(node)), std::to_string(all[node])});
  }
}

void RouteTableWriter::add_bits(std::vector<TextRow>& rows) const {
  std::vector<std::uint64_t> all;
  for (const NodeId node : ids<NodeId>(network_->nodes())) all.push_back(relation_->table_bits(node));
  if (const auto same = common(all)) {
    if (*same != 0) rows.push_back({"bits", std::to_string(*same)});
    return;
  }
  for (std::size_t node = 0; node < all.size(); ++node) {
    if (all[node] != 0) rows.push_back({"bits", network_->node_name(NodeId::from(node)), std::to_string(all[node])});
  }
}

void RouteTableWriter::add_adaptive(std::vector<TextRow>& rows) const {
  std::vector<PortRef> ports;
  std::vector<VcSet> all;
  for (const NodeId node : ids<NodeId>(table_->adaptive.size())) {
    const std::vector<VcSet>& of_node = table_->adaptive[node.index()];
    for (const PortId port : ids<PortId>(of_node.size())) {
      if (!network_->peer({node, port})) continue;
      ports.push_back({node, port});
      all.push_back(of_node[port.index()]);
    }
  }
  if (const auto same = common(all)) {
    if (*same != 0) rows.push_back({"adaptive", text_of(*same)});
    return;
  }
  for (std::size_t i = 0; i < ports.size(); ++i) {
    if (all[i] == 0) continue;
    const auto [node, port] = ports[i];
    rows.push_back({"adaptive", network_->node_name(node), network_->ports(node)[port.index()], text_of(all[i])});
  }
}

void RouteTableWriter::add_dead(std::vector<TextRow>& rows) const {
  const auto name = [this](SiteId site) { return network_->node_name(NodeId{site.value}); };
  for (const SiteId site : dead_.sites) rows.push_back({kDead, name(site)});
  for (const LinkDefect& link : dead_.links) rows.push_back({kDead, name(link.a), name(link.b)});
}

std::vector<TextRow> RouteTableWriter::front() const {
  std::vector<TextRow> rows = {
      {"routing", table_->routing}, {"network", network_->name()}, {"channels", std::to_string(table_->vcs)}};
  add_injection(rows);
  add_bits(rows);
  add_adaptive(rows);
  add_dead(rows);
  return rows;
}

TextRow RouteTableWriter::columns() const {
  const KeyFields& fields = table_->fields;
  TextRow names = {"node", "destination"};
  if (fields.source) names.emplace_back("source");
  if (fields.arrival) names.emplace_back("arrival");
  if (fields.vc) names.emplace_back("arrival_channel");
  if (fields.state) names.emplace_back("state");
  names.emplace_back("port");
  if (has_channels_) names.emplace_back("channels");
  if (has_next_state_) names.emplace_back("next_state");
  if (has_deferred_) names.emplace_back("deferred");
  return names;
}

void RouteTableWriter::put(const RouteTable::Row& row, const Candidate& way, TextRow& cells) const {
  const KeyFields& fields = table_->fields;
  const RouteKey& key = row.key;
  const PortLayout& ports = network_->ports(key.at);
  cells.clear();
  cells.push_back(network_->node_name(key.at));
  cells.push_back(network_->node_name(key.destination));
  if (fields.source) cells.push_back(network_->node_name(key.source));
  if (fields.arrival) cells.push_back(key.arrival.value == table_->ports ? kLocal : ports[key.arrival.index()]);
  if (fields.vc) cells.push_back(std::to_string(key.vc.value));
  if (fields.state) cells.push_back(std::to_string(key.state));
  cells.push_back(ports[way.port.index()]);
  if (has_channels_) cells.push_back(text_of(way.vcs));
  if (has_next_state_) cells.push_back(std::to_string(way.state));
  if (has_deferred_) cells.emplace_back(way.deferred ? "1" : "0");
}

void RouteTableWriter::for_each_row(const std::function<void(const TextRow&)>& take) const {
  TextRow cells;
  for (const RouteTable::Row& row : table_->rows) {
    for (const Candidate& way : table_->answers[row.answer]) {
      put(row, way, cells);
      take(cells);
    }
  }
}

std::string RouteTableWriter::csv() const {
  std::string text;
  for (const TextRow& row : front()) add_line(row, text);
  add_line(columns(), text);
  for_each_row([&](const TextRow& row) { add_line(row, text); });
  return text;
}

constexpr auto kColumnNames =
    std::to_array<std::string_view>({"node", "destination", "source", "arrival", "arrival_channel", "state", "port",
                                     "channels", "next_state", "deferred"});

/// A kind of row in front of the table.
struct RouteTableReader::Front {
  std::string_view name;
  std::size_t most_cells;
  void (RouteTableReader::*read)(std::span<const Cell>);
};

const std::array<RouteTableReader::Front, 7> RouteTableReader::kFront = {
    {{"routing", 2, &RouteTableReader::read_routing},
     {"network", 2, &RouteTableReader::read_network},
     {"channels", 2, &RouteTableReader::read_channels_of_links},
     {"injection", 3, &RouteTableReader::read_injection},
     {"bits", 3, &RouteTableReader::read_bits},
     {"adaptive", 4, &RouteTableReader::read_adaptive},
     {kDead, 3, &RouteTableReader::read_dead}}};

void RouteTableReader::take_text(std::string_view text) {
  if (!in_text::check_encoding(text, mistakes_)) return;
  take_lines(text, [this](std::string_view line, int number) {
    take(number, cells_of(line, Separator::kFound).all);
    return !mistakes_.full();
  });
}

void RouteTableReader::take_columns(int line, std::span<const Cell> cells) {
  begin_line(line);
  read_header(cells);
}

std::vector<std::string> RouteTableReader::front_names() {
  std::vector<std::string> names;
  for (const Front& front : kFront) names.emplace_back(front.name);
  return names;
}

void RouteTableReader::take(int line, std::span<const Cell> cells) {
  begin_line(line);
  if (cells.empty() || !is_usable_) return;
  const auto broken = std::ranges::find_if(cells, [](const Cell& cell) { return cell.mistake != nullptr; });
  if (broken != cells.end()) return complain(*broken, broken->mistake);
  if (!columns_.empty()) return read_way(cells);
  const auto names_destination = [](const Cell& cell) { return plain_name(cell.text) == "destination"; };
  if (std::ranges::any_of(cells, names_destination)) return read_header(cells);
  read_front(cells);
}

/// Reads "routing,nue" and its like.
void RouteTableReader::read_front(std::span<const Cell> cells) {
  const std::string what = plain_name(cells.front().text);
  const auto found = std::ranges::find(kFront, what, &Front::name);
  if (found == kFront.end()) {
    is_usable_ = false;
    return complain(cells.front(), '\'', cells.front().text,
                    "' is none of routing, network, channels, injection, bits, adaptive and dead, and no row before "
                    "this one names the columns (",
                    with_commas(kColumnNames), "; needed are ", kNeeded, ')');
  }
  if (cells.size() < 2 || cells.size() > found->most_cells) {
    return complain(cells.front(), what, " has ", counted(cells.size() - 1, "cell"), " behind it, and takes ",
                    to_text(IntegerRange{1, static_cast<std::int64_t>(found->most_cells) - 1}));
  }
  const auto empty = std::ranges::find_if(cells, [](const Cell& cell) { return cell.text.empty(); });
  if (empty != cells.end()) {
    return complain(*empty, what, " has an empty cell; fill it, or leave ", what, " out");
  }
  if (is_said_again(cells)) return;
  (this->*found->read)(cells);
}

/// Refuses a second row of the same kind, node and port. All cells of a dead part are its name.
bool RouteTableReader::is_said_again(std::span<const Cell> cells) {
  std::string what = plain_name(cells.front().text);
  const std::size_t named = what == kDead ? cells.size() - 1 : cells.size() - 2;
  for (const Cell& cell : cells.subspan(1, named)) what += ',' + cell.text;
  const auto [found, is_new] = said_in_.try_emplace(std::move(what), line());
  if (is_new) return false;
  complain(cells.front(), "line ", found->second, " says the same; leave one of them out");
  return true;
}

void RouteTableReader::read_routing(std::span<const Cell> cells) {
  routing_ = cells[1].text;
  routing_place_ = {line(), cells[1].column};
}

void RouteTableReader::read_network(std::span<const Cell> cells) {
  const std::string& name = names_->network().name();
  if (cells[1].text == name) return;
  complain(cells[1], "the table is of ", cells[1].text, ", and the network is ", name,
           "; leave this row out if the table fits it all the same");
  is_usable_ = false;
}

void RouteTableReader::read_channels_of_links(std::span<const Cell> cells) {
  std::uint64_t number = 0;
  if (read_number(cells[1], "channels", kVcsRange, number)) vcs_ = static_cast<unsigned>(number);
}

void RouteTableReader::read_injection(std::span<const Cell> cells) {
  if (const auto said = read_said(cells, "injection", kVcsRange)) injection_.push_back(*said);
}

void RouteTableReader::read_bits(std::span<const Cell> cells) {
  if (const auto said = read_said(cells, "bits", {0, std::int64_t{1} << 53U})) bits_.push_back(*said);
}

std::optional<RouteTableReader::Said> RouteTableReader::read_said(std::span<const Cell> cells, const char* what,
                                                                  IntegerRange range) {
  Said said;
  bool is_right = cells.size() == 2 || read_node(cells[1], "node", said.node);
  is_right &= read_number(cells.back(), what, range, said.number);
  said.place = {line(), cells.back().column};
  return is_right ? std::optional(said) : std::nullopt;
}

void RouteTableReader::read_adaptive(std::span<const Cell> cells) {
  Said said;
  VcSet channels = 0;
  bool is_right = cells.size() == 2 || read_node(cells[1], "node", said.node);
  if (is_right && cells.size() == 4) is_right = read_port(cells[2], said.node, said.port);
  is_right &= read_channels(cells.back(), channels);
  said.number = channels;
  said.place = {line(), cells.back().column};
  if (is_right) adaptive_.push_back(said);
}

/// Parallel links die together.
void RouteTableReader::read_dead(std::span<const Cell> cells) {
  NodeId a, b;
  bool is_right = read_node(cells[1], "node", a);
  if (cells.size() == 3) is_right &= read_node(cells[2], "node", b);
  if (!is_right) return;
  const Fault fault = cells.size() == 3 ? Fault(link_between(a, b)) : Fault(SiteId{a.value});
  const auto peers = names_->network().peers(a);
  if (cells.size() == 3 && std::ranges::none_of(peers, [b](const PortRef& peer) { return peer.node == b; })) {
    return complain(cells[1], "there is no link between '", cells[1].text, "' and '", cells[2].text, '\'');
  }
  if (dead_.contains(fault)) return complain(cells.front(), "the same is dead by another row; leave one of them out");
  dead_.add(fault);
}

void RouteTableReader::read_header(std::span<const Cell> cells) {
  for (const Cell& cell : cells) {
    const auto found = std::ranges::find(kColumnNames, plain_name(cell.text), plain_name);
    const auto column = static_cast<std::size_t>(found - kColumnNames.begin());
    if (found == kColumnNames.end()) {
      complain(cell, "there is no column '", cell.text, "'; the columns are ", with_commas(kColumnNames));
      is_usable_ = false;
    } else if (std::ranges::find(columns_, column) != columns_.end()) {
      complain(cell, "the column ", *found, " is there twice; leave one out");
      is_usable_ = false;
    }
    columns_.push_back(column);
  }
  for (const std::size_t needed : {kNode, kDestination, kPort}) {
    if (std::ranges::find(columns_, needed) != columns_.end()) continue;
    complain(cells.front(), "the column ", kColumnNames[needed], " is missing; needed are ", kNeeded);
    is_usable_ = false;
  }
}

void RouteTableReader::read_way(std::span<const Cell> cells) {
  if (cells.size() != columns_.size()) {
    return complain(cells.front(), "the row has ", counted(cells.size(), "cell"), ", and the table ",
                    counted(columns_.size(), "column"));
  }
  static const Cell kEmpty{};
  CellsByColumn by_column;
  by_column.fill(&kEmpty);
  for (std::size_t i = 0; i < cells.size(); ++i) by_column[columns_[i]] = &cells[i];
  Way way;
  if (!read_key(by_column, way.row) || !read_candidate(by_column, way.row.key.at, way.candidate)) return;
  way.row.line = line();
  add(way);
}

/// Ways of one key that follow each other are one answer.
void RouteTableReader::add(const Way& way) {
  const bool is_further = !rows_.empty() && rows_.back().key == way.row.key && rows_.back().given == way.row.given;
  if (!is_further) {
    rows_.push_back(way.row);
    ways_.emplace_back();
  }
  const std::size_t before = ways_.back().size();
  ways_.back().push_back(way.candidate);
  if (before != Candidates::static_capacity || std::exchange(has_too_many_ways_, true)) return;
  mistakes_.add({line(), 1}, "the packet has more than ", std::size_t{Candidates::static_capacity},
                " ways; leave the last ones out, and those of others too");
}

bool RouteTableReader::read_key(const CellsByColumn& cells, GivenTable::Row& row) {
  RouteKey& key = row.key;
  key.arrival = PortId{0};
  std::uint64_t vc = 0, state = 0;
  row.given = {!cells[kSource]->text.empty(), !cells[kArrival]->text.empty(), !cells[kArrivalChannel]->text.empty(),
               !cells[kState]->text.empty()};
  bool is_right = read_node(*cells[kNode], "node", key.at);
  const bool has_node = is_right;
  is_right &= read_node(*cells[kDestination], "destination", key.destination);
  if (row.given.source) is_right &= read_node(*cells[kSource], "source", key.source);
  if (row.given.arrival && has_node) is_right &= read_arrival(*cells[kArrival], key.at, key.arrival);
  if (row.given.vc) is_right &= read_number(*cells[kArrivalChannel], "arrival_channel", {0, kMaxVcs - 1}, vc);
  if (row.given.state) is_right &= read_number(*cells[kState], "state", kStates, state);
  key.vc = Vc::from(vc);
  key.state = static_cast<RoutingState>(state);
  if (is_right && key.at == key.destination) {
    return refuse(*cells[kDestination], "a packet is at its destination in node ", cells[kNode]->text,
                  ", which its router gives to the PE by itself; leave the row out");
  }
  return is_right;
}

bool RouteTableReader::read_candidate(const CellsByColumn& cells, NodeId at, Candidate& candidate) {
  std::uint64_t state = 0, deferred = 0;
  bool is_right = read_port(*cells[kPort], at, candidate.port);
  const auto read_if_there = [&](Column column, const char* what, IntegerRange range, std::uint64_t& number) {
    if (!cells[column]->text.empty()) is_right &= read_number(*cells[column], what, range, number);
  };
  if (!cells[kChannels]->text.empty()) is_right &= read_channels(*cells[kChannels], candidate.vcs);
  read_if_there(kNextState, "next_state", kStates, state);
  read_if_there(kDeferred, "deferred", {0, 1}, deferred);
  candidate.state = static_cast<RoutingState>(state);
  candidate.deferred = deferred != 0;
  return is_right;
}

bool RouteTableReader::read_arrival(const Cell& cell, NodeId at, PortId& port) {
  if (cell.text != kLocal) return read_port(cell, at, port);
  port = kNoPort;
  return true;
}

bool RouteTableReader::read_port(const Cell& cell, NodeId at, PortId& port) {
  const Network& network = names_->network();
  if (cell.text.empty()) {
    return refuse(cell, "the port is empty; the ports of node ", network.node_name(at), " are ",
                  ports_text(network, at));
  }
  port = network.port_named(at, cell.text);
  if (port == kNoPort) {
    if (const auto neighbour = names_->find(cell.text)) port = only_port_to(network, at, *neighbour);
  }
  if (port == kNoPort) {
    return refuse(cell, "node ", network.node_name(at), " has no port '", cell.text,
                  "', and no one link to a node of that name; its ports are ", ports_text(network, at));
  }
  if (network.peer({at, port})) return true;
  return refuse(cell, "port ", cell.text, " of node ", network.node_name(at), " has no link; its ports are ",
                ports_text(network, at));
}

bool RouteTableReader::read_number(const Cell& cell, const char* what, IntegerRange range, std::uint64_t& number) {
  const auto read = number_in<std::uint64_t>(cell.text);
  if (!read || *read > static_cast<std::uint64_t>(range.high) || *read < static_cast<std::uint64_t>(range.low)) {
    return refuse_value(cell, what, to_text(range));
  }
  number = *read;
  return true;
}

bool RouteTableReader::read_channels(const Cell& cell, VcSet& channels) {
  const auto read = channels_in(cell.text);
  const unsigned most = vcs_ == 0 ? kMaxVcs : vcs_;
  if (read && (*read & ~all_vcs(most)) == 0) {
    channels = *read;
    highest_ = std::max(highest_, static_cast<unsigned>(std::bit_width(channels)));
    return true;
  }
  return refuse(cell, "channels must be of ", to_text(IntegerRange{0, most - 1}), ", such as 0, \"0 2\" or 0-3, not '",
                cell.text, "'");
}

/// Sets what the rows in front say of all, then what they say of one node or port.
void RouteTableReader::set_front(GivenTable& table) {
  const Network& network = names_->network();
  const auto general_first = [](std::vector<Said>& list) {
    std::ranges::stable_sort(list, {}, [](const Said& said) { return said.node != kNoNode; });
  };
  table.injection_vcs.assign(network.nodes(), table.vcs);
  general_first(injection_);
  for (const Said& said : injection_) {
    if (said.number > table.vcs) {
      mistakes_.add(said.place, "a PE injects on at most ", counted(table.vcs, "channel"), ", those of a link, not ",
                    said.number);
    }
    for_nodes(said.node, network,
              [&](NodeId node) { table.injection_vcs[node.index()] = static_cast<unsigned>(said.number); });
  }
  general_first(bits_);
  if (!bits_.empty()) table.bits.assign(network.nodes(), 0);
  for (const Said& said : bits_) {
    for_nodes(said.node, network, [&](NodeId node) { table.bits[node.index()] = said.number; });
  }
  general_first(adaptive_);
  if (!adaptive_.empty()) table.adaptive.resize(network.nodes());
  for (const NodeId node : ids<NodeId>(table.adaptive.size())) {
    table.adaptive[node.index()].assign(network.ports(node).size(), 0);
  }
  for (const Said& said : adaptive_) {
    for_nodes(said.node, network, [&](NodeId node) {
      std::vector<VcSet>& ports = table.adaptive[node.index()];
      const auto channels = static_cast<VcSet>(said.number);
      if (said.port != kNoPort) ports[said.port.index()] = channels;
      if (said.port == kNoPort) std::ranges::fill(ports, channels);
    });
  }
}

/// The rules of adaptive channels (relation.hpp).
void RouteTableReader::check_adaptive(const GivenTable& table) {
  if (table.adaptive.empty()) return;
  for (const GivenTable::Row& row : table.rows) {
    if (row.given.arrival || row.given.vc) {
      mistakes_.add({row.line, 1},
                    "a table with adaptive channels has neither arrival nor arrival_channel: packets "
                    "may take such channels in any order; leave the columns out");
      return;
    }
    for (const Candidate& way : table.answers[row.answer]) {
      const VcSet adaptive = table.adaptive[row.key.at.index()][way.port.index()];
      if ((way.vcs & adaptive) == 0 || (way.vcs & ~adaptive) == 0) continue;
      mistakes_.add({row.line, 1}, "a way has both adaptive channels and others; give them a row each");
      break;
    }
  }
}

std::variant<GivenTable, std::vector<FileMistake>> RouteTableReader::finish(const std::string& routing,
                                                                            unsigned least_vcs) {
  if (columns_.empty() && mistakes_.empty()) {
    mistakes_.add({}, "the file has no table; its first row names the columns, at least ", kNeeded);
  }
  GivenTable table;
  table.routing = routing_.empty() ? routing : routing_;
  if (has_control_character(table.routing)) {
    mistakes_.add(routing_place_, "the name of the routing has a character that cannot be printed; ",
                  routing_.empty() ? "name the file otherwise, or give a row routing" : "give it another");
  }
  table.vcs = std::max({vcs_, highest_, least_vcs});
  table.dead = dead_;
  set_front(table);
  std::map<std::vector<std::tuple<PortId, VcSet, RoutingState, bool>>, std::uint32_t> numbers;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    std::vector<std::tuple<PortId, VcSet, RoutingState, bool>> content;
    for (Candidate& way : ways_[i]) {
      if (way.vcs == 0) way.vcs = all_vcs(table.vcs);
      content.emplace_back(way.port, way.vcs, way.state, way.deferred);
    }
    const auto next = narrow<std::uint32_t>(table.answers.size());
    const auto [found, is_new] = numbers.try_emplace(std::move(content), next);
    if (is_new) table.answers.push_back(std::move(ways_[i]));
    rows_[i].answer = found->second;
  }
  table.rows = std::move(rows_);
  check_adaptive(table);
  if (const auto overlap = mistakes_.empty() ? overlap_of(table.rows) : std::nullopt) {
    mistakes_.add({table.rows[overlap->second].line, 1}, "a packet finds this row and that of line ",
                  table.rows[overlap->first].line,
                  ", where an empty cell stands for any; let rows of one key stand together, or give more cells");
  }
  if (!mistakes_.empty()) return std::move(mistakes_).sorted();
  return table;
}

}  // namespace kintsugi::general
