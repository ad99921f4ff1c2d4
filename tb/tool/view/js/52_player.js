// Play, step, speed, and jumps to faults.
const kSpeeds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];  // cycles each second
const kPlaySeconds = 40;  // for all of a run, at the speed that is set at first

class Player {
  constructor(shown, timeline) {
    this.shown = shown;
    byId("player").hidden = false;
    this.slider = byId("slider");
    this.slider.max = shown.record.lastCycle;
    this.slider.oninput = () => shown.show(Number(this.slider.value));
    this.slider.onkeydown = (event) => this.onSliderKey(event);
    this.addSpeeds();
    this.addRanges(timeline);
    const buttons = {
      first: () => shown.show(0), last: () => shown.show(shown.record.lastCycle), play: () => this.toggle(),
      step_back: () => this.step(-1), step_on: () => this.step(1), bin_back: () => this.stepBin(-1),
      bin_on: () => this.stepBin(1), fault_back: () => this.jump(-1), fault_on: () => this.jump(1),
    };
    for (const [id, action] of Object.entries(buttons)) byId(id).onclick = action;
    byId("fault_back").disabled = byId("fault_on").disabled = !(shown.data.faults ?? []).length;
    shown.on("time", () => this.state());
    this.state();
  }

  addSpeeds() {
    const {lastCycle} = this.shown.record;
    const wanted = (lastCycle + 1) / kPlaySeconds;
    const best = kSpeeds.find((each) => each >= wanted) ?? kSpeeds.at(-1);
    byId("speed").append(...kSpeeds.map((each) => make("option", {value: each, selected: each === best},
      `${each} ${each === 1 ? "cycle" : "cycles"}/s`)));
  }
  addRanges(timeline) {
    const spans = [["whole run", 0, this.shown.record.lastCycle + 1]];
    const numbers = [...new Set((this.shown.data.phases ?? []).map(({repair}) => repair))];
    for (const number of numbers) {
      const own = this.shown.data.phases.filter(({repair}) => repair === number);
      const [from, to] = [Math.min(...own.map((each) => each.from)), Math.max(...own.map((each) => each.to))];
      const margin = Math.max(20, (to - from) * 0.25);
      spans.push([`reconfiguration ${number + 1}`, from - margin, to + margin, from]);
    }
    byId("range").append(...spans.map(([name], i) => make("option", {value: i}, name)));
    byId("range").onchange = () => {
      const [, from, to, begin] = spans[Number(byId("range").value)];
      timeline.span(from, to);
      if (begin !== undefined) this.shown.show(begin);
    };
  }

  state() {
    const {cycle, record, time} = this.shown;
    this.slider.value = Math.floor(time);
    this.slider.setAttribute("aria-valuetext", `cycle ${cycle}`);
    const phase = record.phaseAt(cycle);
    setText(byId("now"), `cycle ${cycle} of ${record.lastCycle}${phase ? `, ${phase.name}` : ""}`);
  }
  // The slider's own step of a cycle would not leave a step of more cycles.
  onSliderKey(event) {
    const by = {ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1}[event.key];
    if (by === undefined || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.step(by);
  }
  step(by) {
    this.pause();
    const {cycle, record} = this.shown;
    this.shown.show(clamp(cycle + by * record.step, 0, record.lastCycle));
  }
  // To the begin of the bin before or after.
  stepBin(by) {
    this.pause();
    const {record, bin} = this.shown;
    this.shown.show(clamp((bin + by) * record.bin, 0, record.lastCycle));
  }
  jump(by) {
    this.pause();
    const cycles = (this.shown.data.faults ?? []).map(({cycle}) => cycle).sort((a, b) => a - b);
    const {cycle, record} = this.shown;
    const next = by > 0 ? cycles.find((each) => record.shown(each) > cycle)
        : cycles.filter((each) => record.shown(each) < cycle).at(-1);
    if (next !== undefined) this.shown.show(next);
  }

  toggle() { if (this.shown.isPlaying) this.pause(); else this.play(); }
  play() {
    const {shown} = this;
    if (shown.time >= shown.record.lastCycle) shown.show(0);
    shown.isPlaying = true;
    this.label();
    let before = performance.now();
    const frame = (now) => {
      if (!shown.isPlaying) return;
      const time = shown.time + Math.max(0, now - before) / 1000 * Number(byId("speed").value);
      before = now;
      shown.go(time);
      if (shown.time >= shown.record.lastCycle) this.pause();
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }
  pause() {
    if (!this.shown.isPlaying) return;
    this.shown.isPlaying = false;
    this.label();
    this.shown.show(this.shown.time);
  }
  label() {
    setText(byId("play"), this.shown.isPlaying ? "Pause" : "Play");
    byId("play").setAttribute("aria-pressed", String(this.shown.isPlaying));
  }
}

// The buttons of a repair: its states before and after, which have no time.
const addEpochButtons = (shown) => {
  const bar = byId("epoch_bar");
  bar.hidden = false;
  const buttons = shown.data.epochs.map(({label}, number) => make("button", {onclick: () => shown.show(number)},
      label));
  bar.append("Show", ...buttons);
  const mark = () => buttons.forEach((button, number) => button.setAttribute("aria-pressed",
      String(number === shown.epoch.number)));
  shown.on("epoch", mark);
  mark();
};
