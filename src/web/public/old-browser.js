// Runs in any browser, so it is written as browsers of 2010 read it: says in words that this one is too old, instead of a
// white page. What is looked for came last with Chromium 73; the client is built for 77.
function tellIfTooOld() {
  var missing =
    !("noModule" in document.createElement("script")) ||
    !window.indexedDB ||
    !window.fetch ||
    !window.AbortController ||
    !Object.fromEntries ||
    !String.prototype.matchAll;
  function sectionOf(text, heading) {
    var part = document.createElement("section");
    part.lang = text[0];
    part.appendChild(elementOf(heading, text[1]));
    part.appendChild(elementOf("p", text[2]));
    return part;
  }
  function elementOf(name, words) {
    var made = document.createElement(name);
    made.appendChild(document.createTextNode(words));
    return made;
  }
  function tell() {
    var texts = [
      [
        "en",
        "This browser is too old for tallybox",
        "It needs Chrome, Edge or a WebView of version 77 or newer, Firefox 78 or Safari 14. Update the browser of this device, or ask the people who look after it.",
      ],
      [
        "cs",
        "Tento prohlížeč je na tallybox příliš starý",
        "Je potřeba Chrome, Edge nebo WebView verze 77 či novější, Firefox 78 nebo Safari 14. Aktualizujte prohlížeč tohoto zařízení, nebo se obraťte na jeho správce.",
      ],
    ];
    var first = /^(cs|sk)/i.test(navigator.language || "") ? 1 : 0;
    var page = document.createElement("main");
    page.id = "too-old";
    page.appendChild(sectionOf(texts[first], "h1"));
    page.appendChild(sectionOf(texts[1 - first], "h2"));
    page.appendChild(elementOf("p", navigator.userAgent));
    document.body.appendChild(page);
    page.style.cssText = "padding: 24px; font: 18px/1.5 sans-serif; color: #111; background: #fff";
  }
  if (!missing) return;
  window.isTooOld = true;
  document.addEventListener("DOMContentLoaded", tell);
}
tellIfTooOld();
