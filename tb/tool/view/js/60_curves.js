// Pages of curves, of `kintsugi sweep` and `kintsugi yield`: plots with a legend that shows and hides series, the value
// of the point that the pointer or the keyboard is at, and tables.
//
// Texts of the data become text nodes, never markup.

const curveColours = 7; // classes c0 to c6 of curves.css; dashes and marks repeat with other periods
const curveDashes = ["", "9 5", "2 4", "12 4 2 4", "18 6"];
const curveMarks = 7;
const curveMostMarks = 40; // on one curve
const curveFrame = {width: 960, height: 460, left: 78, right: 18, top: 16, bottom: 58};
const curveRoom = 0.04; // beyond the points, as a part of the axis
const curveRows = 200; // of a table, until all are asked for
let curveNumber = 0; // of plots, for ids

function curveSvg(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// Path data of the mark of a series around the origin: disc, square, two triangles, diamond, cross, bar.
function curveMark(index) {
  return [
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z", "M-3.6 -3.6H3.6V3.6H-3.6Z", "M0 -5L4.6 3.4H-4.6Z", "M0 5L4.6 -3.4H-4.6Z",
    "M0 -5.2L5.2 0L0 5.2L-5.2 0Z", "M-5 -1.5H-1.5V-5H1.5V-1.5H5V1.5H1.5V5H-1.5V1.5H-5Z", "M-1.6 -5H1.6V5H-1.6Z",
  ][index % curveMarks];
}

// A value as it is said of a point.
function curveValue(value) {
  return String(+value.toPrecision(7));
}

// A value as it is written at a tick: a large or small one by its power of ten.
function curveTick(value) {
  const size = Math.abs(value);
  if (value === 0 || (size < 1e6 && size >= 1e-4)) return curveValue(value);
  return value.toExponential(3).replace(/\.?0*e\+?/, "e");
}

function curveLinearTicks(low, high, wanted) {
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough * 0.999);
  const ticks = [];
  const last = Math.floor(high / step + 1e-9);
  for (let i = Math.ceil(low / step - 1e-9); i <= last; ++i) ticks.push(+(i * step).toPrecision(12));
  return ticks;
}

// Decades, and 2 and 5 between them where there are few.
function curveLogTicks(low, high) {
  const decades = Math.log10(high / low);
  const within = decades > 4 ? [1] : decades > 1.2 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9];
  const every = Math.max(1, Math.ceil(decades / 10));
  const ticks = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); ++power) {
    if (within.length === 1 && power % every !== 0) continue;
    for (const factor of within) ticks.push(+(factor * 10 ** power).toPrecision(12));
  }
  return ticks.filter((tick) => tick >= low * 0.999999 && tick <= high * 1.000001);
}

// The range of an axis: as it says, else as the numbers need; of a linear one from 0 on, if it is so asked for.
function curveRange(axis, numbers, fromZero) {
  const shown = axis.log ? numbers.filter((each) => each > 0) : numbers;
  let low = axis.low ?? (shown.length ? Math.min(...shown) : axis.log ? 1 : 0);
  let high = axis.high ?? (shown.length ? Math.max(...shown) : low + 1);
  if (axis.low == null && !axis.log && fromZero && low > 0) low = 0;
  if (low === high) [low, high] = axis.log ? [low / 2, high * 2] : [low - 0.5, high + 0.5];
  if (axis.high == null && !axis.log) high += (high - low) * curveRoom;
  if (axis.low == null && !axis.log && low !== 0) low -= (high - low) * curveRoom;
  return {low, high};
}

function curveScale(axis, range, from, to) {
  const place = axis.log ? Math.log : (value) => value;
  const [low, high] = [place(range.low), place(range.high)];
  return (value) => from + (place(value) - low) / (high - low) * (to - from);
}

// The axes with their ticks, and the scales that place a point. If `isFit`, they are as long as these series need.
function curveAxes(plot, series, isFit, svg) {
  const {width, height, left, right, top, bottom} = curveFrame;
  const all = (key) => series.flatMap((each) => each[key] ?? []);
  const ends = (axis) => isFit ? {log: axis.log} : axis;
  const xRange = curveRange(ends(plot.x), all("x"), false);
  const yRange = curveRange(ends(plot.y), [...all("y"), ...all("low"), ...all("high")], !isFit);
  const x = curveScale(plot.x, xRange, left + 8, width - right - 8);
  const y = curveScale(plot.y, yRange, height - bottom, top + 4);
  const ticks = (axis, range, wanted) =>
      axis.log ? curveLogTicks(range.low, range.high) : curveLinearTicks(range.low, range.high, wanted);
  const grid = curveSvg("g", {class: "curve-grid"});
  const labels = curveSvg("g", {class: "curve-labels"});
  const line = (x1, y1, x2, y2) => grid.append(curveSvg("line", {x1, y1, x2, y2}));
  for (const tick of ticks(plot.x, xRange, 10)) {
    line(x(tick), top, x(tick), height - bottom + 5);
    labels.append(curveSvg("text", {x: x(tick), y: height - bottom + 20, "text-anchor": "middle"}, curveTick(tick)));
  }
  for (const tick of ticks(plot.y, yRange, 7)) {
    line(left - 5, y(tick), width - right, y(tick));
    labels.append(curveSvg("text", {x: left - 9, y: y(tick) + 4.5, "text-anchor": "end"}, curveTick(tick)));
  }
  const middle = (top + height - bottom) / 2;
  labels.append(
      curveSvg("text", {class: "curve-title", x: (left + width - right) / 2, y: height - 12, "text-anchor": "middle"},
               plot.x.label),
      curveSvg("text", {class: "curve-title", x: 18, y: middle, "text-anchor": "middle",
                        transform: `rotate(-90 18 ${middle})`}, plot.y.label));
  const axis = curveSvg("path", {class: "curve-axis", d: `M${left} ${top}V${height - bottom}H${width - right}`});
  svg.append(grid, axis, labels);
  return {x, y};
}

// Colour and filling of a series: marks of every second round are hollow.
function curveClass(index) {
  return `curve c${index % curveColours}${Math.floor(index / curveColours) % 2 ? " is-hollow" : ""}`;
}

// The ends of each point: a bar through it or, if they are a band, one area for all.
function curveBounds(series, points, place, isBand) {
  const ends = (series.low ?? []).map((low, i) => ({x: points[i].x, from: place.y(low), to: place.y(series.high[i])}));
  if (isBand && ends.length > 1) {
    const edge = (ends, key) => ends.map((end) => `${end.x.toFixed(2)} ${end[key].toFixed(2)}`);
    const d = `M${[...edge(ends, "to"), ...edge([...ends].reverse(), "from")].join("L")}Z`;
    return [curveSvg("path", {class: "curve-band", d})];
  }
  return ends.map(({x, from, to}) => curveSvg("path", {
    class: "curve-bound", d: `M${x - 4} ${from}H${x + 4}M${x} ${from}V${to}M${x - 4} ${to}H${x + 4}`}));
}

// A series as one group, and where its points are.
function curveSeries(series, index, place, isBand) {
  const group = curveSvg("g", {class: curveClass(index)});
  const points = series.x.map((x, i) => ({x: place.x(x), y: place.y(series.y[i])}));
  const path = points.map((point, i) => `${i ? "L" : "M"}${point.x.toFixed(2)} ${point.y.toFixed(2)}`).join("");
  const line = curveSvg("path", {class: "curve-line", d: path,
                                 "stroke-dasharray": curveDashes[index % curveDashes.length]});
  const bounds = curveBounds(series, points, place, isBand);
  group.append(...(isBand ? [...bounds, line] : [line, ...bounds]));
  const every = Math.max(1, Math.ceil(points.length / curveMostMarks));
  points.forEach((point, i) => {
    if (i % every !== 0) return;
    group.append(curveSvg("path", {class: "curve-mark", d: curveMark(index),
                                   transform: `translate(${point.x} ${point.y})`}));
  });
  for (const i of series.crossed) {
    group.append(curveSvg("path", {class: "curve-crossed", d: "M-7 -7L7 7M-7 7L7 -7",
                                   transform: `translate(${points[i].x} ${points[i].y})`}));
  }
  if (series.ring != null) {
    const {x, y} = points[series.ring];
    group.append(curveSvg("circle", {class: "curve-ring", cx: x, cy: y, r: 9}));
  }
  return {series, group, points};
}

// What is said about a point: all that the data have.
function curveWords(plot, series, i) {
  const [x, y] = [curveValue(series.x[i]), curveValue(series.y[i])];
  let text = `${series.name}: ${plot.x.label} = ${x}; ${plot.y.label} = ${y}`;
  if (series.low?.length) {
    const meaning = plot.band ? `${plot.band} ` : "";
    text += `, ${meaning}between ${curveValue(series.low[i])} and ${curveValue(series.high[i])}`;
  }
  if (series.notes?.[i]) text += `, ${series.notes[i]}`;
  if (series.ring === i && plot.ring) text += `; ${plot.ring}`;
  if (series.crossed.includes(i)) text += `; ${plot.cross}`;
  return text;
}

// Buttons that show and hide series: `isShown`, by number.
function curveLegend(plot, isShown, changed) {
  const list = make("ul", {class: "curve-legend", "aria-label": "series; a button shows or hides one"});
  plot.series.forEach((series, index) => {
    const swatch = curveSvg("svg", {viewBox: "0 0 44 16", width: 44, height: 16, "aria-hidden": "true",
                                    class: curveClass(index)},
        curveSvg("path", {class: "curve-line", d: "M1 8H43",
                          "stroke-dasharray": curveDashes[index % curveDashes.length]}),
        curveSvg("path", {class: "curve-mark", d: curveMark(index), transform: "translate(22 8)"}));
    const button = make("button", {type: "button", "aria-pressed": "true"}, swatch, series.name);
    button.addEventListener("click", () => {
      isShown[index] = !isShown[index];
      button.setAttribute("aria-pressed", String(isShown[index]));
      changed();
    });
    list.append(make("li", {}, button));
  });
  return list;
}

// The point that the pointer or the keyboard is at: a cross in the plot with the values, and in words below it.
class CurveCursor {
  constructor(plot, svg, status) {
    Object.assign(this, {plot, svg, status, curves: [], at: null, idle: status.textContent});
    const {left, top, height, bottom, width, right} = curveFrame;
    this.lines = curveSvg("path", {class: "curve-cross"});
    this.ring = curveSvg("circle", {class: "curve-cursor", r: 7});
    this.tip = curveSvg("text", {class: "curve-tip", "aria-hidden": "true"});
    this.cross = (x, y) => `M${x} ${top}V${height - bottom}M${left} ${y}H${width - right}`;
    svg.addEventListener("pointermove", (event) => this.point(event));
    svg.addEventListener("pointerleave", () => this.leave());
    svg.addEventListener("keydown", (event) => this.press(event));
  }

  // Takes the curves that are drawn now, in front of which it draws.
  take(curves) {
    this.curves = curves.filter((curve) => curve.points.length);
    this.svg.append(this.lines, this.ring, this.tip);
    this.leave();
  }

  leave() {
    this.at = null;
    for (const each of [this.lines, this.ring, this.tip]) each.classList.add("is-hidden");
    this.status.textContent = this.idle;
  }

  go(curve, i) {
    const {x, y} = curve.points[i];
    this.at = {curve, i};
    this.lines.setAttribute("d", this.cross(x, y));
    this.ring.setAttribute("cx", x);
    this.ring.setAttribute("cy", y);
    this.write(curve.series, i, x, y);
    for (const each of [this.lines, this.ring, this.tip]) each.classList.remove("is-hidden");
    const words = curveWords(this.plot, curve.series, i);
    if (this.status.textContent !== words) this.status.textContent = words;
  }

  // Writes name and values beside the point, to the side that has room.
  write(series, i, x, y) {
    const isLeft = x > curveFrame.width / 2;
    const isBelow = y < curveFrame.top + 48;
    const at = {x: x + (isLeft ? -12 : 12), "text-anchor": isLeft ? "end" : "start"};
    const line = (text, dy) => curveSvg("tspan", {...at, y: y + (isBelow ? 20 : -28) + dy}, text);
    this.tip.replaceChildren(line(series.name, 0), line(`${curveValue(series.x[i])}, ${curveValue(series.y[i])}`, 17));
  }

  // The nearest point of a series that is shown; one beside the plot is not near.
  point(event) {
    const box = this.svg.getBoundingClientRect();
    const scale = curveFrame.width / box.width;
    const [x, y] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    let nearest = null;
    for (const curve of this.curves) {
      curve.points.forEach((point, i) => {
        const far = Math.hypot(point.x - x, point.y - y);
        if (!nearest || far < nearest.far) nearest = {curve, i, far};
      });
    }
    if (nearest) this.go(nearest.curve, nearest.i);
  }

  press(event) {
    const shown = this.curves;
    if (event.key === "Escape") this.leave();
    if (!shown.length || event.ctrlKey || event.altKey || event.metaKey) return;
    const curve = this.at?.curve ?? null;
    const last = curve ? curve.points.length - 1 : 0;
    const moves = {ArrowLeft: (i) => Math.max(0, i - 1), ArrowRight: (i) => Math.min(last, i + 1), Home: () => 0,
                   End: () => last};
    const turn = {ArrowUp: -1, ArrowDown: 1}[event.key];
    if (!(event.key in moves) && !turn) return;
    event.preventDefault();
    if (!curve) return this.go(shown[0], 0);
    if (event.key in moves) return this.go(curve, moves[event.key](this.at.i));
    const other = shown[(shown.indexOf(curve) + turn + shown.length) % shown.length];
    const x = curve.points[this.at.i].x;
    const far = other.points.map((point) => Math.abs(point.x - x));
    this.go(other, far.indexOf(Math.min(...far)));
  }
}

// Draws the series that are shown; curves may leave the range of an axis, but a mark on its end is drawn whole.
function drawCurves(plot, isShown, isFit, id, svg) {
  const {left, top, right, bottom, width, height} = curveFrame;
  svg.replaceChildren();
  const place = curveAxes(plot, plot.series.filter((series, index) => isShown[index]), isFit, svg);
  const inside = curveSvg("g", {"clip-path": `url(#${id}-clip)`});
  const curves = plot.series.map((series, index) => curveSeries(series, index, place, plot.band !== ""))
    .filter((curve, i) => isShown[i]);
  for (const curve of [...curves].reverse()) inside.append(curve.group); // the first one is in front
  const room = {x: left, y: top - 8, width: width - left - right, height: height - top - bottom + 16};
  svg.append(curveSvg("clipPath", {id: `${id}-clip`}, curveSvg("rect", room)), inside);
  return curves;
}

// The title is drawn unless `isUntitled`: the page has it already.
function curvePlot(plot, isUntitled) {
  const id = `plot-${++curveNumber}`;
  const {width, height} = curveFrame;
  const svg = curveSvg("svg", {class: "curve-plot", viewBox: `0 0 ${width} ${height}`, tabindex: 0, role: "application",
                               "aria-labelledby": id, "aria-describedby": `${id}-point`,
                               "aria-roledescription": "plot"});
  const status = make("p", {class: "curve-point", role: "status", id: `${id}-point`},
      "Point at a curve, or press arrow keys in the plot: left and right along a curve, up and down to another.");
  const cursor = new CurveCursor(plot, svg, status);
  const isShown = plot.series.map(() => true);
  const fit = make("input", {type: "checkbox"});
  const draw = () => cursor.take(drawCurves(plot, isShown, fit.checked, id, svg));
  fit.addEventListener("change", draw);
  draw();
  const figure = make("figure", {class: "curve-figure"},
      make("h2", {id, class: isUntitled ? "spoken" : ""}, plot.title), svg, status,
      curveLegend(plot, isShown, draw), make("label", {class: "curve-fit"}, fit, "fit the axes to the series shown"));
  if (plot.ring && plot.series.some((series) => series.ring != null)) {
    figure.append(make("p", {class: "curve-note"}, `A ring around a point: ${plot.ring}.`));
  }
  if (plot.series.some((series) => series.crossed.length)) {
    figure.append(make("p", {class: "curve-note"}, `A cross through a point: ${plot.cross}.`));
  }
  if (plot.series.some((series) => series.low?.length)) {
    const meaning = plot.band ? `A band around a curve, or a bar through a point: ${plot.band}.`
                              : "A bar through a point: its 95 % confidence interval.";
    figure.append(make("p", {class: "curve-note"}, meaning));
  }
  return figure;
}

const isCurveNumber = (text) => text !== "" && Number.isFinite(Number(text));

// Numbers by size, before texts by their letters; what is empty comes last.
function compareCurveCells(a, b) {
  if (a === "" || b === "") return (a === "") - (b === "");
  if (isCurveNumber(a) && isCurveNumber(b)) return Number(a) - Number(b);
  if (isCurveNumber(a) !== isCurveNumber(b)) return isCurveNumber(a) ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

// A table that is sorted by the column whose head is pressed, again for the other direction.
function curveTable(table) {
  const body = make("tbody");
  const more = make("button", {type: "button", class: "curve-more"});
  let rows = table.rows;
  let most = curveRows;
  const fill = () => {
    const cell = (text) => make("td", isCurveNumber(text) ? {class: "is-number"} : {}, text);
    body.replaceChildren(...rows.slice(0, most).map((row) => make("tr", {}, ...row.map(cell))));
    more.hidden = rows.length <= most;
    more.textContent = `show all ${rows.length} rows`;
  };
  more.addEventListener("click", () => {
    most = rows.length;
    fill();
  });
  const heads = table.columns.map((name, column) => {
    const button = make("button", {type: "button"}, name);
    const isText = table.rows.some((row) => row[column] !== "" && !isCurveNumber(row[column]));
    const head = make("th", {scope: "col", class: isText ? "" : "is-number"}, button);
    button.addEventListener("click", () => {
      const sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", sign === 1 ? "ascending" : "descending");
      rows = [...table.rows].sort((a, b) => sign * compareCurveCells(a[column], b[column]));
      fill();
    });
    return head;
  });
  fill();
  return make("section", {class: "curve-table"}, make("h2", {}, table.title),
      make("div", {class: "curve-scroll", tabindex: 0, role: "region", "aria-label": table.title},
          make("table", {}, make("thead", {}, make("tr", {}, ...heads)), body)),
      more);
}

kPages.curves = (data) => {
  const plots = make("div", {class: "curve-plots"}, ...data.plots.map((plot) =>
    curvePlot(plot, data.plots.length === 1 && plot.title === data.title)));
  byId("page").after(make("main", {id: "curves"}, plots, ...data.tables.map(curveTable)));
};
