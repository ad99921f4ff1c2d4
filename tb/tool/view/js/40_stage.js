// The stage: the picture in layers, moved and scaled together. Each layer is drawn again only if what it shows changes.
const kLayers = ["wires", "loads", "boxes", "moving"];

class Stage {
  constructor(shown, colours) {
    this.shown = shown;
    this.colours = colours;
    this.element = byId("stage");
    this.stale = new Set(kLayers);
    this.painters = {wires: paintWires, loads: paintLoads, boxes: paintBoxes, moving: paintMoving};
    this.isFitted = true;
    new ResizeObserver(() => this.resized()).observe(this.element);
    shown.on("epoch", () => this.redraw());
    shown.on("bin", () => this.redraw("loads", "moving"));
    shown.on("time", () => this.redraw("moving"));
    shown.on("selection", () => this.redraw("moving"));
    shown.on("theme", () => this.redraw());
    this.addPointer();
    byId("zoom_in").onclick = () => this.zoom(1.4);
    byId("zoom_out").onclick = () => this.zoom(1 / 1.4);
    byId("zoom_fit").onclick = () => this.fit();
    this.fit();
  }

  redraw(...layers) {
    for (const layer of layers.length ? layers : kLayers) this.stale.add(layer);
    this.frame ??= requestAnimationFrame(() => this.paint());
  }
  paint() {
    cancelAnimationFrame(this.frame);
    this.frame = undefined;
    for (const layer of this.stale) {
      const context = fitCanvas(byId(layer));
      context.translate(this.x, this.y);
      context.scale(this.scale, this.scale);
      this.painters[layer](context, this);
    }
    this.stale.clear();
  }

  get size() { return [this.element.clientWidth, this.element.clientHeight]; }
  resized() {
    if (this.isFitted) this.fit();
    else this.redraw();
  }
  fit() {
    const [width, height] = this.size;
    const {geometry} = this.shown.chip;
    const margin = 14;
    this.least = Math.min((width - 2 * margin) / geometry.width, (height - 2 * margin) / geometry.height, 2.5);
    this.least = Math.max(this.least, 0.01);
    this.scale = this.least;
    this.x = (width - geometry.width * this.scale) / 2;
    this.y = (height - geometry.height * this.scale) / 2;
    this.isFitted = true;
    this.redraw();
  }
  zoom(factor, x = this.size[0] / 2, y = this.size[1] / 2) {
    const scale = clamp(this.scale * factor, this.least * 0.5, Math.max(8, this.least));
    this.move(x - (x - this.x) * scale / this.scale, y - (y - this.y) * scale / this.scale, scale);
  }
  move(x, y, scale = this.scale) {
    const [width, height] = this.size;
    const {geometry} = this.shown.chip;
    // some of the picture stays in sight
    this.x = clamp(x, 40 - geometry.width * scale, width - 40);
    this.y = clamp(y, 40 - geometry.height * scale, height - 40);
    this.scale = scale;
    this.isFitted = false;
    this.redraw();
  }
  // Moves the picture so that a point of it is in sight.
  reveal(x, y) {
    const [width, height] = this.size;
    const [atX, atY] = this.toScreen(x, y);
    if (atX >= 10 && atX <= width - 10 && atY >= 10 && atY <= height - 10) return;
    this.move(width / 2 - x * this.scale, height / 2 - y * this.scale);
  }
  toScreen(x, y) { return [x * this.scale + this.x, y * this.scale + this.y]; }
  toPicture(x, y) { return [(x - this.x) / this.scale, (y - this.y) / this.scale]; }

  addPointer() {
    const {element} = this;
    let drag = null;
    const at = (event) => {
      const box = element.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    element.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * 0.0015), ...at(event));
    }, {passive: false});
    element.addEventListener("pointerdown", (event) => {
      element.setPointerCapture(event.pointerId);
      drag = {from: at(event), x: this.x, y: this.y, isMove: false};
    });
    element.addEventListener("pointermove", (event) => {
      const [x, y] = at(event);
      if (!drag) { showTip(this, x, y); return; }
      if (Math.hypot(x - drag.from[0], y - drag.from[1]) > 4) drag.isMove = true;
      if (drag.isMove) this.move(drag.x + x - drag.from[0], drag.y + y - drag.from[1]);
    });
    element.addEventListener("pointerup", (event) => {
      if (drag && !drag.isMove) pick(this, ...at(event));
      drag = null;
    });
    element.addEventListener("pointercancel", () => { drag = null; });
    element.addEventListener("pointerleave", () => { byId("tip").hidden = true; });
  }
}
