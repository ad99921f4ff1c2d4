// Runs before the scripts of a page: notes texts painted on canvases, and those that leave their canvas.
'use strict';
(() => {
  const kTolerance = 1;  // pixels
  const beyond = new Set();
  let painted = 0;

  function noteText(context, text, x, y) {
    if (!String(text).trim()) return;
    ++painted;
    const size = context.measureText(text);
    const transform = context.getTransform();
    for (const [dx, dy] of [[-size.actualBoundingBoxLeft, -size.actualBoundingBoxAscent],
                            [size.actualBoundingBoxRight, size.actualBoundingBoxDescent]]) {
      const corner = transform.transformPoint({x: x + dx, y: y + dy});
      if (corner.x < -kTolerance || corner.x > context.canvas.width + kTolerance ||
          corner.y < -kTolerance || corner.y > context.canvas.height + kTolerance) {
        beyond.add(String(text));
      }
    }
  }

  for (const name of ['fillText', 'strokeText']) {
    const original = CanvasRenderingContext2D.prototype[name];
    CanvasRenderingContext2D.prototype[name] = function(text, x, y, ...more) {
      noteText(this, text, x, y);
      return original.call(this, text, x, y, ...more);
    };
  }
  Object.defineProperty(window, 'paintedTexts', {value: () => ({painted, beyond: [...beyond]})});
})();
