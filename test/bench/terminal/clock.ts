// Runs in the measured pages, Chromium 77 included: from the scanner's Enter, as the browser took it, to the frame after the
// change that it led to. The same for the product and for the bare page.

/**
 * A script that times each Enter until the element of `css` has changed and is painted; `window.times` has the
 * milliseconds.
 */
export const timer = (css: string) => `(() => {
  window.times = [];
  let began = null;
  let before = "";
  const shown = () => {
    const element = document.querySelector(${JSON.stringify(css)});
    return element === null ? "" : element.className + element.textContent;
  };
  addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    began = event.timeStamp;
    before = shown();
  }, true);
  new MutationObserver(() => {
    if (began === null || shown() === before) return;
    const since = began;
    began = null;
    requestAnimationFrame(() => {
      // After the frame: what is posted here comes when it has been drawn.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => times.push(performance.now() - since);
      port2.postMessage(0);
    });
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
})()`;

/**
 * A script that taps the way to the pairing as soon as it is there; `window.usable` is the time of its painted reaction,
 * ms since the start.
 */
export const firstTap = `(() => {
  let isTapped = false;
  new MutationObserver(() => {
    const way = document.querySelector('a[href="#/pair"]');
    if (way !== null && !isTapped) {
      isTapped = true;
      requestAnimationFrame(() => way.click());
    }
    if (document.querySelector("input.code") === null || window.usable) return;
    window.usable = -1;
    requestAnimationFrame(() => setTimeout(() => { window.usable = performance.now(); }));
  }).observe(document, { subtree: true, childList: true });
})()`;
