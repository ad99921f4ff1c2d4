// Functions that measure a page as the browser has laid it out.
'use strict';

const kTolerance = 1;  // pixels

// The middle of an element, scrolled into the window; {error} if a click there would not reach it.
function pointOf(selector) {
  const element = document.querySelector(selector);
  if (!element) return {error: 'is not in the page'};
  const middle = () => {
    const box = element.getBoundingClientRect();
    return {x: box.left + box.width / 2, y: box.top + box.height / 2};
  };
  const inside = point => point.x >= 0 && point.y >= 0 && point.x < innerWidth && point.y < innerHeight;
  if (!inside(middle())) element.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
  const point = middle();
  if (!inside(point)) return {error: 'is outside the window'};
  const hit = document.elementFromPoint(point.x, point.y);
  if (!hit || !(element.contains(hit) || hit.contains(element))) {
    return {error: 'is covered by ' + (hit ? hit.outerHTML.slice(0, 80) : 'nothing')};
  }
  return point;
}

const scrolls = overflow => /auto|scroll/.test(overflow);

// Only for screen readers: kept in a box of a pixel.
function isForEarsOnly(element) {
  for (let at = element; at; at = at.parentElement) {
    if (at.clientWidth <= 1 && at.clientHeight <= 1 && getComputedStyle(at).position === 'absolute') return true;
  }
  return false;
}

// Every text that is shown, with the element it is in and the rectangles of its lines.
function shownTexts() {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest('script, style, title, desc, noscript, template, option')) continue;
    if (!element.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
    if (isForEarsOnly(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(box => box.width > 0 && box.height > 0);
    if (boxes.length) texts.push({words: node.data.trim().replace(/\s+/g, ' '), node, element, boxes});
  }
  return texts;
}

// The boxes that a text must keep to: all around it up to one that scrolls, else up to the window. A scrolled box does
// not count itself: what is outside of it can be reached.
function boxesAround(element) {
  const around = [];
  for (let at = element; at; at = at.parentElement) {
    const style = getComputedStyle(at);
    if (scrolls(style.overflowX) && at !== document.documentElement && at !== document.body) return around;
    if (at.ownerSVGElement && at.tagName !== 'svg') continue;
    if (style.display.startsWith('inline') && style.display !== 'inline-block' && at.tagName !== 'svg') continue;
    if (style.display === 'contents') continue;
    around.push(at.getBoundingClientRect());
  }
  around.push({left: 0, right: document.documentElement.clientWidth});
  return around;
}

function isWithin(box, outer) {
  return box.left >= outer.left - kTolerance && box.right <= outer.right + kTolerance;
}

// Elements with text whose content is larger than they are: cut off, or painted over what is beside.
function isOverfull(element) {
  const style = getComputedStyle(element);
  if (element.ownerSVGElement || element.clientWidth === 0) return false;
  const isWide = element.scrollWidth > element.clientWidth + kTolerance;
  const isHigh = element.scrollHeight > element.clientHeight + kTolerance;
  return (isWide && !scrolls(style.overflowX)) || (isHigh && /hidden|clip/.test(style.overflowY));
}

// Texts that leave a box around them to the left or the right, or whose box is too small.
function textsBeyond(texts) {
  const found = texts.filter(text => isOverfull(text.element) || boxesAround(text.element).some(
      outer => text.boxes.some(box => !isWithin(box, outer))));
  return [...found, ...window.paintedTexts().filter(text => text.isCut)].map(text => text.words);
}

// Where a text is seen: the rectangle without what boxes that scroll or hide have cut off.
function seenPart(box, element) {
  const seen = {left: box.left, right: box.right, top: box.top, bottom: box.bottom};
  for (let at = element; at && at !== document.body; at = at.parentElement) {
    if (getComputedStyle(at).overflow === 'visible') continue;
    const edge = at.getBoundingClientRect();
    seen.left = Math.max(seen.left, edge.left);
    seen.right = Math.min(seen.right, edge.right);
    seen.top = Math.max(seen.top, edge.top);
    seen.bottom = Math.min(seen.bottom, edge.bottom);
  }
  return seen;
}

function overlap(a, b) {
  return Math.min(a.right, b.right) - Math.max(a.left, b.left) > kTolerance &&
         Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3 * kTolerance;  // lines are higher than letters
}

const floats = element => {
  for (let at = element; at && at !== document.body; at = at.parentElement) {
    if (/fixed|sticky/.test(getComputedStyle(at).position)) return true;
  }
  return false;
};

// Pairs of texts that cover each other; what floats over the page does so on purpose.
function textsOverlapping(texts) {
  const placed = [];
  for (const text of texts) {
    if (floats(text.element)) continue;
    for (const box of text.boxes) {
      placed.push({words: text.words, element: text.element, box: seenPart(box, text.element)});
    }
  }
  return [...pairsThatOverlap(placed), ...pairsThatOverlap(window.paintedTexts())];
}

// Pairs of texts of two elements, or on one canvas.
function pairsThatOverlap(placed) {
  placed.sort((a, b) => a.box.left - b.box.left);
  const pairs = [];
  placed.forEach((one, i) => {
    for (let j = i + 1; j < placed.length && placed[j].box.left < one.box.right; ++j) {
      const other = placed[j];
      const canMeet = one.canvas === undefined ? one.element !== other.element : one.canvas === other.canvas;
      if (canMeet && overlap(one.box, other.box)) {
        pairs.push(one.words + ' | ' + other.words);
      }
    }
  });
  return pairs;
}

// Words of letters alone that a narrow box has broken in two.
function brokenWords({node, boxes}) {
  if (boxes.length < 2) return [];
  const range = document.createRange();
  return [...node.data.matchAll(/\p{L}+/gu)].filter(({0: word, index}) => {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    return new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1;
  }).map(match => match[0]);
}

// A region that the keyboard reaches scrolls on purpose.
function sidewaysBoxes() {
  return [...document.querySelectorAll('*')].filter(element => element.scrollWidth > element.clientWidth + kTolerance &&
      (element === document.documentElement || scrolls(getComputedStyle(element).overflowX)) &&
      !element.matches('[role=region][tabindex]'))
      .map(element => element.localName + (element.id && '#' + element.id));
}

// What is to be known of the texts of a page:
//   texts        how many there are, and how many have been painted on canvases
//   smallest     height of the smallest font, in pixels
//   beyond       texts outside their boxes
//   overlapping  pairs of texts that cover each other
//   broken       words that are broken in two
//   sideways     boxes, and the page, whose content is wider than they are, so that they scroll sideways
function measureTexts() {
  const texts = shownTexts();
  return {
    texts: texts.length,
    painted: window.paintedTexts().length,
    smallest: Math.min(...texts.map(text => parseFloat(getComputedStyle(text.element).fontSize))),
    beyond: textsBeyond(texts),
    overlapping: textsOverlapping(texts),
    broken: texts.flatMap(brokenWords),
    sideways: sidewaysBoxes(),
  };
}

// Frames that the browser has painted in some milliseconds.
function countFrames(milliseconds) {
  return new Promise(resolve => {
    let frames = 0, begin = null;
    function frame(now) {
      begin ??= now;
      if (now - begin >= milliseconds) return resolve({frames, per_second: frames * 1000 / (now - begin)});
      ++frames;
      requestAnimationFrame(frame);
    }
    requestAnimationFrame(frame);
  });
}

async function paintIn(base64) {
  const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], {type: 'image/png'}));
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
  let light = 0, digest = 0;
  for (const pixel of pixels) {
    light += (pixel & 255) + (pixel >> 8 & 255) + (pixel >> 16 & 255);
    digest = Math.imul(digest ^ pixel, 16777619) >>> 0;
  }
  return {colours: new Set(pixels).size, lightness: light / (pixels.length * 3 * 255), digest};
}
