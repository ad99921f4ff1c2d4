// Files of flows: tables and matrices, and what is said of wrong ones.
#include "models/traffic/flow_file.hpp"

#include <gtest/gtest.h>

namespace kintsugi {
namespace {

Network named_network(const std::vector<std::string>& names) {
  Network network("test");
  const std::size_t layout = network.add_layout({"a"});
  for (const std::string& name : names) network.add_node(name, layout);
  return network;
}

class FlowFiles : public testing::Test {
 protected:
  FlowFile read(std::string_view text) {
    auto file = read_flows(text, names_);
    if (std::holds_alternative<FlowFile>(file)) return std::get<FlowFile>(std::move(file));
    for (const FileMistake& mistake : std::get<1>(file)) {
      ADD_FAILURE() << mistake.line << ':' << mistake.column << ": " << mistake.message;
    }
    return {};
  }
  /// Returns the mistakes as lines "line:column: message".
  std::string refusal(std::string_view text) {
    const auto file = read_flows(text, names_);
    if (std::holds_alternative<FlowFile>(file)) return "none";
    std::string lines;
    for (const auto& [line, column, message] : std::get<1>(file)) {
      lines += std::to_string(line) + ':' + std::to_string(column) + ": " + message + '\n';
    }
    return lines;
  }

  Network network_ = named_network({"cpu", "gpu", "mem", "io"});
  NodeNames names_{network_};
};

const std::vector<Flow> kTwo = {{NodeId{0}, NodeId{2}, 0.25, std::nullopt, 0, Flow::kNoEnd},
                                {NodeId{1}, NodeId{2}, 0.5, 8, 100, 2000}};

TEST_F(FlowFiles, are_tables_with_names_or_numbers_in_any_spelling) {
  const FlowFile file = read("# of the camera pipeline\n\ncpu,mem,0.25\ngpu, mem, 0.5, 8, 100, 2000\n");
  EXPECT_EQ(file.flows, kTwo);
  EXPECT_EQ(file.lines, (std::vector<int>{3, 4}));
  EXPECT_EQ(read("0 2 0.25\n1\t2 0.5 8 100 2000 # at night").flows, kTwo);
  EXPECT_EQ(read("0;2;.25\r\n1;2;5e-1;8;100;2000\r\n").flows, kTwo);
  EXPECT_EQ(read("\xEF\xBB\xBFsource,destination,rate,flits,from,to\ncpu,mem,0.25,,,\n1,2,0.5,8,100,2000").flows, kTwo);
  EXPECT_EQ(read("to,Rate,\"src\",DST,flits,from\n,0.25,cpu,mem,,\n2000,0.5,gpu,mem,8,100\n").flows, kTwo);
}

TEST_F(FlowFiles, can_have_classes) {
  std::vector<Flow> flows = kTwo;
  flows[1].priority_class = 7;
  EXPECT_EQ(read("cpu,mem,0.25\ngpu,mem,0.5,8,100,2000,7\n").flows, flows);
  EXPECT_EQ(read("class,src,dst,rate,flits,from,to\n,cpu,mem,0.25,,,\n7,gpu,mem,0.5,8,100,2000\n").flows, flows);
  EXPECT_EQ(refusal("gpu,mem,0.5,8,100,2000,8\n"), "1:24: class must be 0 to 7, or empty, not '8'\n");
}

TEST_F(FlowFiles, are_matrices_too) {
  const FlowFile file = read(",cpu,gpu,mem\ncpu,0,,0.25\n3,0.1,0,0\ngpu,0,1,0.0\n");
  const std::vector<Flow> flows = {{NodeId{0}, NodeId{2}, 0.25, std::nullopt, 0, Flow::kNoEnd},
                                   {NodeId{3}, NodeId{0}, 0.1, std::nullopt, 0, Flow::kNoEnd},
                                   {NodeId{1}, NodeId{1}, 1, std::nullopt, 0, Flow::kNoEnd}};
  EXPECT_EQ(file.flows, flows);
  EXPECT_EQ(file.lines, (std::vector<int>{2, 3, 4}));
  EXPECT_EQ(read("\tcpu\tgpu\tmem\ncpu\t0\t\t0.25\n3\t0.1\t0\t0\ngpu\t0\t1\t0.0\n").flows, flows) << "by tabs";
  EXPECT_EQ(read("\t# indented\n\tcpu\tmem\t0.25\n\tgpu mem 0.5 8 100 2000\n").flows, kTwo);
  EXPECT_EQ(read("src\\dst,cpu,gpu,mem\ncpu,0,,0.25\n3,0.1,0,0\ngpu,0,1,0.0\n").flows, flows);
  EXPECT_EQ(read("from/to;cpu;gpu;mem\ncpu;0;;0.25\n3;0.1;0;0\ngpu;0;1;0.0\n").flows, flows);
}

TEST_F(FlowFiles, that_are_wrong_are_refused_with_the_place_and_the_remedy) {
  EXPECT_EQ(refusal("cpu,mem,0.1\ncpu,men,2\n1,2\n9,2,nan,0,-1,x\ncpu,mem,0.1,4,20,20\n"),
            "2:5: destination must be 0 to 3, or a name such as cpu, not 'men'\n"
            "2:9: rate must be 0 to 1 flits/cycle, not '2'\n"
            "3:1: the line has 2 cells; a flow is source,destination,rate and, if wanted, flits,from,to,class\n"
            "4:1: source must be 0 to 3, not '9'\n"
            "4:5: rate must be 0 to 1 flits/cycle, not 'nan'\n"
            "4:9: flits must be 1 to 65535, or empty, not '0'\n"
            "4:11: from must be 0 to 10^12, or empty, not '-1'\n"
            "4:14: to must be 0 to 10^12, or empty, not 'x'\n"
            "5:1: the flow ends in cycle 20, before it begins in cycle 20; `to` is the cycle after its last\n");
  EXPECT_EQ(refusal("source,target,rate\ncpu,mem,0.1\n"),
            "1:1: the column destination is missing; the columns are source,destination,rate and, if wanted, "
            "flits,from,to,class\n"
            "1:8: there is no column 'target'; the columns are source,destination,rate and, if wanted, "
            "flits,from,to,class\n");
  EXPECT_EQ(refusal("source,dst,dest,rate\n"), "1:12: the column destination is there twice; leave one out\n");
  EXPECT_EQ(refusal("source,destination,rate\ncpu,mem,0.1,4\n"),
            "2:1: the line has 4 cells; a flow is 3 cells, as the first row says\n");
  EXPECT_EQ(refusal("0,0,0,0,0,0,0,0\n"),
            "1:1: the line has 8 cells; a flow is source,destination,rate and, if wanted, flits,from,to,class; the "
            "first row of a matrix begins with an empty cell, and names the destinations\n");
  EXPECT_EQ(refusal("c/pu,mem,0.1\n"), "1:1: source must be 0 to 3, or a name such as cpu, not 'c/pu'\n");
  EXPECT_EQ(refusal(",cpu,bus\ncpu,0.1\n"), "1:6: destination must be 0 to 3, or a name such as cpu, not 'bus'\n");
  EXPECT_EQ(refusal(",cpu,gpu\ncpu,0.1\nbus,0,1\ngpu,7,x\n"),
            "2:1: the row has 1 rate; the first row names 2 destinations\n"
            "3:1: source must be 0 to 3, or a name such as cpu, not 'bus'\n"
            "4:5: rate must be 0 to 1 flits/cycle, not '7'\n"
            "4:7: rate must be 0 to 1 flits/cycle, not 'x'\n");
  EXPECT_EQ(refusal("cpu,mem,\"0.1\n"), "1:9: the quote is not closed\n");
  EXPECT_EQ(refusal("# nothing\n"),
            "1:1: the file has no flow; a line is source,destination,rate and, if wanted, flits,from,to,class\n");
  EXPECT_EQ(refusal("source,destination,rate\n"),
            "1:1: the file has no flow; a line is source,destination,rate and, if wanted, flits,from,to,class\n");
  EXPECT_EQ(refusal(",cpu,gpu\n"), "1:1: the matrix has no row; a row is the source, then the rates of its flows\n");
  EXPECT_EQ(refusal(",cpu,mem,0\ncpu,0,0,0\n"), "1:10: the destination '0' comes twice; leave one column out\n");
  EXPECT_EQ(refusal(",cpu,mem\ncpu,0,0.1\ngpu,0,0.1\n0,0.2,0\n"),
            "4:1: the source '0' has a row in line 2 already; leave one out\n");
  EXPECT_NE(refusal(std::string("cpu,mem,0.1\n\0", 13)), "none");
}

TEST_F(FlowFiles, of_mistakes_alone_are_not_read_for_ever) {
  std::string text;
  for (int line = 0; line < 100000; ++line) text += "x,y,z\n";
  const auto file = read_flows(text, names_);
  EXPECT_EQ(std::get<1>(file).size(), 1000u);
}

}  // namespace
}  // namespace kintsugi
