// Runs before the scripts of a page: keeps the texts that stand painted on its canvases.
//   paintedTexts()  a list of {words, canvas, box (in pixels of the canvas), isCut (beyond the canvas)}
'use strict';
(() => {
  const kTolerance = 1;  // pixels
  const prototype = CanvasRenderingContext2D.prototype;
  const texts = new Map();  // by canvas

  function boxOf(context, text, x, y) {
    const size = context.measureText(text);
    const transform = context.getTransform();
    const corners = [[-size.actualBoundingBoxLeft, -size.actualBoundingBoxAscent],
                     [size.actualBoundingBoxRight, size.actualBoundingBoxDescent]]
                        .map(([dx, dy]) => transform.transformPoint({x: x + dx, y: y + dy}));
    const xs = corners.map(corner => corner.x), ys = corners.map(corner => corner.y);
    return {left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys)};
  }

  const fillText = prototype.fillText;
  prototype.fillText = function(text, x, y, ...more) {
    if (String(text).trim()) {
      const list = texts.get(this.canvas) ?? [];
      texts.set(this.canvas, list);
      list.push({words: String(text), canvas: this.canvas, box: boxOf(this, text, x, y)});
    }
    return fillText.call(this, text, x, y, ...more);
  };

  const clearRect = prototype.clearRect;
  prototype.clearRect = function(x, y, width, height) {
    const {a, d} = this.getTransform();
    if (width * a >= this.canvas.width - 1 && height * d >= this.canvas.height - 1) texts.delete(this.canvas);
    return clearRect.call(this, x, y, width, height);
  };

  const isCut = (box, canvas) => box.left < -kTolerance || box.right > canvas.width + kTolerance ||
      box.top < -kTolerance || box.bottom > canvas.height + kTolerance;
  const paintedTexts = () => [...texts].filter(([canvas]) => canvas.isConnected && canvas.checkVisibility())
      .flatMap(([canvas, list]) => list.map(text => ({...text, isCut: isCut(text.box, canvas)})));
  Object.defineProperty(window, 'paintedTexts', {value: paintedTexts});
})();
