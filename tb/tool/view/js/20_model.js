// The chip of the document: names, and what it is in each epoch.
class Chip {
  constructor(data) {
    this.data = data;
    this.geometry = data.geometry;
    this.sites = data.geometry.sites;
    this.switches = data.geometry.switches;
    this.lines = data.geometry.lines;
    this.siteCount = this.sites.names.length;
    this.directions = data.directions;
    this.directionCount = data.directions.from.length;
    this.epochs = [];
    this.portCount = Math.max(1, data.ports.length);
    this.directionOf = new Map();
    const {from, port} = data.directions;
    for (let d = 0; d < this.directionCount; ++d) this.directionOf.set(this.portKey(from[d], port[d]), d);
  }

  portKey(site, port) { return site * this.portCount + port; }
  directionAt(site, port) { return this.directionOf.get(this.portKey(site, port)) ?? -1; }

  // The number of the epoch that holds in a cycle. A repair has no time: its cycles number its epochs.
  epochAt(cycle) {
    const {epochs, kind} = this.data;
    if (kind === "repair") return clamp(cycle, 0, epochs.length - 1);
    let found = 0;
    while (found + 1 < epochs.length && epochs[found + 1].cycle <= cycle) ++found;
    return found;
  }

  // An epoch has the ways that differ from the epoch before; here they are complete: `to` and `ways`, by direction.
  epoch(number) {
    for (let i = this.epochs.length; i <= number; ++i) this.epochs.push(this.complete(i));
    return this.epochs[number];
  }

  complete(number) {
    const {label, cycle, node, dead, dead_line, stuck, state, changed, to, first, lines} = this.data.epochs[number];
    const before = this.epochs[number - 1];
    const all = {number, label, cycle, node, dead, deadLine: dead_line, state};
    all.stuck = stuck ?? new Uint8Array(state.length);
    all.to = before ? before.to.slice() : new Int32Array(this.directionCount).fill(-1);
    all.ways = before ? before.ways.slice() : new Array(this.directionCount).fill([]);
    changed.forEach((direction, i) => {
      all.to[direction] = to[i];
      all.ways[direction] = lines.subarray(first[i], first[i + 1]);
    });
    return all;
  }

  // The chip without defects, against which nodes have moved and switches have changed: where each node lives, by site,
  // and the state of each switch. Where the data have none of it, this is the first epoch.
  get home() { return this.data.home ?? this.epoch(0); }
  isMoved(epoch, site) { return epoch.node[site] >= 0 && this.home.node[site] !== epoch.node[site]; }
  isGivenUp(epoch, site) { return epoch.node[site] < 0 && !epoch.dead[site] && this.home.node[site] >= 0; }
  isSwitched(epoch, id) { return this.home.state[id] !== epoch.state[id]; }

  siteName(site) { return site < 0 ? "–" : this.sites.names[site]; }
  nodeName(node) { return node < 0 ? "none" : this.data.nodes[node]; }
  portName(port) { return this.data.ports[port] ?? "local"; }
  // A name of a site with the node that lives there, where the two differ.
  fullName(site, epoch) {
    if (site < 0) return "–";
    const name = this.siteName(site);
    const node = epoch.node[site];
    return node < 0 || this.nodeName(node) === name ? name : `${name} (node ${this.nodeName(node)})`;
  }
  directionName(direction, epoch) {
    const to = epoch.to[direction];
    const from = `${this.siteName(this.directions.from[direction])} ${this.portName(this.directions.port[direction])}`;
    return to < 0 ? `${from}, open` : `${from} → ${this.siteName(to)}`;
  }
  stateName(id, epoch) { return this.data.states[epoch.state[id]] ?? "–"; }

  // The nodes that live elsewhere than on the chip without defects: node, from and to (sites).
  moves(epoch) {
    const home = new Map();
    this.home.node.forEach((node, site) => { if (node >= 0) home.set(node, site); });
    const moves = [];
    epoch.node.forEach((node, to) => {
      if (node >= 0 && home.has(node) && home.get(node) !== to) moves.push({node, from: home.get(node), to});
    });
    return moves.sort((a, b) => a.node - b.node);
  }

  // The repairs of a run, in order: the cycle from which each holds (null: before the traffic), and the nodes that it
  // has moved, as the report counts them: the first against the chip without defects, all others against the one before.
  repairs() {
    if (!this.data.home) return [];
    const found = [];
    let before = this.data.home.node;
    this.data.epochs.forEach(({cycle, node}, number) => {
      let moved = 0;
      for (let site = 0; site < this.siteCount; ++site) moved += node[site] >= 0 && node[site] !== before[site] ? 1 : 0;
      if (!number || moved) found.push({cycle: number ? cycle : null, moved});
      before = node;
    });
    return found;
  }

  // Counts of what the epoch has changed.
  changes(epoch) {
    const count = (length, test) => {
      let sum = 0;
      for (let i = 0; i < length; ++i) sum += test(i) ? 1 : 0;
      return sum;
    };
    return {
      moved: count(this.siteCount, (site) => this.isMoved(epoch, site)),
      dead: count(this.siteCount, (site) => epoch.dead[site]),
      givenUp: count(this.siteCount, (site) => this.isGivenUp(epoch, site)),
      switched: count(epoch.state.length, (id) => this.isSwitched(epoch, id)),
      stuck: count(epoch.stuck.length, (id) => epoch.stuck[id]),
      deadLines: count(epoch.deadLine.length, (line) => epoch.deadLine[line]),
    };
  }
}
