// What the page shows: a time, the chip then, and a selection. Parts of the page subscribe to what they depend on.
class Shown {
  constructor(data) {
    this.data = data;
    this.chip = new Chip(data);
    this.record = new RunRecord(data, this.chip);
    this.wiring = new Wiring(this.chip);
    this.packets = new Packets(data, this.chip, this.wiring);
    this.selection = null;
    this.listeners = {time: [], bin: [], epoch: [], selection: [], theme: []};
    this.isPlaying = false;
    this.setTime(0);
  }

  on(what, listener) { this.listeners[what].push(listener); }
  tell(what) { for (const listener of this.listeners[what]) listener(); }

  // The time may lie between cycles while playing; numbers are those of a cycle.
  setTime(time) {
    const {chip, record, data} = this;
    this.time = data.kind === "repair" ? chip.epochAt(time) : clamp(time, 0, record.lastCycle);
    this.cycle = data.kind === "repair" ? this.time : record.shown(this.time);
    this.bin = record.binAt(this.time);
    this.epoch = chip.epoch(chip.epochAt(this.time));
  }
  // Moves to a time; parts that did not change are not drawn again.
  go(time) {
    const {bin, epoch} = this;
    this.setTime(time);
    if (this.epoch !== epoch) this.tell("epoch");
    if (this.bin !== bin || this.epoch !== epoch) this.tell("bin");
    this.tell("time");
  }
  show(cycle) {
    this.go(this.data.kind === "repair" ? cycle : this.record.shown(cycle));
  }

  count(kind) {
    return {pe: this.chip.siteCount, switch: this.chip.switches.names.length, link: this.chip.directionCount,
      packet: this.packets.count}[kind] ?? 0;
  }
  select(kind, index) {
    const isThere = Number.isInteger(index) && index >= 0 && index < this.count(kind);
    this.selection = isThere ? {kind, index} : null;
    this.tell("selection");
  }
  // A selected packet is shown on its way: time moves there if it is not under way.
  follow(packet) {
    const {injected, ended, created} = this.packets.packets;
    const begin = injected[packet] === kNever ? created[packet] : injected[packet];
    if (!this.packets.isUnderWay(packet, this.cycle)) {
      const end = ended[packet] === kNever ? this.record.lastCycle : ended[packet];
      this.show(Math.floor((begin + end) / 2));
    }
    this.select("packet", packet);
  }

  // The fault whose repair is under way, or null.
  get faultNow() {
    const faults = (this.data.faults ?? []).filter(({cycle}) => cycle <= this.time);
    const fault = faults.at(-1);
    if (!fault) return null;
    const phases = this.data.phases ?? [];
    const after = phases.find(({to}) => to >= fault.cycle);
    const own = phases.filter(({repair}) => repair === after?.repair);
    const end = Math.max(fault.cycle + 50, ...own.map(({to}) => to));
    return this.time <= end ? fault : null;
  }
}
