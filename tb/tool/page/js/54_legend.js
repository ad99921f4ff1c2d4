// The legend beside the picture: a sample of each mark that this page can show.
const sample = (colours, paint, className = "") => {
  const canvas = make("canvas", {className, width: 32, height: 32, ariaHidden: "true"});
  if (className === "ramp") canvas.width = 240;
  const context = canvas.getContext("2d");
  context.scale(2, 2);
  paint(context, (name) => colours.of(name));
  return canvas;
};

const boxSample = (colours, fill, edge, width, dash = []) => sample(colours, (context, of) => {
  context.fillStyle = of(fill);
  context.strokeStyle = of(edge);
  context.lineWidth = width;
  context.setLineDash(dash);
  context.fillRect(2.5, 2.5, 11, 11);
  context.strokeRect(2.5, 2.5, 11, 11);
});

const deadSample = (colours) => sample(colours, (context, of) => {
  context.fillStyle = of("dead");
  context.fillRect(2, 2, 12, 12);
  context.strokeStyle = of("cross");
  context.lineWidth = 1.5;
  context.beginPath();
  traceCross(context, 8, 8, 6);
  context.stroke();
});

const rampSample = (colours) => sample(colours, (context) => {
  colours.ramp.forEach((colour, i) => {
    context.fillStyle = colour;
    context.fillRect(i * 120 / kClasses, 3, 120 / kClasses + 0.5, 10);
  });
}, "ramp");

const lineSample = (colours, name) => sample(colours, (context, of) => {
  context.fillStyle = of(name);
  context.fillRect(1, 6, 14, 4);
});

const dotSample = (colours, name) => sample(colours, (context, of) => {
  context.fillStyle = of(name);
  context.beginPath();
  context.arc(8, 8, 4.5, 0, 7);
  context.fill();
});

const addLegend = (shown, colours) => {
  const mark = (picture, ...words) => make("span", {className: "mark"}, picture, ...words);
  const {data, record, chip} = shown;
  const some = (test) => data.epochs.some((_, number) => test(chip.changes(chip.epoch(number))));
  const marks = [];
  if (record.hasLoad) {
    marks.push(make("span", {className: "mark", title: "Of the links that share a wire, the busiest is shown"},
      "0", rampSample(colours), `${short(record.mostLoad)} flits/cycle on each wire`));
  }
  if (data.kind === "run") marks.push(mark(dotSample(colours, "packet"), "packet"), mark(lineSample(colours, "queue"), "queue of a PE"));
  if (some(({dead}) => dead)) marks.push(mark(deadSample(colours), "dead"));
  if (some(({moved}) => moved)) marks.push(mark(boxSample(colours, "moved-fill", "moved", 2), "node has moved here"));
  if (!record.hasLoad && some(({switched, moved}) => switched + moved)) marks.push(mark(lineSample(colours, "way"), "new way of a link"));
  if (some(({givenUp}) => givenUp)) marks.push(mark(boxSample(colours, "given-up", "site-edge", 1, [3, 2]), "given up"));
  if (some(({switched}) => switched)) marks.push(mark(boxSample(colours, "changed", "changed-edge", 1.5), "switch has changed"));
  if (some(({stuck}) => stuck)) marks.push(mark(boxSample(colours, "site", "fault", 2), "switch stuck"));
  if (some(({deadLines}) => deadLines)) marks.push(mark(lineSample(colours, "fault"), "dead link or wire"));
  byId("legend").replaceChildren(...marks);
};
