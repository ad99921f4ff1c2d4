/// Files of routing tables: what a router does with a packet, by its node and destination, and by where it comes from.
///
/// Rows      begin with one that names the columns, in any order. Needed are `node`, `destination` and `port`. Each
///           further row has one way that the packet may take; rows with the same cells of the key stand together, and
///           the first of them is preferred
/// Key       `node`, `destination`, `source`, `arrival` (the port that the packet came by, `local` if the PE has just
///           injected it), `arrival_channel` and `state` (that of the header; a new packet has 0). An empty
///           cell, and a column that is not there, stand for any. No packet may find two keys
/// Way       `port`, its name or that of the one neighbour that it leads to; `channels`, such as 0, "0 2" or 0-3, empty
///           for all; `next_state`, empty for 0; `deferred`, 1 for a way that only packets take which remain blocked. A
///           packet without a row has no way
/// In front  of these rows, each in a row of its own and all optional: `routing` and a name; `network` and its name,
///           which then must be that of the network; `channels` of each link, else one more than the highest that a row
///           has; `injection`, a node and the channels on which its PE injects, the first ones, else all; `bits`, a
///           node and the bits of its tables, for the report; `adaptive`, a node, a port and its adaptive channels
///           (relation.hpp), else none. Without a node, or a node and a port, these three are of all. `dead`, a node,
///           or two nodes and the links between them, in any number of rows: the table is of the network with all of
///           these dead
/// Cells     of text as Separator::kFound says (cells.hpp)
/// Nodes     as NodeNames says
/// Errors    a list, each with its line and column; those after the first 1000 are dropped
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "models/family/cell_checks.hpp"
#include "models/family/parameters.hpp"
#include "models/general/table_relation.hpp"
#include "models/network/cells.hpp"
#include "models/network/limits.hpp"
#include "models/network/node_names.hpp"

namespace kintsugi::general {

using TextRow = std::vector<std::string>;

/// Writes the rows of a file: first those in front, then the one that names the columns, then those of the table.
/// Columns that would have the same in all rows, and mean the same without it, are left out. The relation is that of
/// the table; all must outlive the writer.
class RouteTableWriter {
 public:
  /// `dead` is what the relation routes around, if it is of a network with dead nodes or links.
  RouteTableWriter(const Network& network, const RoutingRelation& relation, const RouteTable& table, Defects dead = {});

  std::vector<TextRow> front() const;
  TextRow columns() const;
  void for_each_row(const std::function<void(const TextRow&)>& take) const;
  /// Returns all of them with commas between cells.
  std::string csv() const;

 private:
  void add_injection(std::vector<TextRow>& rows) const;
  void add_bits(std::vector<TextRow>& rows) const;
  void add_adaptive(std::vector<TextRow>& rows) const;
  void add_dead(std::vector<TextRow>& rows) const;
  void put(const RouteTable::Row& row, const Candidate& way, TextRow& cells) const;

  const Network* network_;
  const RoutingRelation* relation_;
  const RouteTable* table_;
  Defects dead_;
  bool has_channels_ = false;
  bool has_next_state_ = false;
  bool has_deferred_ = false;
};

/// Reads rows in the order of a file.
class RouteTableReader : private in_text::CellChecks {
 public:
  explicit RouteTableReader(const NodeNames& names) : CellChecks(mistakes_), names_(&names) {}
  RouteTableReader(const RouteTableReader&) = delete;
  RouteTableReader& operator=(const RouteTableReader&) = delete;

  /// Takes a row; the lines of cells are those of their row.
  void take(int line, std::span<const Cell> cells);
  void take_text(std::string_view text);
  /// Takes the row that names the columns, whatever its cells are.
  void take_columns(int line, std::span<const Cell> cells);
  /// Returns the first cells of the rows in front.
  static std::vector<std::string> front_names();
  /// Returns whether a row has said that something is dead.
  bool has_dead() const { return !dead_.empty(); }
  /// Returns the table. It has at least `least_vcs` channels; `routing` is its name if the file gives none. A name with
  /// a control character is refused: reports and RTL have it within a line.
  std::variant<GivenTable, std::vector<FileMistake>> finish(const std::string& routing, unsigned least_vcs = 1);

 private:
  enum Column : std::size_t {
    kNode,
    kDestination,
    kSource,
    kArrival,
    kArrivalChannel,
    kState,
    kPort,
    kChannels,
    kNextState,
    kDeferred,
    kColumns
  };
  struct Way {
    GivenTable::Row row;
    Candidate candidate;  ///< vcs 0: all channels
  };
  /// What a row in front of the table says of a node and a port; kNoNode and kNoPort are all.
  struct Said {
    NodeId node = kNoNode;
    PortId port = kNoPort;
    std::uint64_t number = 0;  ///< or a set of channels
    in_text::Place place;
  };
  struct Front;
  static const std::array<Front, 7> kFront;
  using CellsByColumn = std::array<const Cell*, kColumns>;

  void read_front(std::span<const Cell> cells);
  bool is_said_again(std::span<const Cell> cells);
  void read_routing(std::span<const Cell> cells);
  void read_network(std::span<const Cell> cells);
  void read_channels_of_links(std::span<const Cell> cells);
  void read_injection(std::span<const Cell> cells);
  void read_bits(std::span<const Cell> cells);
  void read_adaptive(std::span<const Cell> cells);
  void read_dead(std::span<const Cell> cells);
  std::optional<Said> read_said(std::span<const Cell> cells, const char* what, IntegerRange range);
  void read_header(std::span<const Cell> cells);
  void read_way(std::span<const Cell> cells);
  bool read_key(const CellsByColumn& cells, GivenTable::Row& row);
  bool read_candidate(const CellsByColumn& cells, NodeId at, Candidate& candidate);
  bool read_node(const Cell& cell, const char* what, NodeId& into) const { return node(cell, what, *names_, into); }
  bool read_arrival(const Cell& cell, NodeId at, PortId& port);
  bool read_port(const Cell& cell, NodeId at, PortId& port);
  bool read_number(const Cell& cell, const char* what, IntegerRange range, std::uint64_t& number);
  bool read_channels(const Cell& cell, VcSet& channels);
  void add(const Way& way);
  void set_front(GivenTable& table);
  void check_adaptive(const GivenTable& table);

  const NodeNames* names_;
  in_text::Mistakes mistakes_;
  std::map<std::string, int, std::less<>>
      said_in_;                       // the lines of rows in front that say something, without their values
  bool is_usable_ = true;             // the header
  bool has_too_many_ways_ = false;    // some packet, which has been said: one table tends to have them for all
  std::vector<std::size_t> columns_;  // empty: no header yet
  std::string routing_;
  in_text::Place routing_place_;
  unsigned vcs_ = 0;  // stated; 0: not
  unsigned highest_ = 0;
  std::vector<Said> injection_, bits_, adaptive_;
  Defects dead_;
  std::vector<GivenTable::Row> rows_;
  std::vector<std::vector<Candidate>> ways_;  // by row
};

}  // namespace kintsugi::general
