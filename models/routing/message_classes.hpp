/// Message classes: a routing of which each class of messages has virtual channels of its own, so that messages of one
/// class never wait for those of another in the network.
///
/// Channels  an inner relation with V channels becomes one with classes * V: class k has channels k * V to
///           k * V + V - 1 of every link and takes them as the inner relation says. So all classes take the same routes
/// State     the class is in the header: state = inner state * classes + class. It is the class for the whole route; a
///           new packet starts with initial_state()
/// Injection the channels between a PE and its router belong to no class: packets of all classes may wait there behind
///           each other. Candidates do not depend on which of these channels a packet arrived on
/// Errors    the constructor throws std::invalid_argument for no class and for more channels than a link has. route()
///           throws std::logic_error for an inner state that leaves no room for the class, an inner candidate with a
///           channel that the inner relation does not have, and a packet that arrived on a channel of another class
/// Not modelled: FaultAware; a chip is given that of the inner relation
/// Source    Dally and Towles, "Principles and Practices of Interconnection Networks", 2004, chapter 14: a network for
///           each kind of message, physical or virtual, avoids protocol deadlock. Whether it does is proved by
///           reply_proof.hpp
#pragma once

#include <string>

#include "models/routing/relation.hpp"

namespace kintsugi {

class MessageClasses final : public RoutingRelation {
 public:
  /// `inner` must outlive the relation.
  MessageClasses(const RoutingRelation& inner, unsigned classes);

  /// Returns the number of classes.
  unsigned classes() const { return classes_; }
  /// Returns what a new packet of class 0 .. classes() - 1 starts with.
  RoutingState initial_state(unsigned message_class) const { return message_class; }
  /// Returns the channels of a class.
  VcSet class_channels(unsigned message_class) const { return all_vcs(inner_vcs_) << (message_class * inner_vcs_); }

  /// Returns that of the inner relation with the number of classes.
  const std::string& name() const override { return name_; }
  unsigned message_classes() const override { return classes_; }
  unsigned vcs() const override { return classes_ * inner_vcs_; }
  void route(const RouteQuery& query, Candidates& out) const override;
  bool uses_source() const override { return inner_->uses_source(); }
  bool is_adaptive() const override { return inner_->is_adaptive(); }
  VcSet adaptive_vcs(NodeId node, PortId port) const override;
  unsigned injection_vcs(NodeId node) const override { return classes_ * inner_->injection_vcs(node); }
  std::uint64_t table_bits(NodeId node) const override { return inner_->table_bits(node); }
  bool can_deadlock() const override { return inner_->can_deadlock(); }

 private:
  RouteQuery inner_query(const RouteQuery& query) const;

  const RoutingRelation* inner_;
  unsigned inner_vcs_;
  unsigned classes_;
  std::string name_;
};

}  // namespace kintsugi
