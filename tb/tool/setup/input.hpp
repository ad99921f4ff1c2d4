/// Loads and checks a scenario from the user's argument: a file name, or the text itself if it begins with `{`.
///
/// Throws InputError with every mistake: in the text, in the overrides, in every key, and those that the models find.
#pragma once

#include <functional>
#include <string>

#include "models/registry/families.hpp"
#include "tb/tool/console/part_progress.hpp"
#include "tb/tool/scenario/overrides.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/scenario/source.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// A scenario and its models.
struct Input {
  Scenario scenario;
  Setup setup;
};

/// Finds further mistakes in a scenario whose models are built as far as they could be: those that only a room above
/// knows, such as the names of the numbers of a report.
using FurtherCheck = std::function<void(const Scenario&, const Setup&, Diagnostics&)>;

/// `overrides` are applied in order, the map of --map and the routing of --routing first. The kinds of networks are
/// those of `list`. `progress` is that of build_setup().
Input load_scenario(const std::string& argument, const Overrides& overrides, const FamilyList& list = families(),
                    const BeginPart& progress = {}, const FurtherCheck& further = {});

/// The same, of a source that has been read.
Input load_source(const Source& source, const Overrides& overrides, const FurtherCheck& further = {});

/// Builds the models of a scenario made in C++, whose values are those that its keys may have: parameters of the
/// network and the fabric, and the numbers of the run, are checked for it. Errors name Scenario::source.
Input build_input(Scenario scenario, const FurtherCheck& further = {});

/// Loads a text that is part of the program; errors call it `name`.
Input load_text(const std::string& text, const std::string& name);

/// Loads the input of a command that needs only a network: the document may also be the network section by itself
/// ({kind: srt2d, n: 4}). Overrides then name its keys with or without "network.", or those of other sections
/// ("repair.planner").
Input load_network(const std::string& argument, const Overrides& overrides, SetupFor purpose = SetupFor::kNetwork,
                   const FamilyList& list = families(), const BeginPart& progress = {},
                   const FurtherCheck& further = {});

/// The same, of a source that has been read.
Input load_network(const Source& source, const Overrides& overrides, SetupFor purpose,
                   const FamilyList& list = families(), const BeginPart& progress = {},
                   const FurtherCheck& further = {});

}  // namespace kintsugi
