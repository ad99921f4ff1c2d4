/// What a key of a scenario is, as its reader checks it: what `kintsugi help` and `kintsugi new` print.
///
/// Source   the calls of MapReader by which the readers read, with what they check and say of a key, and the
///          specifications of families and fabrics
/// Path     "router.vcs"; a key of the items of a list has no number: "faults.cycle"
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/family/parameters.hpp"

namespace kintsugi {

/// What the call that reads a key says of it, beside what it checks.
struct KeyText {
  std::string_view help = {};       ///< a phrase that is complete without the name of the key; with the unit
  std::string_view otherwise = {};  ///< the value when it is left out, where it is no constant
  std::string_view type = {};       ///< where no reading method of MapReader says it
  std::string_view condition = {};  ///< as in KeySpec
  std::string_view example = {};    ///< as in KeySpec
};

struct KeySpec {
  std::string path = {};
  std::string type = {};           ///< "integer", "list of integers"
  std::string range = {};          ///< "1 to 32"; empty: there is no limit, or `help` has it
  std::string otherwise = {};      ///< the value when it is left out; empty: none, or `help` has it
  std::string help = {};           ///< one line: what it means, with its unit
  std::vector<Term> choices = {};  ///< valid names, some with what they mean
  std::string condition = {};      ///< what else a scenario must say: "only with random"; empty: nothing else
  std::string example = {};        ///< a valid value, where `otherwise` is none
  bool required = false;
  bool help_is_whole = false;           ///< `help` has range and default too, as that of a parameter
  bool otherwise_is_value = true;       ///< `otherwise` can be written as the value; else it describes it
  std::vector<std::string> kinds = {};  ///< of networks that have the key; empty: all, or all with a fabric
  KeyText said = {};                    ///< takes the place of what the checks say, by take_what_is_said()
};

using KeySpecs = std::vector<KeySpec>;

/// Returns the entry of a path; adds one at the end if there is none. Numbers of items are left out of the path.
KeySpec& find_or_add(KeySpecs& specs, const std::string& path);

/// Adds to `known` what `more` says beside its path.
void add(const KeySpec& more, KeySpec& known);
void add(const KeyText& more, KeyText& known);

/// Adds the terms whose names are not there yet.
void add_new(const std::vector<Term>& more, std::vector<Term>& known);

/// Puts what the readers have said of the keys in the place of what their checks say.
void take_what_is_said(KeySpecs& specs);

/// Returns the path without the numbers of items: "faults.0.cycle" is "faults.cycle".
std::string without_numbers(std::string_view path);

/// Returns the range as text; "" for one without limits.
std::string range_text(IntegerRange range);

/// Returns the specification of an integer.
KeySpec integer_spec(IntegerRange range, std::string otherwise);

/// Returns the specification of a parameter of a family, or of an option of a fabric.
KeySpec key_spec(const ParameterSpec& parameter);

/// Returns the names without what they mean.
std::vector<Term> terms_of(std::span<const std::string> names);

}  // namespace kintsugi
