// Small helpers: elements, texts, announcements.

const SVG = "http://www.w3.org/2000/svg";
let texts = {};

export const $ = (id) => document.getElementById(id);

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null));
  return element;
}

/** An HTML element with attributes, listeners (`onclick`) and children. */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** The text of a key, with `{name}` replaced by values. */
export function t(key, values = {}) {
  let text = texts[key] ?? key;
  for (const [name, value] of Object.entries(values)) text = text.replaceAll(`{${name}}`, value);
  return text;
}

/** Takes new texts, and puts them into the elements that name theirs. */
export function useTexts(all, language) {
  texts = all;
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = t(element.dataset.text);
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", t(element.dataset.label));
    if (element.matches("button")) element.title = t(element.dataset.label);
  }
}

/** Says something below the board; readers of the screen hear it. */
export function say(text, kind = "") {
  const status = $("status");
  status.textContent = text;
  status.className = `status ${kind}`;
}

export const number = (value) => new Intl.NumberFormat(document.documentElement.lang).format(value);

/** A setting that the browser remembers, if it may. */
export function remember(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(`tsume-${name}`, value);
    return localStorage.getItem(`tsume-${name}`);
  } catch {
    return null;
  }
}

/** True if movements should be left out. */
export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
