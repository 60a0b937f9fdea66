// Making elements. Text is always text: nothing a server or a person wrote becomes markup here,
// but for the pictures, which the server draws and an XML parser reads.

const SVG = "http://www.w3.org/2000/svg";

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.setAttribute("class", value);
    else if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child);
  }
  return element;
}

export function h(tag, attributes, ...children) {
  return build(document.createElement(tag), attributes, children);
}

export function s(tag, attributes, ...children) {
  return build(document.createElementNS(SVG, tag), attributes, children);
}

// Read the server's drawing: a group without a namespace, or several.
export function drawing(markup) {
  const text = `<svg xmlns="${SVG}">${markup}</svg>`;
  const read = new DOMParser().parseFromString(text, "image/svg+xml");
  const group = s("g");
  for (const node of [...read.documentElement.childNodes]) {
    group.append(document.importNode(node, true));
  }
  return group;
}

export function replace(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child));
}

export function button(label, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, label);
}

export function save(name, type, data) {
  const address = URL.createObjectURL(new Blob([data], { type }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

export const count = (number, one, many) =>
  `${number || "no"} ${number === 1 ? one : (many ?? `${one}s`)}`;
