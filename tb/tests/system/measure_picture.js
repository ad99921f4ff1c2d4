// Measures the picture that a browser has laid out: run in a page with the SVG in it, `findings` has, once the page is
// loaded:
//   texts       how many there are
//   smallest    height of the smallest font, in pixels at natural size
//   overflowing texts that reach beyond the box they belong to, or beyond the picture
//   overlapping pairs of texts that cover each other
//   colours     different colours among the painted pixels
//   titles      of everything the mouse can rest on
//   error       instead of all that, why nothing could be measured
'use strict';

const kTolerance = 0.5;  // pixels: boxes of texts are a little higher than their letters

function boxOf(text) {
  const box = text.parentNode.matches('.switch') && text.parentNode.querySelector('use, .box');
  if (box) return box;
  const site = text.closest('.site');
  if (site) return site.querySelector('.pe');
  const vertex = text.closest('.vertex');
  if (vertex) return vertex.querySelector('circle');
  return text.closest('svg');
}

function within(inner, outer) {
  return inner.left >= outer.left - kTolerance && inner.right <= outer.right + kTolerance &&
         inner.top >= outer.top - kTolerance && inner.bottom <= outer.bottom + kTolerance;
}

function overlap(a, b) {
  return Math.min(a.right, b.right) - Math.max(a.left, b.left) > kTolerance &&
         Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > kTolerance;
}

// From left to right: only those that begin before the other ends can meet.
function overlappingPairs(placed) {
  placed.sort((a, b) => a.box.left - b.box.left);
  const pairs = [];
  placed.forEach((one, i) => {
    for (let j = i + 1; j < placed.length && placed[j].box.left < one.box.right; ++j) {
      if (overlap(one.box, placed[j].box)) pairs.push(one.words + ' | ' + placed[j].words);
    }
  });
  return pairs;
}

// The picture once more, as an image: the page is not loaded before it is there.
function imageOf(svg) {
  const image = new Image();
  image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(new XMLSerializer().serializeToString(svg));
  document.body.append(image);
  return image;
}

function coloursOf(image) {
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
  return new Set(pixels).size;
}

function measure(svg, image) {
  const texts = [...svg.querySelectorAll('text')];
  const placed = texts.map(text => ({words: text.textContent, box: text.getBoundingClientRect()}));
  return {
    texts: texts.length,
    titles: svg.querySelectorAll('title').length,
    smallest: Math.min(...texts.map(text => parseFloat(getComputedStyle(text).fontSize))),
    overflowing: texts.filter((text, i) => !within(placed[i].box, boxOf(text).getBoundingClientRect()))
                     .map(text => text.textContent),
    overlapping: overlappingPairs(placed),
    colours: coloursOf(image),
  };
}

const picture = document.querySelector('svg');
const painted = imageOf(picture);
var findings;
window.addEventListener('load', () => {
  try {
    findings = measure(picture, painted);
  } catch (error) {
    findings = {error: String(error)};
  }
});
