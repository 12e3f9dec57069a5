import { keyOfSource, sourceMessages } from "../../../scripts/messages.ts";
import { type MessagePart, parseMessage } from "../../../src/domain/message-format.ts";
import { LOCALES, type Locale } from "../../../src/i18n/locales.ts";
import { shortKeyOf } from "../../../src/i18n/short-key.ts";

// A pseudo-locale: English texts about 40 % longer, with accents, in brackets. The client shows it in the place of one of its
// languages. Text outside of brackets is no message, or comes from the server.

/** The language whose texts are replaced. */
export const PSEUDO: Locale = "de";

const ACCENTS: Readonly<Record<string, string>> = {
  a: "áá",
  e: "ěe",
  i: "íi",
  o: "ôo",
  u: "ůu",
  y: "ý",
  A: "Á",
  E: "É",
  O: "Ö",
  U: "Ü",
};

/** A text of the pseudo-locale, as ICU message. */
export function pseudoText(text: string): string {
  return `⟦${pseudoParts(parseMessage(text))}⟧`;
}

function pseudoParts(parts: readonly MessagePart[]): string {
  return parts
    .map((part) => {
      if (typeof part === "string")
        return part.replaceAll(/[aeiouyAEOU]/g, (letter) => ACCENTS[letter] ?? letter);
      if ("isNumberSign" in part) return "#";
      if (!("branches" in part)) return `{${part.argument}}`;
      const branches = Object.entries(part.branches).map(
        ([name, inner]) => `${name} {${pseudoParts(inner)}}`,
      );
      return `{${part.argument}, ${part.kind}, ${branches.join(" ")}}`;
    })
    .join("");
}

const texts = Object.fromEntries(
  sourceMessages().map((message) => [shortKeyOf(keyOfSource(message)), pseudoText(message.source)]),
);

/** Replaces the texts that a page loads, and keeps what the server says, whose words are no messages of the page. */
export const PSEUDO_SCRIPT = `{
  const load = window.fetch;
  window.serverText = "";
  window.fetch = async (...request) => {
    const response = await load(...request);
    if (/-texts-${PSEUDO}-/.test(response.url)) return new Response(${JSON.stringify(JSON.stringify(texts))});
    if (/\\/api\\//.test(response.url)) response.clone().text().then((text) => { window.serverText += text; }, () => {});
    return response;
  };
}`;

/** Words that are the same in all languages. */
const SAME_IN_ALL = [...Object.values(LOCALES).map(({ name }) => name), "XLSX", "CSV", "tallybox"].join(" ");

/**
 * Expression: the texts on the screen outside of brackets whose words the server has not sent. `known`: what it has sent by its
 * event stream, and what was stored before.
 */
export const untranslated = (known: string) => `(() => {
  const isShown = (one) => one.getClientRects().length > 0;
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode;
    if (isShown(parentElement) && !parentElement.closest("script, style")) found.push(data);
  }
  for (const one of document.querySelectorAll("[aria-label], [placeholder], [title]"))
    if (isShown(one)) for (const name of ["aria-label", "placeholder", "title"]) found.push(one.getAttribute(name) || "");
  const known = (window.serverText + ${JSON.stringify(known + SAME_IN_ALL)}).toLowerCase();
  const wordsOutside = (text) => {
    let depth = 0;
    let outside = "";
    for (const sign of text) {
      if (sign === "⟦") depth++;
      else if (sign === "⟧") { depth--; outside += " "; }
      else if (depth === 0) outside += sign;
    }
    return (outside.match(/\\p{L}{3,}/gu) || []).filter((word) => !known.includes(word.toLowerCase()));
  };
  return [...new Set(found.filter((text) => wordsOutside(text).length > 0))];
})()`;

/** Expression: the messages that are cut off, and those that reach out of the screen. */
export const CLIPPED = `(() => {
  const isShown = (one) => one.getClientRects().length > 0;
  const wide = [...document.querySelectorAll("body *")].filter((one) => {
    if (!isShown(one) || one.clientWidth <= 1 || !/⟦/.test(one.textContent) || one.closest(".sr-only, svg")) return false;
    // Tabs without room in their line are hidden there, and stand in a menu.
    if ([...one.children].some((child) => getComputedStyle(child).visibility === "hidden")) return false;
    const { overflowX, overflowY } = getComputedStyle(one);
    const cutsX = /hidden|clip/.test(overflowX) && one.scrollWidth > one.clientWidth + 1;
    const cutsY = /hidden|clip/.test(overflowY) && one.scrollHeight > one.clientHeight + 2;
    return cutsX || cutsY;
  });
  // Text beside its box, except in what scrolls.
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    // An empty text has no position.
    if (walker.currentNode.data === "" || !isShown(parent) || parent.closest(".sr-only, svg")) continue;
    if (!/[⟦⟧]/.test(walker.currentNode.data) && !parent.closest("button, label")) continue;
    // Columns of tables fit their heads.
    if (parent.closest("table")) continue;
    let box = parent.closest("button, .button_button, .tabs a, label, summary") || parent;
    while (getComputedStyle(box).display === "inline") box = box.parentElement;
    let scrolling = box;
    while (scrolling && scrolling !== document.body && !/auto|scroll|hidden|clip/.test(getComputedStyle(scrolling).overflowX)) scrolling = scrolling.parentElement;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const [text, own] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
    if ((!scrolling || scrolling === document.body) && own.width > 1 && (text.right > own.right + 1 || text.left < own.left - 1)) wide.push(box);
  }
  // Of nested elements the innermost is at fault.
  const inner = wide.filter((one) => !wide.some((other) => other !== one && one.contains(other)));
  const page = document.documentElement.scrollWidth > innerWidth + 1 ? ["the page is " + document.documentElement.scrollWidth + " px wide"] : [];
  return [...page, ...inner.map((one) => one.tagName.toLowerCase() + "." + one.className + ": " + one.textContent.slice(0, 80))];
})()`;
