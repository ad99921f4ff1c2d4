// Columns of the document: many numbers in base64, little-endian, as all browsers' typed arrays are.
const kArrays = {u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, i32: Int32Array, f32: Float32Array,
    f64: Float64Array};

const numbersOf = ({type, base64}) => {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = text.charCodeAt(i);
  return new kArrays[type](bytes.buffer);
};

const isColumn = (value) => value !== null && typeof value === "object" && typeof value.base64 === "string";

// Unpacks a column when it is first read: most of a large document is not needed for the first picture.
const unpackLater = (owner, key, column) => Object.defineProperty(owner, key, {
  enumerable: true,
  configurable: true,
  get() {
    const value = numbersOf(column);
    Object.defineProperty(owner, key, {enumerable: true, value});
    return value;
  },
});

const unpackColumns = (value) => {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) {
    if (typeof value[0] === "object") value.forEach(unpackColumns);
    return value;
  }
  for (const [key, each] of Object.entries(value)) {
    if (isColumn(each)) unpackLater(value, key, each);
    else unpackColumns(each);
  }
  return value;
};

// What draws a page, by the kind of its document: a function of the document. Each file adds the kinds that it knows.
const kPages = {};
