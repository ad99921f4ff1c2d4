#include "tb/tool/states/state_list.hpp"

#include <algorithm>
#include <ranges>
#include <unordered_map>

#include "models/fabric/address.hpp"
#include "models/network/cells.hpp"
#include "models/network/nearest.hpp"
#include "models/network/node_names.hpp"
#include "models/network/number_in.hpp"
#include "models/network/text.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/states/field_table.hpp"
#include "tb/tool/states/state_entry.hpp"

namespace kintsugi::states {

namespace {

using Kind = StateEntry::Kind;

constexpr std::size_t kMostSuggestions = 20;  // each takes a comparison with every name

/// A table in which some cells are empty can have 1.0 for 1: some programs keep such columns as fractions.
std::optional<unsigned> as_number(std::string_view text) {
  if (text.size() > 2 && text.ends_with(".0")) text.remove_suffix(2);
  return number_in<unsigned>(text);
}

/// The names of the states of a field or switch, by their numbers.
using StateNames = std::vector<std::string>;

/// "0 to 3: OPEN, X, D1, D2"
std::string valid_states(const StateNames& names) {
  constexpr std::size_t kMostNames = 12;
  return "0 to " + std::to_string(names.size() - 1) + ": " + with_commas(names | std::views::take(kMostNames)) +
         (names.size() > kMostNames ? " ..." : "");
}

/// Sets the switches of a fabric by what a file says.
class Resolver {
 public:
  Resolver(const Fabric& fabric, const Network& network, Diagnostics& errors)
      : table_(fabric), network_(network), errors_(errors), states_(fabric.switches.size()), nodes_(network) {}

  StateList resolve(const std::vector<StateEntry>& entries, const Where& whole) {
    const std::size_t errors_before = errors_.size();
    for (const StateEntry& entry : entries) {
      if (entry.kind == Kind::kFabric && !is_of_this(entry)) return {};
    }
    for (const StateEntry& entry : entries) {
      if (entry.kind == Kind::kPe) pes_.push_back(&entry);
      if (entry.kind < Kind::kPe) set(entry);
    }
    StateList list;
    if (errors_.size() == errors_before) take_states(whole, list);
    if (!pes_.empty()) list.placement = placement(whole);
    return list;
  }

 private:
  struct Set {
    SwitchState state = 0;
    const Where* where = nullptr;  ///< of the state; nullptr: not set yet
  };

  /// Names and states of another fabric would only give further messages.
  bool is_of_this(const StateEntry& entry) {
    const Given& number = entry.states.front();
    const std::string mistake = other_fabric(number.text, table_.fabric());
    if (!mistake.empty()) errors_.add(number.where, "the states are " + mistake);
    return mistake.empty();
  }

  void set(const StateEntry& entry) {
    const auto field = entry.kind == Kind::kSwitch ? std::nullopt : table_.field(entry.name.text);
    const auto id = entry.kind == Kind::kField || field ? std::nullopt : table_.switch_named(entry.name.text);
    if (!field && !id) return errors_.add(entry.name.where, [&] { return unknown(entry); });
    const std::optional<SwitchState> state = state_of(entry, id ? names_of(*id) : names_of(*field));
    if (!state) return;
    const std::vector<SwitchId> named = id ? std::vector{*id} : table_.switches_of(*field);
    for (const SwitchId each : named) set(each, *state, entry);
  }

  void set(SwitchId id, SwitchState state, const StateEntry& entry) {
    Set& known = states_[id.value];
    const Where& where = entry.states.front().where;
    if (known.where != nullptr && known.state != state) {
      errors_.add(where, "the switch " + table_.fabric().switches[id.value].name + " is " +
                             table_.state_name(id, state) + " here and " + table_.state_name(id, known.state) + " at " +
                             describe(*known.where) + "; change both, or leave one of them out");
      return;
    }
    known = {state, &where};
  }

  template <class Named>
  StateNames names_of(Named named, unsigned states) const {
    StateNames names;
    for (unsigned state = 0; state < states; ++state) {
      names.push_back(table_.state_name(named, static_cast<SwitchState>(state)));
    }
    return names;
  }
  StateNames names_of(std::size_t field) const { return names_of(field, table_.fabric().fields[field].states); }
  StateNames names_of(SwitchId id) const { return names_of(id, table_.fabric().switches[id.value].type->states()); }

  /// Returns the state that an entry gives, by number, by name or by both.
  std::optional<SwitchState> state_of(const StateEntry& entry, const StateNames& names) {
    std::optional<SwitchState> state;
    for (const Given& given : entry.states) {
      const std::optional<SwitchState> read = state_of(entry, given, names);
      if (!read) return std::nullopt;
      if (state && *state != *read) {
        errors_.add(given.where, "'" + entry.name.text + "' cannot be both " + names[*state] + " and " + names[*read] +
                                     "; change both, or leave one of them out");
        return std::nullopt;
      }
      state = read;
    }
    return state;
  }

  std::optional<SwitchState> state_of(const StateEntry& entry, const Given& given, const StateNames& names) {
    const auto number = as_number(given.text);
    if (number && *number < names.size()) return static_cast<SwitchState>(*number);
    const auto named = std::ranges::find(names, lower_case(given.text), lower_case);
    if (named != names.end()) return static_cast<SwitchState>(named - names.begin());
    errors_.add(given.where, [&] {
      const bool is_numeric = given.text.find_first_of("0123456789-+") == 0;
      const std::string valid = "; its states are " + valid_states(names);
      return "'" + entry.name.text + "' cannot be '" + given.text + "'" +
             (is_numeric ? valid : suggestion(given.text, names, valid));
    });
    return std::nullopt;
  }

  std::string unknown(const StateEntry& entry) {
    const char* what = entry.kind == Kind::kField    ? "field"
                       : entry.kind == Kind::kSwitch ? "switch"
                                                     : "field or switch";
    const std::string text = std::string("the fabric has no ") + what + " '" + entry.name.text + "'";
    if (++suggestions_ > kMostSuggestions) return text;
    return text +
           suggestion(entry.name.text, names(entry.kind), "; kintsugi repair --states FILE writes the names of all");
  }

  /// Returns the names of all fields, all switches, or both.
  std::vector<std::string> names(Kind kind) const {
    std::vector<std::string> all;
    if (kind != Kind::kSwitch) {
      for (const ConfigField& field : table_.fabric().fields) all.push_back(field.name);
    }
    if (kind != Kind::kField) {
      for (const FabricSwitch& each : table_.fabric().switches) all.push_back(each.name);
    }
    return all;
  }

  /// A switch that is left out stays in its state after power-up, which is 0.
  void take_states(const Where& whole, StateList& list) {
    for (const Set& each : states_) {
      list.states.push_back(each.state);
      list.left_out += each.where == nullptr ? 1 : 0;
    }
    if (list.left_out < states_.size() || states_.empty()) return;
    errors_.add(whole, "no switch has a state; give states by the names of switches or fields");
  }

  // --- PEs ---

  std::optional<Placement> placement(const Where& whole) {
    const std::size_t errors_before = errors_.size();
    Placement placement = nothing_placed(network_.nodes(), table_.fabric());
    for (const StateEntry* entry : pes_) place(*entry, placement);
    for (NodeId node : ids<NodeId>(network_.nodes())) {
      if (errors_.size() != errors_before) return std::nullopt;
      if (placement.site_of[node.value] != kNoSite) continue;
      errors_.add(whole, "the list of PEs has no node '" + network_.node_name(node) +
                             "'; add it, or leave the list out: the placement is then found from the states");
    }
    return errors_.size() == errors_before ? std::optional(std::move(placement)) : std::nullopt;
  }

  void place(const StateEntry& entry, Placement& placement) {
    const auto site = site_of(entry);
    const auto node = node_of(entry);
    if (!site || (!node && !entry.states.empty()) || is_contradicted(*site, entry) || !node) return;
    const Given& given = entry.states.front();
    const SiteId at = placement.site_of[node->value];
    if (at != kNoSite || placement.node_at[site->value] != kNoNode) {
      return errors_.add(given.where, (at != kNoSite ? "node '" + given.text + "' is at " +
                                                           table_.fabric().sites[at.value].name + " already"
                                                     : "'" + entry.name.text + "' has a node already") +
                                          "; leave one out");
    }
    placement.put(*node, *site);
  }

  /// Returns whether one row says that the PE has a node, and another one that it has none.
  bool is_contradicted(SiteId site, const StateEntry& entry) {
    const auto [first, is_new] = rows_.emplace(site.value, &entry);
    if (is_new || first->second->states.empty() == entry.states.empty()) return false;
    const auto says = [](const StateEntry& row) {
      return row.states.empty() ? std::string("no node") : "node '" + row.states.front().text + "'";
    };
    errors_.add(entry.name.where, "'" + entry.name.text + "' has " + says(entry) + " here and " + says(*first->second) +
                                      " at " + describe(first->second->name.where) + "; leave one out");
    return true;
  }

  /// Returns the node that a row gives, by one key or by two; nullopt if it gives none, or is wrong.
  std::optional<NodeId> node_of(const StateEntry& entry) {
    std::optional<NodeId> node;
    for (const Given& given : entry.states) {
      const auto found = nodes_.find(given.text);
      if (!found) {
        errors_.add(given.where, "the network has no node '" + given.text + "'; valid: " + nodes_.valid(given.text));
        return std::nullopt;
      }
      if (node && *node != *found) {
        errors_.add(given.where, "'" + entry.name.text + "' cannot have both node '" + entry.states.front().text +
                                     "' and node '" + given.text + "'; change both, or leave one of them out");
        return std::nullopt;
      }
      node = found;
    }
    return node;
  }

  /// Returns the PE of a row by its name, by its address, or by both.
  std::optional<SiteId> site_of(const StateEntry& entry) {
    const auto site = known_site(entry.name);
    if (!site || !entry.address) return site;
    const auto by_address = known_site(*entry.address);
    if (!by_address || *by_address == *site) return by_address;
    errors_.add(entry.address->where, "the PE at " + entry.address->text + " is " +
                                          table_.fabric().sites[by_address->value].name + ", and this row is of '" +
                                          entry.name.text + "'; change both, or leave one of them out");
    return std::nullopt;
  }

  std::optional<SiteId> known_site(const Given& given) {
    const auto site = site_of(given.text);
    if (!site) {
      errors_.add(given.where, [&] {
        const std::vector<std::string> sites = each_of(table_.fabric().sites, &Site::name);
        return "the fabric has no PE '" + given.text + "'" +
               suggestion(given.text, sites, "; its first is '" + sites.front() + "'");
      });
    }
    return site;
  }

  /// Finds a PE by its name or its address.
  std::optional<SiteId> site_of(const std::string& name) {
    if (const auto site = table_.site(name)) return site;
    if (by_address_.empty()) {
      for (const SiteId site : ids<SiteId>(table_.fabric().sites.size())) {
        by_address_.emplace(describe_address(table_.fabric().sites[site.value].address), site);
      }
    }
    const auto found = by_address_.find(name);
    return found == by_address_.end() ? std::nullopt : std::optional(found->second);
  }

  FieldTable table_;
  const Network& network_;
  Diagnostics& errors_;
  std::vector<Set> states_;  // by switch
  std::vector<const StateEntry*> pes_;
  NodeNames nodes_;
  std::unordered_map<std::uint32_t, const StateEntry*> rows_;  // the first one of each PE, by site
  std::unordered_map<std::string, SiteId> by_address_;         // empty until one is looked up
  std::size_t suggestions_ = 0;
};

bool is_document(const std::string& text, const std::string& source) {
  for (const char* ending : {".json", ".yaml", ".yml"}) {
    if (lower_case(source).ends_with(ending)) return true;
  }
  const std::string_view bare = without_byte_order_mark(text);
  const std::size_t first = bare.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (bare[first] == '{' || bare[first] == '[');
}

}  // namespace

StateList read_states(const std::string& text, const std::string& source, const Fabric& fabric, const Network& network,
                      Diagnostics& errors) {
  const std::size_t errors_before = errors.size();
  ListEntries read = is_document(text, source) ? read_document_entries(text, source, errors)
                                               : read_table_entries(text, source, errors);
  if (errors.size() != errors_before) return {};
  StateList list = Resolver(fabric, network, errors).resolve(read.entries, {source, 0, 0});
  list.derived = std::move(read.derived);
  return list;
}

}  // namespace kintsugi::states
