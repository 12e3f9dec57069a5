import { renderSVG } from "uqr";
import type { Locale } from "../../../i18n/locales.ts";
import { LOCALE_CODES, LOCALES } from "../../../i18n/locales.ts";
import { textIn } from "../../../i18n/text.ts";
import { type PageMessage, SYSTEMS, type System, TEXTS } from "./messages.ts";

/** Values of the page. */
interface TrustPageContent {
  /** Name of the CA, as devices show it. */
  readonly name: string;
  /** Pairs of upper-case hexadecimal digits, separated by `:`. */
  readonly sha256: string;
  readonly sha1: string;
  /** For example `https://tallybox.local`. */
  readonly httpsAddress: string;
  /** Address of this page over plain HTTP, for devices that do not trust the server yet. */
  readonly pageAddress: string;
}

/** The page with steps for installing the CA, designed for phones. It loads nothing from other hosts. */
export function trustPage(content: TrustPageContent, language: Locale): string {
  const { name, sha256, sha1, httpsAddress, pageAddress } = content;
  const values = { name, sha1, address: httpsAddress, page: pageAddress };
  const t = (message: PageMessage) => escaped(textIn({ source: message.source, values }, language));
  return framed(
    language,
    t(TEXTS.title),
    `<p>${t(TEXTS.purpose)}</p>
      <p class="quiet">${t(TEXTS.limits)}</p>
      ${SYSTEMS.map((system) => stepsOf(system, t)).join("\n      ")}
      <section>
        <h2>${t(TEXTS.check)}</h2>
        <p>${t(TEXTS.compare)}</p>
        <p class="fingerprint">${linesOf(sha256)}</p>
      </section>
      <section>
        <h2>${t(TEXTS.attempt)}</h2>
        <p><a class="button second" href="${escaped(httpsAddress)}/trust">${t(TEXTS.open)}</a></p>
        <p class="quiet">${t(TEXTS.noWarning)}</p>
      </section>
      <section>
        <h2>${t(TEXTS.next)}</h2>
        <div class="codes">
          <figure>${codeOf(pageAddress)}<figcaption>${t(TEXTS.scanPage)}</figcaption></figure>
          <figure>${codeOf(sha256)}<figcaption>${t(TEXTS.scanFingerprint)}</figcaption></figure>
        </div>
        <p class="quiet">${t(TEXTS.typed)}</p>
      </section>`,
  );
}

/** The page of a server without a CA of its own, with the reason. */
export function nothingToInstallPage(reason: "siteOwn" | "off", language: Locale): string {
  return framed(language, textIn(TEXTS.nothing, language), `<p>${textIn(TEXTS[reason], language)}</p>`);
}

function framed(language: Locale, title: string, content: string): string {
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} · tallybox</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/trust/page.css" />
    <script src="/trust/page.js" defer></script>
  </head>
  <body>
    <header>
      <strong>tallybox</strong>
      <nav>${LOCALE_CODES.filter((other) => other !== language)
        .map(linkTo)
        .join(" ")}</nav>
    </header>
    <main>
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>
`;
}

function linkTo(locale: Locale): string {
  return `<a href="/trust?language=${locale}" lang="${locale}">${LOCALES[locale].name}</a>`;
}

function stepsOf({ id, title, file, steps }: System, t: (message: PageMessage) => string): string {
  const items = steps.map((step) => `<li>${emphasized(t(step))}</li>`).join("");
  return `<details id="${id}" name="system">
        <summary>${t(title)}</summary>
        <p><a class="button" href="${file}">${t(TEXTS.download)}</a></p>
        <ol>${items}</ol>
      </details>`;
}

function codeOf(text: string): string {
  return renderSVG(text, { ecc: "M", border: 2 });
}

/** Eight pairs a line, for comparing line by line. */
function linesOf(fingerprint: string): string {
  const pairs = fingerprint.split(":");
  const lines = [0, 8, 16, 24].map((at) => `<code>${pairs.slice(at, at + 8).join(" ")}</code>`);
  return lines.join(" ");
}

function emphasized(text: string): string {
  return text.replaceAll(/\*\*(.+?)\*\*/g, "<b>$1</b>");
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
