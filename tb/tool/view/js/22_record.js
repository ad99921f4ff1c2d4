// The record of the run: sums up to a cycle, and loads by bin.
const kSummed = ["created", "injected", "delivered", "lost", "lost_queued", "flits"];

class RunRecord {
  constructor(data, chip) {
    this.data = data;
    this.chip = chip;
    this.cycles = data.kind === "run" ? data.cycles : 0;
    this.lastCycle = Math.max(0, this.cycles - 1);
    this.step = data.series?.step ?? 1;
    this.sums = {};
    for (const name of kSummed) this.sums[name] = this.sum(data.series?.[name]);
  }

  sum(column = []) {
    const sums = new Float64Array(column.length + 1);
    for (let i = 0; i < column.length; ++i) sums[i + 1] = sums[i] + column[i];
    return sums;
  }

  // The last cycle of the step that a cycle is in: sums are known there.
  shown(cycle) {
    const whole = clamp(Math.floor(cycle), 0, this.lastCycle);
    return Math.min(Math.floor(whole / this.step) * this.step + this.step - 1, this.lastCycle);
  }
  upTo(name, cycle) {
    const sums = this.sums[name];
    return sums[clamp(Math.floor(cycle / this.step) + 1, 0, sums.length - 1)];
  }
  queued(cycle) { return this.upTo("created", cycle) - this.upTo("injected", cycle) - this.upTo("lost_queued", cycle); }
  inFlight(cycle) {
    return this.upTo("injected", cycle) - this.upTo("delivered", cycle) - this.upTo("lost", cycle)
        + this.upTo("lost_queued", cycle);
  }
  // Accepted flits of each node with a PE and cycle, from a cycle to another, both with.
  accepted(from, to) {
    const flits = this.upTo("flits", to) - (from > 0 ? this.upTo("flits", from - 1) : 0);
    return flits / (to - from + 1) / Math.max(1, this.data.pes ?? this.data.nodes.length);
  }

  phaseAt(cycle) { return this.data.phases?.find(({from, to}) => from <= cycle && cycle <= to) ?? null; }
  sectionAt(cycle) { return this.data.sections?.findIndex(({from, to}) => from <= cycle && cycle <= to) ?? -1; }

  get hasLoad() { return Boolean(this.data.load && this.data.load.bins > 0); }
  get bin() { return this.data.load?.bin ?? 1; }
  binAt(cycle) { return this.hasLoad ? clamp(Math.floor(cycle / this.bin), 0, this.data.load.bins - 1) : 0; }
  binCycles(bin) { return Math.max(1, Math.min(this.bin, this.cycles - bin * this.bin)); }
  loadIn(bin) {
    const count = this.chip.directionCount;
    return this.hasLoad ? this.data.load.flits.subarray(bin * count, (bin + 1) * count) : new Uint8Array(count);
  }
  queueIn(bin) {
    const count = this.chip.siteCount;
    return this.hasLoad ? this.data.load.queue.subarray(bin * count, (bin + 1) * count) : new Uint8Array(count);
  }
  // The load of a direction or the queue of a site, by bin.
  through(column, count, index) {
    const values = new Float64Array(this.hasLoad ? this.data.load.bins : 0);
    for (let bin = 0; bin < values.length; ++bin) values[bin] = column[bin * count + index];
    return values;
  }

  get mostQueued() {
    if (!this.hasLoad) return 0;
    return this.highestQueue ??= this.data.load.queue.reduce((a, b) => Math.max(a, b), 0);
  }
  // The highest load in any bin, in flits each cycle.
  get mostLoad() {
    if (!this.hasLoad) return 1;
    return this.highestLoad ??= roundUp(this.data.load.flits.reduce((a, b) => Math.max(a, b), 0) / this.bin);
  }
  // Flits of each direction in the whole run.
  get totals() {
    if (this.totalFlits) return this.totalFlits;
    this.totalFlits = new Float64Array(this.chip.directionCount);
    for (let bin = 0; this.hasLoad && bin < this.data.load.bins; ++bin) {
      this.loadIn(bin).forEach((flits, direction) => { this.totalFlits[direction] += flits; });
    }
    return this.totalFlits;
  }

  at(cycle, packets) {
    const {chip} = this;
    if (this.data.kind === "repair") cycle = chip.epochAt(cycle);
    else cycle = this.shown(cycle);
    const epoch = chip.epochAt(cycle);
    const bin = this.binAt(cycle);
    const state = {cycle, phase: this.phaseAt(cycle)?.name ?? null, epoch};
    for (const name of kSummed) state[name] = this.upTo(name, cycle);
    return Object.assign(state, {
      queued: this.queued(cycle), in_flight: this.inFlight(cycle), load: this.loadIn(bin), queue: this.queueIn(bin),
      node: chip.epoch(epoch).node, packets: packets.underWay(cycle),
    });
  }
}
