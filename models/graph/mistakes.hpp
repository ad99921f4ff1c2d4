/// Places in the text of a graph, and the mistakes that its readers find there.
#pragma once

#include "models/family/file_mistakes.hpp"

namespace kintsugi::graph {

using in_text::Mistakes;
using in_text::Place;
using in_text::Places;

}  // namespace kintsugi::graph
