// The time line: faults, phases of reconfigurations, throughput, and packets that wait or are on their way.
const kTimeLeft = 62;  // pixels for the numbers of the axes
const kTimeRight = 10;

class Timeline {
  constructor(shown, colours) {
    this.shown = shown;
    this.colours = colours;
    this.element = byId("time");
    this.element.hidden = false;
    this.showAll();
    new ResizeObserver(() => this.paint()).observe(this.element);
    shown.on("time", () => this.placeCursor());
    shown.on("theme", () => this.paint());
    this.addPointer();
  }

  get width() { return Math.max(10, this.element.clientWidth - kTimeLeft - kTimeRight); }
  xOf(cycle) { return kTimeLeft + (cycle - this.from) / (this.to - this.from) * this.width; }
  cycleAt(x) { return this.from + (x - kTimeLeft) / this.width * (this.to - this.from); }
  // Shows the cycles from one to another.
  span(from, to) {
    const {lastCycle} = this.shown.record;
    const length = clamp(to - from, Math.min(20, lastCycle + 1), lastCycle + 1);
    this.from = clamp(from, 0, lastCycle + 1 - length);
    this.to = this.from + length;
    this.paint();
  }
  showAll() { this.span(0, this.shown.record.lastCycle + 1); }

  placeCursor() {
    const x = this.xOf(this.shown.time + 0.5);
    const cursor = byId("cursor");
    cursor.hidden = x < kTimeLeft - 1 || x > kTimeLeft + this.width + 1;
    cursor.style.transform = `translateX(${x}px)`;
  }

  addPointer() {
    const {element, shown} = this;
    const at = (event) => event.clientX - element.getBoundingClientRect().left;
    let isDrag = false;
    const move = (event) => shown.show(clamp(Math.floor(this.cycleAt(at(event))), 0, shown.record.lastCycle));
    element.addEventListener("pointerdown", (event) => {
      element.setPointerCapture(event.pointerId);
      isDrag = true;
      move(event);
    });
    element.addEventListener("pointermove", (event) => {
      if (isDrag) move(event);
      this.showTip(event);
    });
    for (const end of ["pointerup", "pointercancel"]) element.addEventListener(end, () => { isDrag = false; });
    element.addEventListener("pointerleave", () => { byId("time_tip").hidden = true; });
    element.addEventListener("wheel", (event) => {
      event.preventDefault();
      const cycle = this.cycleAt(at(event));
      const factor = Math.exp(event.deltaY * 0.0015);
      this.span(cycle - (cycle - this.from) * factor, cycle + (this.to - cycle) * factor);
    }, {passive: false});
  }
  showTip(event) {
    const {record, data} = this.shown;
    const box = this.element.getBoundingClientRect();
    const cycle = record.shown(clamp(this.cycleAt(event.clientX - box.left), 0, record.lastCycle));
    const [from, to] = this.bucketOf(cycle);
    const lines = [`cycle ${cycle}`];
    const phase = record.phaseAt(cycle);
    if (phase) lines.push(phase.name);
    const near = [...data.unmet ?? [], ...data.faults ?? []].filter((fault) => Math.abs(this.xOf(fault.cycle) - this.xOf(cycle)) < 6);
    lines.push(...near.slice(0, 3).map(({text}) => text));
    lines.push(`accepted ${short(record.accepted(from, to))} flits/node/cycle`);
    lines.push(`${record.inFlight(cycle)} in flight, ${record.queued(cycle)} queued`);
    setText(byId("time_tip"), lines.join("\n"));
    placeTip(byId("time_tip"), this.element, event.clientX - box.left, 0);
  }

  // Throughput is a mean over a bin of the load, or over the cycles of 3 pixels if these are more.
  get bucket() {
    const {record} = this.shown;
    const least = Math.max(record.bin, record.step, 3 * (this.to - this.from) / this.width);
    return Math.ceil(least / record.step) * record.step;
  }
  bucketOf(cycle) {
    const from = Math.floor(cycle / this.bucket) * this.bucket;
    return [from, Math.min(from + this.bucket - 1, this.shown.record.lastCycle)];
  }

  paint() {
    if (!this.element.clientWidth) return;
    const context = fitCanvas(byId("timeline"));
    const height = this.element.clientHeight;
    this.rows = {faults: 4, phases: 20, accepted: 48, waiting: 0, end: height - 20};
    this.rows.waiting = this.rows.accepted + (this.rows.end - this.rows.accepted) * 0.55 + 12;
    context.font = "11px system-ui, \"DejaVu Sans\", Verdana, sans-serif";
    this.paintTicks(context);
    this.paintPhases(context);
    this.paintWindow(context);
    this.paintAccepted(context);
    this.paintWaiting(context);
    this.paintFaults(context);
    this.paintUnmet(context);
    this.placeCursor();
  }

  paintTicks(context) {
    const step = Math.max(1, roundUp((this.to - this.from) / Math.max(2, this.width / 90)));
    context.textBaseline = "alphabetic";
    context.textAlign = "center";
    for (let cycle = Math.ceil(this.from / step) * step; cycle <= this.to; cycle += step) {
      const x = this.xOf(cycle);
      context.fillStyle = this.colours.of("edge");
      context.fillRect(x, this.rows.accepted, 1, this.rows.end - this.rows.accepted);
      context.fillStyle = this.colours.of("soft");
      const half = context.measureText(String(cycle)).width / 2;
      context.fillText(String(cycle), clamp(x, half + 2, this.element.clientWidth - half - 2), this.rows.end + 14);
    }
    context.textAlign = "left";
    context.fillText("cycle", 4, this.rows.end + 14);
  }

  paintWindow(context) {
    const {window: measured} = this.shown.data;
    if (!measured) return;
    const left = clamp(this.xOf(measured.from), kTimeLeft, kTimeLeft + this.width);
    const right = clamp(this.xOf(measured.to + 1), kTimeLeft, kTimeLeft + this.width);
    context.fillStyle = this.colours.of("soft");
    context.fillRect(left, this.rows.accepted - 5, right - left, 2);
  }

  paintPhases(context) {
    const {phases} = this.shown.data;
    const [top, height] = [this.rows.phases, 18];
    context.textBaseline = "middle";
    context.textAlign = "left";
    context.fillStyle = this.colours.of("soft");
    context.fillText("phases", 4, top + height / 2);
    context.save();
    context.beginPath();
    context.rect(kTimeLeft, 0, this.width, this.rows.end);
    context.clip();
    context.textAlign = "center";
    for (const {name, from, to} of phases ?? []) {
      const [left, right] = [this.xOf(from), this.xOf(to + 1)];
      if (right < kTimeLeft || left > kTimeLeft + this.width) continue;
      context.fillStyle = this.colours.phase(name);
      context.fillRect(left, top, Math.max(1, right - left), height);
      context.globalAlpha = 0.35;
      context.fillRect(left, this.rows.accepted, Math.max(1, right - left), this.rows.end - this.rows.accepted);
      context.globalAlpha = 1;
      if (context.measureText(name).width > right - left - 6) continue;
      context.fillStyle = this.colours.of("ink");
      const middle = (Math.max(left, kTimeLeft) + Math.min(right, kTimeLeft + this.width)) / 2;
      context.fillText(name, middle, top + height / 2);
    }
    context.restore();
  }

  paintFaults(context) {
    const top = this.rows.faults;
    context.textBaseline = "middle";
    context.textAlign = "left";
    context.fillStyle = this.colours.of("soft");
    context.fillText("faults", 4, top + 7);
    for (const {cycle, ends} of this.shown.data.faults ?? []) {
      const x = this.xOf(cycle);
      if (x < kTimeLeft || x > kTimeLeft + this.width) continue;
      context.beginPath();
      // a fault points down, its end up
      context.moveTo(x - 6, ends ? top + 12 : top + 1);
      context.lineTo(x + 6, ends ? top + 12 : top + 1);
      context.lineTo(x, ends ? top + 1 : top + 12);
      context.closePath();
      context.strokeStyle = context.fillStyle = this.colours.of("fault");
      context.lineWidth = 1.5;
      context.stroke();
      if (!ends) context.fill();
      context.globalAlpha = 0.6;
      context.fillRect(x - 0.5, top + 12, 1, this.rows.end - top - 12);
      context.globalAlpha = 1;
    }
  }

  // A cross where the run has not done what was expected.
  paintUnmet(context) {
    const middle = this.rows.faults + 7;
    context.strokeStyle = this.colours.of("ink");
    context.lineWidth = 2;
    for (const {cycle} of this.shown.data.unmet ?? []) {
      const x = this.xOf(cycle);
      if (x < kTimeLeft || x > kTimeLeft + this.width) continue;
      context.beginPath();
      context.moveTo(x - 5, middle - 5);
      context.lineTo(x + 5, middle + 5);
      context.moveTo(x + 5, middle - 5);
      context.lineTo(x - 5, middle + 5);
      context.stroke();
    }
  }

  paintAxis(context, top, bottom, most, words) {
    context.fillStyle = this.colours.of("edge");
    context.fillRect(kTimeLeft, bottom, this.width, 1);
    context.fillRect(kTimeLeft, top, this.width, 1);
    context.textAlign = "right";
    context.textBaseline = "middle";
    context.fillStyle = this.colours.of("soft");
    context.fillText(short(most), kTimeLeft - 5, top + 5);
    context.fillText("0", kTimeLeft - 5, bottom - 4);
    context.textAlign = "left";
    words.reduce((x, [text, colour]) => {
      context.fillStyle = this.colours.of(colour);
      context.fillText(text, x, top + 7);
      return x + context.measureText(text).width + 12;
    }, kTimeLeft + 6);
  }

  paintAccepted(context) {
    const {record} = this.shown;
    const [top, bottom] = [this.rows.accepted, this.rows.waiting - 10];
    const buckets = [];
    for (let cycle = this.from; cycle < this.to && cycle <= record.lastCycle;) {
      const [from, to] = this.bucketOf(cycle);
      buckets.push([from, to, record.accepted(from, to)]);
      cycle = to + 1;
    }
    const most = roundUp(Math.max(...buckets.map(([, , value]) => value), 0));
    context.beginPath();
    context.moveTo(this.xOf(this.from), bottom);
    for (const [from, to, value] of buckets) {
      const y = bottom - value / most * (bottom - top);
      context.lineTo(clamp(this.xOf(from), kTimeLeft, kTimeLeft + this.width), y);
      context.lineTo(clamp(this.xOf(to + 1), kTimeLeft, kTimeLeft + this.width), y);
    }
    context.lineTo(this.xOf(this.to), bottom);
    context.fillStyle = context.strokeStyle = this.colours.of("accepted");
    context.globalAlpha = 0.25;
    context.fill();
    context.globalAlpha = 1;
    context.lineWidth = 1.3;
    context.stroke();
    this.paintAxis(context, top, bottom, most, [["accepted, flits/node/cycle", "accepted"]]);
  }

  paintWaiting(context) {
    const {record} = this.shown;
    const [top, bottom] = [this.rows.waiting, this.rows.end];
    const cycles = Array.from({length: Math.floor(this.width) + 1}, (_, x) =>
      clamp(Math.floor(this.from + x / this.width * (this.to - this.from)), 0, record.lastCycle));
    const curves = [[cycles.map((cycle) => record.inFlight(cycle)), "flight"],
        [cycles.map((cycle) => record.queued(cycle)), "queued"]];
    const most = roundUp(Math.max(...curves.flatMap(([values]) => values), 0));
    for (const [values, colour] of curves) {
      context.beginPath();
      values.forEach((value, x) => context.lineTo(kTimeLeft + x, bottom - value / most * (bottom - top)));
      context.strokeStyle = this.colours.of(colour);
      context.lineWidth = 1.3;
      context.stroke();
    }
    this.paintAxis(context, top, bottom, most, [["packets in flight", "flight"], ["queued", "queued"]]);
  }
}
