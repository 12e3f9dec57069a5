import { renderSVG } from "uqr";
import { type Message, msg } from "../../../domain/message.ts";
import { LOCALE_CODES, LOCALES, type Locale } from "../../../i18n/locales.ts";
import { textIn } from "../../../i18n/text.ts";
import { escapeHtml } from "../../../platform/html.ts";

/** A text of the page, which may name the CA and its fingerprint and the addresses of the server. */
type PageMessage = Message<Readonly<Record<"name" | "sha1" | "address" | "page", string>>>;

/** An operating system with its installation steps. `**…**` marks labels on the system's own screens. */
interface System {
  readonly id: "android" | "apple" | "windows";
  readonly title: PageMessage;
  /** Download path of the certificate, in the format of the system. */
  readonly file: "/ca.crt" | "/ca.mobileconfig";
  readonly steps: readonly PageMessage[];
}

/** The supported systems, in the order of the page. */
const SYSTEMS: readonly System[] = [
  {
    id: "android",
    title: msg("Android phone or terminal"),
    file: "/ca.crt",
    steps: [
      msg("Download the certificate with the button above."),
      msg(
        "Open **Settings** and search for **CA certificate** (usually under Security, More security settings, Install a certificate).",
      ),
      msg(
        "Tap **Install anyway**, enter the PIN of the screen lock and choose **tallybox-ca.crt** in Downloads.",
      ),
    ],
  },
  {
    id: "apple",
    title: msg("iPhone or iPad"),
    file: "/ca.mobileconfig",
    steps: [
      msg("Open this page in Safari, tap the button above and then **Allow**."),
      msg(
        "Open **Settings**, tap **Profile Downloaded** (or General, VPN & Device Management) and then **Install**.",
      ),
      msg("In **Settings**, General, About, **Certificate Trust Settings**, switch on **{name}**."),
    ],
  },
  {
    id: "windows",
    title: msg("Windows"),
    file: "/ca.crt",
    steps: [
      msg("Download the certificate with the button above and open it."),
      msg(
        "**Install Certificate…**, **Current User**, **Place all certificates in the following store**, **Browse…**: choose **Trusted Root Certification Authorities**.",
      ),
      msg(
        "**Next**, **Finish**. Windows shows the thumbprint (SHA-1) {sha1}: if it is the same, answer **Yes**. Then start the browser again.",
      ),
    ],
  },
];

/** Texts of the page. */
const TEXTS = {
  title: msg("Trust this server"),
  purpose: msg(
    "The server has its own certificate. Install it once on each phone, terminal and computer. The browser then opens the server without a warning, over an encrypted connection.",
  ),
  limits: msg("It vouches for addresses on local networks only, never for sites on the internet."),
  download: msg("Download the certificate"),
  check: msg("Is it the right one?"),
  compare: msg(
    "Its name is {name}. Its fingerprint (SHA-256) must be the one that the server shows in its log and in the output of scripts/doctor:",
  ),
  attempt: msg("Then try it"),
  open: msg("Open the server"),
  noWarning: msg("{address} without a warning from the browser: this device is done."),
  next: msg("The next phone"),
  scanPage: msg("This page, to scan with its camera"),
  scanFingerprint: msg("The fingerprint, to compare by scanning"),
  typed: msg("Or type {page}"),
  nothing: msg("There is nothing to install"),
  siteOwn: msg(
    "This server uses a certificate of your site. Ask your network administrator whether your device already trusts it.",
  ),
  off: msg("HTTPS is off on this server (setting Https:Port)."),
};

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
  const t = (message: PageMessage) => escapeHtml(textIn({ source: message.source, values }, language));
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
        <p><a class="button second" href="${escapeHtml(httpsAddress)}/trust">${t(TEXTS.open)}</a></p>
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
