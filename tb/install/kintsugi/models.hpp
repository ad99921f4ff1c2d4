/// Networks, routings and their proofs, classes of messages, fabrics and their repair, in plain C++: kintsugi::models.
#pragma once

#include "models/registry/families.hpp"
#include "models/repair/reconfigurable.hpp"
#include "models/routing/message_classes.hpp"
#include "models/routing/proof.hpp"
#include "models/routing/reply_proof.hpp"
#include "models/version.hpp"
