/// Makes a program of execution traces of Chakra (MLCommons), one file a rank, in the schema of version 0.0.4: the
/// metadata of the trace, then its nodes, each message after its length as a varint.
///
///   COMP_NODE         a calc of duration_micros, on stream 0; on stream 1 if its attribute is_cpu_op is true
///   MEM_LOAD_NODE     and MEM_STORE_NODE a calc of duration_micros on stream 3: the memory is not in the network
///   METADATA_NODE     a calc of 0 ns on stream 2, so that what it joins stays joined
///   COMM_SEND_NODE    a send of comm_size bytes to comm_dst with comm_tag
///   COMM_RECV_NODE    a recv of comm_size bytes from comm_src with comm_tag
///   COMM_COLL_NODE    the operations of a collective by comm_type, between the ranks whose files have collectives with
///                     its pg_name, and a calc of 0 ns on stream 2 that waits for those of the rank. The n-th
///                     collective of a group in one file is the n-th in the others
///
/// Waits       a node starts after the end of all nodes in its data_deps and ctrl_deps
/// Labels      nNUMBER for the node of that id; a collective is a group of operations: allreduce1__0
/// Collective  ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK: rings; ALL_TO_ALL: directly; BROADCAST: a
///             tree from the first rank; BARRIER. comm_size is the data of a rank before it: p times as much is
///             gathered, a p-th goes from each to each. REDUCE, GATHER and SCATTER, a root other than 0 and groups by
///             involved_dim are mistakes
/// Ignored     start_time_micros, inputs, outputs, names and other attributes: the program has its own times
/// Errors      are returned as a list, each with its file and the offset of its byte, at most kMostGoalMistakes; more
///             than kMostConverted operations is one
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/family/parameters.hpp"
#include "models/workload/program.hpp"

namespace kintsugi::workload {

inline constexpr std::size_t kMostConverted = std::size_t{1} << 24U;

struct ChakraMistake {
  std::size_t file = 0;  ///< the rank of the file
  FileMistake mistake;
};

struct ChakraProgram {
  std::optional<Program> program;  ///< of files without mistakes
  std::vector<std::string> notes;  ///< what stands for something else, or was left out
  std::vector<ChakraMistake> mistakes;
  std::size_t nodes = 0;
  std::size_t collectives = 0;  ///< each counted once, not by its ranks
};

/// Reads a file for each rank, in their order: 1 to kMostRanks.
ChakraProgram read_chakra(std::span<const std::string_view> files);

}  // namespace kintsugi::workload
