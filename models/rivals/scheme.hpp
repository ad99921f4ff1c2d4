/// Ways to live with defects, rivals on equal silicon: what each makes of a die.
///
/// Die       PEs, some of them defective: the sites of a fabric, or an array of rows and columns. PE i of an array is
///           at row i / columns, column i modulo columns. All rivals have about as many PEs
/// Delivers  a network of a size, some nodes of which may be dead, and the users: the nodes on which programs run.
///           All live nodes forward packets
/// Repaired  says whether the user gets the number of PEs that was wanted: in the wanted network itself, or on a
///           larger one. Each rival says which
/// Defects   of PEs with their routers. Switches, wires and bypasses have none here
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/fabric/defects.hpp"
#include "models/network/types.hpp"
#include "models/repair/scattered_defects.hpp"

namespace kintsugi::rivals {

/// The sides of a network or of an array.
struct GridSize {
  unsigned columns = 0;
  unsigned rows = 0;
  std::size_t nodes() const { return std::size_t{columns} * rows; }
  friend auto operator<=>(const GridSize&, const GridSize&) = default;
};

/// What a rival is built of.
struct Silicon {
  std::size_t pes = 0;
  std::size_t switches = 0;          ///< beside the routers
  std::optional<std::size_t> wires;  ///< lanes between PEs and switches; nullopt: not known
};

struct Delivered {
  bool repaired = false;
  GridSize size;              ///< of the network
  std::vector<NodeId> dead;   ///< ascending
  std::vector<NodeId> users;  ///< by logical number; empty: all nodes
  bool decided = true;        ///< false: whether the die can be repaired is not known, and nothing is delivered
  std::size_t usable() const { return users.empty() ? size.nodes() : users.size(); }
  friend bool operator==(const Delivered&, const Delivered&) = default;
};

/// Returns what is made of a die; nullopt if nothing is.
using Delivery = std::function<std::optional<Delivered>(const Defects&)>;

class Scheme {
 public:
  virtual ~Scheme() = default;
  virtual const std::string& name() const = 0;
  /// Returns one line on what the rival does, and what it calls repaired.
  virtual const std::string& summary() const = 0;
  virtual Silicon silicon() const = 0;
  /// Returns whether it can leave open what is made of a die.
  virtual bool can_be_undecided() const { return false; }
  /// Returns the place of each PE.
  virtual std::vector<GridPlace> places() const = 0;
  /// Makes what handles one die after the other. It may keep memory, so each thread needs its own. The scheme must
  /// outlive it.
  virtual Delivery delivery() const = 0;
};

/// Returns the places of an array.
std::vector<GridPlace> places_of(GridSize array);

}  // namespace kintsugi::rivals
