// Runs in any browser, so it is written as browsers of 2010 read it: says in words that this one is too old, instead of a
// white page. Browsers are told by what they lack (docs/operate/browsers.md): enterKeyHint came with Chromium 77 (WebKitGTK has
// none, but a later feature), the list of databases with Firefox 126, BroadcastChannel with Safari 15.4.
function tellIfTooOld() {
  var missing =
    !("noModule" in document.createElement("script")) ||
    !window.indexedDB ||
    !window.fetch ||
    !window.AbortController ||
    !Object.fromEntries ||
    !String.prototype.matchAll ||
    (!("enterKeyHint" in document.documentElement) && !Array.prototype.at) ||
    !window.indexedDB.databases ||
    !window.BroadcastChannel;
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
        "It needs Chrome, Edge or Android WebView 77 or newer, Firefox ESR 128 or newer, or Safari 15.4 (iOS 15.4) or newer. Update the browser of this device, or ask your administrator.",
      ],
      [
        "cs",
        "Tento prohlížeč je na tallybox příliš starý",
        "Je potřeba Chrome, Edge nebo Android WebView 77 či novější, Firefox ESR 128 či novější, nebo Safari 15.4 (iOS 15.4) či novější. Aktualizujte prohlížeč tohoto zařízení, nebo se obraťte na správce.",
      ],
      [
        "de",
        "Dieser Browser ist zu alt für tallybox",
        "Nötig ist Chrome, Edge oder Android WebView ab Version 77, Firefox ESR ab 128 oder Safari ab 15.4 (iOS 15.4). Aktualisieren Sie den Browser dieses Geräts oder fragen Sie Ihren Administrator.",
      ],
      [
        "sk",
        "Tento prehliadač je na tallybox príliš starý",
        "Je potrebný Chrome, Edge alebo Android WebView 77 či novší, Firefox ESR 128 či novší, alebo Safari 15.4 (iOS 15.4) či novšie. Aktualizujte prehliadač tohto zariadenia alebo sa obráťte na správcu.",
      ],
    ];
    var first = Math.max(
      0,
      ["en", "cs", "de", "sk"].indexOf((navigator.language || "").slice(0, 2).toLowerCase()),
    );
    var other;
    var page = document.createElement("main");
    page.id = "too-old";
    page.appendChild(sectionOf(texts[first], "h1"));
    for (other = 0; other < texts.length; other++)
      if (other !== first) page.appendChild(sectionOf(texts[other], "h2"));
    page.appendChild(elementOf("p", navigator.userAgent));
    document.body.appendChild(page);
    page.style.cssText = "padding: 24px; font: 18px/1.5 sans-serif; color: #111; background: #fff";
  }
  if (!missing) return;
  window.isTooOld = true;
  document.addEventListener("DOMContentLoaded", tell);
}
tellIfTooOld();

// Until the program runs, nothing else shows that it can't: a script that is missing or fails would leave a white page.
// The program ends this by tallyboxStarted (errors/error-queue.ts).
function tellIfNotStarted() {
  var isTold = false;
  function failed(event) {
    var isMissing = event.target && event.target.nodeName === "SCRIPT";
    if (isTold || window.isTooOld || (!isMissing && !event.error)) return;
    isTold = true;
    tell();
    // Of a missing script nothing is known: the network may be away.
    if (!isMissing && window.fetch) report(event.error);
  }
  function tell() {
    var texts = {
      en: [
        "tallybox could not start",
        "Reload this page. If that does not help, ask your administrator. Saved counts are not deleted.",
        "Reload",
      ],
      cs: [
        "tallybox se nepodařilo spustit",
        "Načtěte stránku znovu. Nepomůže-li to, obraťte se na správce. Uložené počty se nemažou.",
        "Načíst znovu",
      ],
      de: [
        "tallybox konnte nicht gestartet werden",
        "Laden Sie die Seite neu. Hilft das nicht, fragen Sie Ihren Administrator. Gespeicherte Zählungen werden nicht gelöscht.",
        "Neu laden",
      ],
      sk: [
        "tallybox sa nepodarilo spustiť",
        "Načítajte stránku znova. Ak to nepomôže, obráťte sa na správcu. Uložené počty sa nemažú.",
        "Načítať znova",
      ],
    };
    var text = texts[(navigator.language || "").slice(0, 2).toLowerCase()] || texts.en;
    var page = document.createElement("main");
    page.style.cssText = "padding: 24px; font: 18px/1.5 sans-serif; color: #111; background: #fff";
    add(page, "h1", text[0]);
    add(page, "p", text[1]);
    add(page, "button", text[2]).onclick = reload;
    document.body.insertBefore(page, document.body.firstChild);
  }
  function add(page, name, words) {
    var made = document.createElement(name);
    made.appendChild(document.createTextNode(words));
    return page.appendChild(made);
  }
  function reload() {
    location.reload();
  }
  function report(error) {
    var body = {
      app: location.pathname.indexOf("/console") === 0 ? "console" : "terminal",
      version: "unknown",
      screen: null,
      message: [error.name, error.message].join(": ").slice(0, 300),
      stack: null,
      browser: navigator.userAgent.slice(0, 200),
      count: 1,
      at: new Date().toISOString(),
    };
    var headers = { "Content-Type": "application/json" };
    fetch("/api/client-errors", { method: "POST", headers: headers, body: JSON.stringify(body) }).then(
      ignore,
      ignore,
    );
  }
  function ignore() {}
  function stop() {
    window.removeEventListener("error", failed, true);
  }
  window.addEventListener("error", failed, true);
  window.tallyboxStarted = stop;
}
tellIfNotStarted();
