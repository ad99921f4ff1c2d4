// Elements. Names come from users, so they are set as text and never parsed.
const byId = (id) => document.getElementById(id);

const make = (tag, properties = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.map((child) => (typeof child === "number" ? String(child) : child)));
  return element;
};

const setText = (element, text) => {
  if (element.textContent !== text) element.textContent = text;
};

// A table: `columns` are [name, is a number]; each row has a text or an element for each column.
const table = (label, columns, rows) => {
  const head = columns.map(([name, isNumber]) => make("th", {scope: "col", className: isNumber ? "number" : ""}, name));
  const body = rows.map((row) => make("tr", {}, ...row.map((cell, i) =>
    make("td", {className: columns[i][1] ? "number" : ""}, cell === null || cell === undefined ? "–" : cell))));
  return make("table", {ariaLabel: label}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...body));
};

// A table of names and values.
const pairs = (label, rows) => make("table", {ariaLabel: label}, make("tbody", {}, ...rows.map(([name, value]) =>
  make("tr", {}, make("th", {scope: "row"}, name), make("td", {}, value)))));

const panel = (id, title, isOpen = true) => {
  const body = make("div", {id});
  return [make("details", {className: "panel", open: isOpen}, make("summary", {}, make("h2", {}, title)), body), body];
};

const short = (value) => (value === null || value === undefined ? "–" : Number.isInteger(value) ? String(value)
  : String(Number(value.toPrecision(4))));

const countOf = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

// The next number of 1, 2, 5, 10, 20 ... that is not below the value.
const roundUp = (value) => {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((digit) => digit * power).find((each) => each >= value * (1 - 1e-9));
};

// Sizes a canvas to its element in pixels of the screen; returns its context, with a unit of one CSS pixel.
const fitCanvas = (canvas) => {
  const ratio = window.devicePixelRatio || 1;
  const {clientWidth: width, clientHeight: height} = canvas;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
};
