// Runs inside the page, in Chromium 77 too, so it uses no newer syntax or API.
(() => {
  const TAPPABLE =
    "a[href],button,input,select,textarea,label,summary,[tabindex],[role=button],[role=link],[role=radio]," +
    "[role=checkbox],[role=switch],[role=tab],[role=option],[role=menuitem]";
  const squeeze = (text) => text.replace(/\s+/g, " ").trim();
  const isShown = (element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility !== "hidden";
  const isDisabled = (element) =>
    element.matches(":disabled") || element.closest("[aria-disabled=true],[inert]") !== null;

  /** The text of an element for screen readers, without decoration and hidden parts. */
  function readableText(node) {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE || /^(SCRIPT|STYLE|TEMPLATE)$/.test(node.tagName)) return "";
    if (node.getAttribute("aria-hidden") === "true" || !isShown(node)) return "";
    if (node.tagName === "IMG") return node.alt;
    const text = Array.from(node.childNodes, readableText).join("");
    return getComputedStyle(node).display.startsWith("inline") ? text : ` ${text} `;
  }

  function nameOf(element) {
    const label = element.getAttribute("aria-label");
    if (label) return squeeze(label);
    const by = (element.getAttribute("aria-labelledby") || "").split(" ").filter(Boolean);
    if (by.length > 0)
      return squeeze(
        by.map((id) => (document.getElementById(id) || { textContent: "" }).textContent).join(" "),
      );
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName)) {
      const labels = Array.from(element.labels || [], (one) => one.textContent).join(" ");
      return squeeze(labels || element.placeholder || element.title || "");
    }
    return squeeze(readableText(element)) || squeeze(element.title || "");
  }

  function matcher({ text, pattern, flags }) {
    if (text !== undefined) return (name) => name === squeeze(text);
    const expression = new RegExp(pattern, flags);
    return (name) => expression.test(name);
  }

  const named = (what) => {
    const fits = matcher(what);
    return (element) => isShown(element) && fits(nameOf(element));
  };
  /** Matching elements that can be tapped. */
  function tappable(what) {
    if (what.css !== undefined) return Array.from(document.querySelectorAll(what.css)).filter(isShown);
    return Array.from(document.querySelectorAll(TAPPABLE)).filter(named(what));
  }
  /** Other matching elements; of nested ones the innermost. */
  function others(what) {
    if (what.css !== undefined) return [];
    const all = Array.from(document.body.querySelectorAll("*")).filter(named(what));
    return all.filter((element) => !all.some((one) => one !== element && element.contains(one)));
  }

  const noPoint = (why) => ({ x: 0, y: 0, why });

  const TEXT_FIELD =
    "textarea, input:not([type=checkbox]):not([type=radio]):not([type=file]):not([type=range])";

  /** The point at which the element can be tapped, or why it can't. */
  function pointOf(element) {
    if (isDisabled(element)) return noPoint("it is disabled");
    const rect = element.getClientRects()[0];
    const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
    const hit = document.elementFromPoint(x, y);
    if (hit === null) return noPoint("it is off the screen");
    const label = hit.closest("label");
    if (element.contains(hit) || (label !== null && label.control === element)) {
      const field = label !== null && label.control !== null ? label.control : hit;
      window.tappedField = field.matches(TEXT_FIELD) ? field : null;
      return { x, y, why: "" };
    }
    return noPoint(`<${hit.tagName.toLowerCase()} class="${hit.className}"> covers it`);
  }

  return {
    point(what) {
      const first = tappable(what);
      const point = first.map(pointOf).find(({ why }) => why === "");
      if (point !== undefined) return point;
      // Reading the name of every element is slow, so this comes second.
      const found = first.concat(others(what));
      const points = found.map(pointOf);
      const visible = points.find(({ why }) => why === "");
      if (visible !== undefined) return visible;
      // Elements off the screen or below a bar are scrolled into view.
      for (const element of found) {
        element.scrollIntoView({ block: "center", inline: "nearest" });
        const point = pointOf(element);
        if (point.why === "") return point;
      }
      return points[0] || noPoint("it is not there");
    },
    page: () => (document.body ? squeeze(document.body.innerText) : ""),
    text(css) {
      const element = document.querySelector(css);
      if (element === null) return null;
      return /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName) ? element.value : squeeze(element.innerText);
    },
  };
})();
