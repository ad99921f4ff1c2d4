/// Messages with data between the nodes of a chip, for threads: kintsugi::hw.
#pragma once

#include "hw/message/message_in.hpp"
#include "hw/message/message_network.hpp"
#include "hw/message/message_out.hpp"
