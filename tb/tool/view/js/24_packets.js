// Packets with their way. Between two routers a packet is where the fastest head on that link would be, then it waits.
const kNever = 0xffffffff;
const kFates = ["in the source queue", "in flight", "delivered", "lost"];

class Packets {
  constructor(data, chip, wiring) {
    this.packets = data.packets ?? {kept: 0, total: 0, chosen: ""};
    this.reasons = data.reasons ?? [];
    this.chip = chip;
    this.wiring = wiring;
    this.count = this.packets.kept;
  }

  latency(p) { return this.packets.fate[p] === 2 ? this.packets.ended[p] - this.packets.created[p] : null; }
  hops(p) { return this.count ? [this.packets.first_hop[p], this.packets.first_hop[p + 1]] : [0, 0]; }
  isUnderWay(p, cycle) { return this.packets.injected[p] <= cycle && cycle < this.packets.ended[p]; }
  name(p) { return `${this.chip.nodeName(this.packets.source[p])} #${this.packets.number[p]}`; }
  destination(p) { const to = this.packets.destination[p]; return to < 0 ? "multicast" : this.chip.nodeName(to); }

  // Why it was lost, with the dead PE for which it was.
  reason(p) {
    const dead = this.packets.dead[p];
    const reason = this.reasons[this.packets.reason[p]] ?? "–";
    return dead < 0 ? reason : `${reason}: ${this.chip.siteName(dead)} is dead`;
  }

  // For each hop the next one of its packet from the router that it leads to, or -1; for each link the fewest cycles.
  prepare() {
    if (this.next) return;
    const {hop_head: head, hop_site: site, hop_out: out} = this.packets;
    const {chip} = this;
    this.next = new Int32Array(head.length).fill(-1);
    this.link = new Int32Array(head.length);
    this.fastest = new Map();
    for (let p = 0; p < this.count; ++p) {
      const [begin, end] = this.hops(p);
      for (let hop = begin; hop < end; ++hop) {
        const link = this.link[hop] = chip.directionAt(site[hop], out[hop]);
        if (link < 0) continue;
        const far = chip.epoch(chip.epochAt(head[hop])).to[link];
        this.next[hop] = site.subarray(0, end).indexOf(far, hop + 1);
        if (this.next[hop] < 0) continue;
        const spent = Math.max(1, head[this.next[hop]] - head[hop]);
        this.fastest.set(link, Math.min(this.fastest.get(link) ?? spent, spent));
      }
    }
  }

  // The site of the router that the head has left last, or of the PE before it has left one.
  siteAt(p, cycle) {
    let site = this.packets.from[p];
    const [begin, end] = this.hops(p);
    for (let hop = begin; hop < end && this.packets.hop_head[hop] <= cycle; ++hop) site = this.packets.hop_site[hop];
    return site;
  }
  underWay(cycle) {
    const found = [];
    for (let p = 0; p < this.count; ++p) {
      if (!this.isUnderWay(p, cycle)) continue;
      found.push({source: this.packets.source[p], number: this.packets.number[p], site: this.siteAt(p, cycle)});
    }
    return found;
  }

  // Calls visit(packet, x, y) for each packet under way; for a multicast, for each of its copies.
  places(time, visit) {
    if (!this.count) return;
    this.prepare();
    for (let p = 0; p < this.count; ++p) if (this.isUnderWay(p, time)) this.placesOf(p, time, visit);
  }
  placesOf(p, time, visit) {
    const {hop_head: head, hop_site: site} = this.packets;
    const [begin, end] = this.hops(p);
    const at = (place) => visit(p, this.chip.sites.x[place], this.chip.sites.y[place]);
    if (begin === end || time < head[begin]) {
      if (this.packets.from[p] >= 0) at(this.packets.from[p]);
      return;
    }
    for (let hop = begin; hop < end && head[hop] <= time; ++hop) {
      const next = this.next[hop];
      if (next >= 0 && head[next] <= time) continue;
      const link = this.link[hop];
      if (link < 0) { at(site[hop]); continue; }
      const way = this.wiring.way(this.chip.epoch(this.chip.epochAt(head[hop])), link);
      visit(p, ...pointAt(way, Math.min(1, (time - head[hop]) / (this.fastest.get(link) ?? 1))));
    }
  }
}
