/// Figure 4 of Fan, Yang, Funahashi and Amano: average distance to the nodes of a k x k area, k from 2 to 128, alpha
/// and beta; one curve for each of the eight classes that the source can have (area.hpp), and their mean. Beside them
/// the mean hops of the two routings whose most hops the paper prints as diameters.
#pragma once

#include "models/family/family.hpp"

namespace kintsugi::rdt {

/// Computes the curves. Calls `progress` after each curve.
PaperFigure figure_4(const Progress& progress);

}  // namespace kintsugi::rdt
