/**
 * Expression: the texts on the screen that are not whole: cut off without an ellipsis, outside of their box or the screen, at the
 * border of a button, or broken inside a word. What scrolls is whole.
 */
export const NOT_WHOLE = `(() => {
  const isShown = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== "hidden";
  const isLeftOut = (one) => one.closest(".sr-only, svg, script, style, .scan-field") !== null;
  const hides = (value) => /hidden|clip/.test(value);
  const found = [];
  const add = (why, one) => found.push(why + ": " + one.tagName.toLowerCase() + "." + one.className + " " + one.textContent.trim().slice(0, 90));
  for (const one of document.querySelectorAll("body *")) {
    if (!isShown(one) || isLeftOut(one) || one.clientWidth <= 1 || one.textContent.trim() === "") continue;
    const { overflowX, overflowY, textOverflow } = getComputedStyle(one);
    if (hides(overflowX) && textOverflow !== "ellipsis" && one.scrollWidth > one.clientWidth + 1) add("cut", one);
    if (hides(overflowY) && one.scrollHeight > one.clientHeight + 2) add("cut below", one);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const parent = text.parentElement;
    if (text.data.trim() === "" || !isShown(parent) || isLeftOut(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const at = range.getBoundingClientRect();
    const ellipsis = parent.closest(".one-line, .verdict-name span");
    if (ellipsis === null && (at.right > innerWidth + 0.5 || at.left < -0.5)) add("outside of the screen", parent);
    const button = parent.closest("button, .button_button");
    if (button !== null && ellipsis === null) {
      const own = button.getBoundingClientRect();
      if (at.left < own.left + 3 || at.right > own.right - 3 || at.top < own.top - 0.5 || at.bottom > own.bottom + 0.5) add("at the border", button);
    }
    // Codes may break anywhere.
    for (const word of text.data.matchAll ? text.data.matchAll(/\\p{L}{2,24}/gu) : []) {
      // A first letter behind a soft hyphen has the rectangle of the hyphen too, at the end of the line before.
      range.setStart(text, word.index + (text.data[word.index - 1] === "\\u00ad" ? 1 : 0));
      range.setEnd(text, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
      if (lines.size > 1) add("broken word " + word[0], parent);
    }
  }
  const page = document.documentElement.scrollWidth > innerWidth + 1 ? ["the page is " + document.documentElement.scrollWidth + " px wide"] : [];
  return [...page, ...new Set(found)];
})()`;
