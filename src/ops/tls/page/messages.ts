import { type Message, msg } from "../../../domain/message.ts";

/** A text of the page, which may name the CA and its fingerprint and the addresses of the server. */
export type PageMessage = Message<Readonly<Record<"name" | "sha1" | "address" | "page", string>>>;

/** An operating system with its installation steps. `**…**` marks labels on the system's own screens. */
export interface System {
  readonly id: "android" | "apple" | "windows";
  readonly title: PageMessage;
  /** Download path of the certificate, in the format of the system. */
  readonly file: "/ca.crt" | "/ca.mobileconfig";
  readonly steps: readonly PageMessage[];
}

/** The supported systems, in the order of the page. */
export const SYSTEMS: readonly System[] = [
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
export const TEXTS = {
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
