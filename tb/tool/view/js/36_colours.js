// Colours come from the style sheet, so that the page and its canvases have one set for light and one for dark.
const kClasses = 16;

class Colours {
  constructor() { this.read(); }

  read() {
    const style = getComputedStyle(document.documentElement);
    this.named = new Map();
    this.of = (name) => {
      if (!this.named.has(name)) this.named.set(name, style.getPropertyValue(`--${name}`).trim());
      return this.named.get(name);
    };
    const stops = this.of("ramp").split(/\s+/).map((text) => [1, 3, 5].map((at) =>
        parseInt(text.slice(at, at + 2), 16)));
    this.ramp = Array.from({length: kClasses}, (_, i) => {
      const place = i / (kClasses - 1) * (stops.length - 1);
      const low = Math.min(Math.floor(place), stops.length - 2);
      const mixed = stops[low].map((value, k) => Math.round(value + (stops[low + 1][k] - value) * (place - low)));
      return `rgb(${mixed.join(" ")})`;
    });
  }

  // The class of a load above 0. By its square root: the mean load of a network is far below the highest of a link.
  classOf(load, most) { return clamp(Math.ceil(Math.sqrt(load / most) * kClasses) - 1, 0, kClasses - 1); }
  phase(name) { return this.of(["drain", "plan", "load", "switch", "resume"].includes(name) ? name : "other"); }
}
