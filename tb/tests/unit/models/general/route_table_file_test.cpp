// Routing tables as files: what is written of every kind of routing answers as the routing does when it is read back,
// tables by hand, and what is said of wrong ones.
#include "models/general/route_table_file.hpp"

#include <gtest/gtest.h>

#include "models/general/routings.hpp"
#include "models/registry/families.hpp"
#include "models/registry/routings.hpp"
#include "models/routing/proof.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::general {
namespace {

/// A ring of nodes a, b, c, ...: port 1 leads to the next node, port 0 to the one before.
Network ring(std::uint32_t nodes) {
  Network network("ring");
  const KindId kind = network.add_kind("base");
  const std::size_t layout = network.add_layout({"back", "on", "open"});
  for (std::uint32_t i = 0; i < nodes; ++i) network.add_node(std::string(1, static_cast<char>('a' + i)), layout);
  for (std::uint32_t i = 0; i < nodes; ++i) {
    network.connect({NodeId{i}, PortId{1}}, {NodeId{(i + 1) % nodes}, PortId{0}}, kind);
  }
  return network;
}

using Read = std::variant<GivenTable, std::vector<FileMistake>>;

Read read_table(const Network& network, std::string_view text, unsigned least_vcs = 1) {
  const NodeNames names(network);
  RouteTableReader reader(names);
  reader.take_text(text);
  return reader.finish("table", least_vcs);
}

std::string mistakes_in(const Read& read) {
  if (std::holds_alternative<GivenTable>(read)) return "none";
  std::string lines;
  for (const auto& [line, column, message] : std::get<1>(read)) {
    lines += std::to_string(line) + ':' + std::to_string(column) + ": " + message + '\n';
  }
  return lines;
}

TableRelation relation_of(const Network& network, std::string_view text, unsigned least_vcs = 1) {
  Read read = read_table(network, text, least_vcs);
  EXPECT_EQ(mistakes_in(read), "none");
  return {network, std::get<GivenTable>(std::move(read))};
}

/// "on:0 2>1", the ways in order with their channels and the next state.
std::string ways(const Network& network, const RoutingRelation& relation, const RouteQuery& query) {
  Candidates candidates;
  relation.route(query, candidates);
  std::string text;
  for (const Candidate& way : candidates) {
    text += (text.empty() ? "" : ", ") + network.ports(query.at)[way.port.index()] + ':' + std::to_string(way.vcs) +
            (way.state == 0 ? "" : '>' + std::to_string(way.state)) + (way.deferred ? " deferred" : "");
  }
  return text;
}

RouteQuery query(std::uint32_t at, std::uint32_t destination, PortId arrival = kNoPort, Vc vc = {},
                 std::uint32_t source = 0, RoutingState state = 0) {
  RouteQuery made;
  made.at = NodeId{at};
  made.destination = NodeId{destination};
  made.arrival_port = arrival;
  made.arrival_vc = vc;
  made.source = NodeId{source};
  made.state = state;
  return made;
}

TEST(RouteTableFile, is_read_as_it_is_written_by_hand) {
  const Network network = ring(3);
  const TableRelation relation = relation_of(network,
                                             "# three nodes\n"
                                             "channels,4\n"
                                             "node,destination,port,channels\n"
                                             "a,b,on,0-1\na,c,back,\nb,c,c,\"0 3\"\nb,0,back,2\nc,a,on,\nc,b,back,\n");
  EXPECT_EQ(relation.name(), "table");
  EXPECT_EQ(relation.vcs(), 4u);
  EXPECT_FALSE(relation.uses_source());
  EXPECT_FALSE(relation.is_adaptive());
  EXPECT_EQ(relation.injection_vcs(NodeId{1}), 4u);
  EXPECT_EQ(relation.table_bits(NodeId{1}), 0u);
  EXPECT_EQ(ways(network, relation, query(0, 1)), "on:3");
  EXPECT_EQ(ways(network, relation, query(0, 2, PortId{0}, Vc{3})), "back:15");
  EXPECT_EQ(ways(network, relation, query(1, 2)), "on:9") << "the name of a neighbour is the port to it";
  EXPECT_EQ(ways(network, relation, query(1, 0)), "back:4") << "a number is a node";
  EXPECT_TRUE(prove(network, relation).holds());
}

TEST(RouteTableFile, a_row_answers_what_agrees_with_all_it_gives) {
  const Network network = ring(4);
  const TableRelation relation =
      relation_of(network,
                  "routing,mine\ninjection,1\ninjection,c,2\nbits,b,77\n"
                  "Node,Source,arrival,Arrival Channel,state,destination,port,channels,next-state,deferred\n"
                  "a,,local,,,c,on,0,5,\na,,local,,,c,back,1,6,1\na,,back,1,,c,on,1,0,0\na,b,back,0,,c,on,0,,\n"
                  "a,d,back,0,,c,on,1,,\nb,,,,7,c,on,,7,\nb,,,,8,c,back,,8,\n");
  EXPECT_EQ(relation.name(), "mine");
  EXPECT_EQ(relation.vcs(), 2u);
  EXPECT_TRUE(relation.uses_source());
  EXPECT_EQ(relation.injection_vcs(NodeId{0}), 1u);
  EXPECT_EQ(relation.injection_vcs(NodeId{2}), 2u);
  EXPECT_EQ(relation.table_bits(NodeId{1}), 77u);
  EXPECT_EQ(ways(network, relation, query(0, 2)), "on:1>5, back:2>6 deferred");
  EXPECT_EQ(ways(network, relation, query(0, 2, kNoPort, Vc{1})), "on:1>5, back:2>6 deferred");
  EXPECT_EQ(ways(network, relation, query(0, 2, PortId{0}, Vc{1}, 1)), "on:2");
  EXPECT_EQ(ways(network, relation, query(0, 2, PortId{0}, Vc{0}, 1)), "on:1");
  EXPECT_EQ(ways(network, relation, query(0, 2, PortId{0}, Vc{0}, 3)), "on:2");
  EXPECT_EQ(ways(network, relation, query(0, 2, PortId{0}, Vc{0}, 2)), "") << "no row of this source";
  EXPECT_EQ(ways(network, relation, query(0, 2, PortId{1}, Vc{0}, 1)), "") << "no row of this port";
  EXPECT_EQ(ways(network, relation, query(1, 2, PortId{0}, Vc{1}, 3, 8)), "back:3>8");
  EXPECT_EQ(ways(network, relation, query(1, 2, PortId{0}, Vc{1}, 3, 9)), "");
}

TEST(RouteTableFile, has_the_channels_that_its_rows_name_and_more_if_they_are_wanted) {
  const Network network = ring(3);
  const std::string text = "node,destination,port,channels\na,b,on,2\na,c,back,\n";
  EXPECT_EQ(relation_of(network, text).vcs(), 3u);
  const TableRelation wide = relation_of(network, text, 8);
  EXPECT_EQ(wide.vcs(), 8u);
  EXPECT_EQ(ways(network, wide, query(0, 1)), "on:4");
  EXPECT_EQ(ways(network, wide, query(0, 2)), "back:255") << "an empty cell is all channels";
}

TEST(RouteTableFile, of_a_proof_that_fails_shows_the_cycle_or_the_pair_without_a_way) {
  const Network network = ring(4);
  std::string on = "node,destination,port\n";
  for (const char at : {'a', 'b', 'c', 'd'}) {
    for (const char to : {'a', 'b', 'c', 'd'}) {
      if (at != to) on += std::string(1, at) + ',' + to + ",on\n";
    }
  }
  const ProofResult turning = prove(network, relation_of(network, on));
  EXPECT_EQ(turning.delivered_pairs, turning.pairs);
  EXPECT_FALSE(turning.acyclic);
  EXPECT_EQ(turning.cycle.size(), 4u);
  const std::string row = "b,d,on\n";
  const ProofResult cut = prove(network, relation_of(network, on.erase(on.find(row), row.size())));
  EXPECT_EQ(cut.delivered_pairs + 2, cut.pairs) << "from a and b to d";
  EXPECT_NE(cut.first_undelivered.find("a to d"), std::string::npos) << cut.first_undelivered;
}

struct Wrong {
  std::string text;
  std::string mistakes;
};

TEST(RouteTableFile, every_mistake_has_its_place_and_what_is_right) {
  const Network network = ring(3);
  const std::string columns =
      "node, destination, source, arrival, arrival_channel, state, port, channels, next_state, deferred";
  const std::vector<Wrong> all = {
      {"", "1:1: the file has no table; its first row names the columns, at least node, destination and port\n"},
      {"# nothing\n",
       "1:1: the file has no table; its first row names the columns, at least node, destination and port\n"},
      {"a,b,on\n",
       "1:1: 'a' is none of routing, network, channels, injection, bits, adaptive and dead, and no row before this "
       "one names the columns (" +
           columns + "; needed are node, destination and port)\n"},
      {"channels,4,5\n", "1:1: channels has 2 cells behind it, and takes 1\n"},
      {"injection\n", "1:1: injection has 0 cells behind it, and takes 1 to 2\n"},
      {"routing,x\x1b[31m\nnode,destination,port\n",
       "1:9: the name of the routing has a character that cannot be printed; give it another\n"},
      {"channels,33\n", "1:10: channels must be 1 to 32, not '33'\n"},
      {"network,mesh\n",
       "1:9: the table is of mesh, and the network is ring; leave this row out if the table fits it all "
       "the same\n"},
      {"network,mesh\nnode,destination,port\nx,y,z\n",
       "1:9: the table is of mesh, and the network is ring; leave this row out if the table fits it all the same\n"},
      {"channels,2\nchannels,3\nnode,destination,port\n", "2:1: line 1 says the same; leave one of them out\n"},
      {"injection,a,1\ninjection,b,1\ninjection,a,2\nnode,destination,port\n",
       "3:1: line 1 says the same; leave one of them out\n"},
      {"injection,x,1\n", "1:11: node must be 0 to 2, or a name such as a, not 'x'\n"},
      {"adaptive,a,on,9-\n", "1:15: channels must be of 0 to 31, such as 0, \"0 2\" or 0-3, not '9-'\n"},
      {"node,destination\n", "1:1: the column port is missing; needed are node, destination and port\n"},
      {"node,destination,port,port,speed\n",
       "1:23: the column port is there twice; leave one out\n1:28: there is no column 'speed'; the columns are " +
           columns + '\n'},
      {"node,destination,port\na,b\n", "2:1: the row has 2 cells, and the table 3 columns\n"},
      {"node,destination,port\na,z,on\n", "2:3: destination must be 0 to 2, or a name such as a, not 'z'\n"},
      {"node,destination,port\na,a,on\n",
       "2:3: a packet is at its destination in node a, which its router gives to the PE "
       "by itself; leave the row out\n"},
      {"node,destination,port\na,b,up\n",
       "2:5: node a has no port 'up', and no one link to a node of that name; its ports "
       "are back, on\n"},
      {"node,destination,port\na,b,open\n", "2:5: port open of node a has no link; its ports are back, on\n"},
      {"channels,2\nnode,destination,port,channels\na,b,on,2\n",
       "3:8: channels must be of 0 to 1, such as 0, \"0 2\" or 0-3, not '2'\n"},
      {"node,destination,port,state\na,b,on,-1\n", "2:8: state must be 0 to 2^31 - 1, not '-1'\n"},
      {"node,destination,port,deferred\na,b,on,yes\n", "2:8: deferred must be 0 to 1, not 'yes'\n"},
      {"node,destination,port\na,b,on\nb,c,on\na,b,back\n",
       "4:1: a packet finds this row and that of line 2, where an empty cell stands for any; let rows of one key stand "
       "together, or give more cells\n"},
      {"node,destination,arrival,port\na,b,,on\na,b,local,back\n",
       "3:1: a packet finds this row and that of line 2, where an empty cell stands for any; let rows of one key stand "
       "together, or give more cells\n"},
      {"channels,2\ninjection,3\nnode,destination,port\na,b,on\n",
       "2:11: a PE injects on at most 2 channels, those of a link, not 3\n"},
      {"adaptive,0\nnode,destination,arrival,port,channels\na,b,local,on,0\n",
       "3:1: a table with adaptive channels has neither arrival nor arrival_channel: packets may take such channels in "
       "any "
       "order; leave the columns out\n"},
      {"adaptive,a,on,0\nnode,destination,port,channels\na,b,on,0-1\n",
       "3:1: a way has both adaptive channels and others; give them a row each\n"},
      {"node,destination,port\na,b,\"on\n", "2:5: the quote is not closed\n"},
  };
  for (const Wrong& wrong : all) EXPECT_EQ(mistakes_in(read_table(network, wrong.text)), wrong.mistakes) << wrong.text;
}

/// Compares the answers of two relations to every query that packets of the first can cause.
std::uint64_t differences(const Network& network, const RoutingRelation& relation, const RoutingRelation& read) {
  const RouteTable all = all_queries(network, relation);
  std::uint64_t count = 0;
  for (const RouteTable::Row& row : all.rows) {
    const PortId arrival = row.key.arrival.value == all.ports ? kNoPort : row.key.arrival;
    RouteQuery asked =
        query(row.key.at.value, row.key.destination.value, arrival, row.key.vc, row.key.source.value, row.key.state);
    count += ways(network, relation, asked) != ways(network, read, asked) ? 1 : 0;
  }
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    count += relation.injection_vcs(node) != read.injection_vcs(node) ? 1 : 0;
    count += relation.table_bits(node) != read.table_bits(node) ? 1 : 0;
    for (const PortId port : ids<PortId>(network.ports(node).size())) {
      if (!network.peer({node, port})) continue;
      count += relation.adaptive_vcs(node, port) != read.adaptive_vcs(node, port) ? 1 : 0;
    }
  }
  return count;
}

std::string csv_of(const Network& network, const RoutingRelation& relation) {
  RouteTable table = all_queries(network, relation);
  reduce_keys(table);
  return RouteTableWriter(network, relation, table).csv();
}

TEST(RouteTableFile, of_every_routing_answers_as_the_routing_when_it_is_read_back) {
  using Integers = std::vector<std::int64_t>;
  const std::vector<std::pair<std::string, Parameters>> networks = {
      {"srt1d", {{"n", std::int64_t{4}}}},
      {"srt2d", {{"n", std::int64_t{2}}}},
      {"srt3d", {{"n", std::int64_t{2}}}},
      {"mesh", {{"sides", Integers{4, 3}}}},
      {"torus", {{"sides", Integers{4, 4}}}},
      {"hypercube", {{"n", std::int64_t{4}}}},
      {"full", {{"nodes", std::int64_t{8}}}},
      {"rdt", {{"side", std::int64_t{9}}, {"cardinal", std::int64_t{3}}, {"assignment", std::string("perfect")}}},
      {"sse", {{"n", std::int64_t{4}}}},
      {"mandala", {{"ports", std::int64_t{4}}, {"levels", std::int64_t{2}}}},
  };
  std::size_t routings = 0;
  for (const auto& [kind, parameters] : networks) {
    const auto design = find_family(kind)->build(parameters);
    for (const RoutingInfo& info : routings_of(*design)) {
      for (const unsigned more : {0u, 1u}) {
        const auto relation = kintsugi::make_routing(*design, info.name, info.min_vcs + more);
        const std::string text = csv_of(design->network(), *relation);
        const TableRelation read = relation_of(design->network(), text);
        EXPECT_EQ(differences(design->network(), *relation, read), 0u) << kind << ' ' << info.name;
        EXPECT_EQ(csv_of(design->network(), read), text) << kind << ' ' << info.name;
        EXPECT_EQ(prove(design->network(), read).holds(), prove(design->network(), *relation).holds());
        ++routings;
      }
    }
  }
  EXPECT_GT(routings, 60u);
}

TEST(RouteTableFile, a_changed_row_is_a_difference) {
  const Network network = ring(4);
  const std::string text = "node,destination,port\na,b,on\na,c,on\na,d,back\nb,c,on\nb,d,on\nb,a,back\nc,d,on\n";
  const TableRelation relation = relation_of(network, text);
  std::string changed = text;
  changed.replace(changed.find("b,d,on"), 6, "b,d,a ");
  EXPECT_EQ(differences(network, relation, relation_of(network, text)), 0u);
  EXPECT_GT(differences(network, relation, relation_of(network, changed)), 0u);
}

TEST(RouteTableFile, quotes_names_that_a_table_would_read_as_something_else) {
  Network network("a ring, #1");
  const KindId kind = network.add_kind("base");
  const std::size_t layout = network.add_layout({"p 0", "p,1"});
  for (const char* name : {"x, y", "say \"z\"", "w#"}) network.add_node(name, layout);
  for (std::uint32_t i = 0; i < 3; ++i) {
    network.connect({NodeId{i}, PortId{1}}, {NodeId{(i + 1) % 3}, PortId{0}}, kind);
  }
  const auto relation = make_routing(network, "updown", 2);
  const std::string text = csv_of(network, *relation);
  EXPECT_EQ(differences(network, *relation, relation_of(network, text)), 0u) << text;
}

TEST(TableRelation, is_refused_beyond_its_limit_and_for_too_many_queries) {
  Network network("line");
  const std::size_t layout = network.add_layout({"a"});
  for (std::size_t i = 0; i <= kMostTableNodes; ++i) network.add_node("n" + std::to_string(i), layout);
  EXPECT_THROW(TableRelation(network, {}), std::invalid_argument);
  const Network small = ring(8);
  const auto relation = make_routing(small, "updown", 1);
  EXPECT_THROW(all_queries(small, *relation, {.pairs = 63}), std::length_error);
  EXPECT_THROW(all_queries(small, *relation, {.pairs = 64, .queries = 56}), std::length_error);
  EXPECT_NO_THROW(all_queries(small, *relation, {.pairs = 64, .queries = 1000}));
}

}  // namespace
}  // namespace kintsugi::general
