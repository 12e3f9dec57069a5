import { type Message, msg } from "../../../domain/message.ts";

/** An operating system with its installation steps. `**…**` marks labels on the system's own screens. */
export interface System {
  readonly id: "android" | "apple" | "windows";
  readonly title: Message;
  /** Download path of the certificate, in the format of the system. */
  readonly file: "/ca.crt" | "/ca.mobileconfig";
  readonly steps: readonly Message[];
}

/** The supported systems, in the order of the page. */
export const SYSTEMS: readonly System[] = [
  {
    id: "android",
    title: msg("Android phone or terminal", "Telefon nebo terminál s Androidem"),
    file: "/ca.crt",
    steps: [
      msg("Download the certificate with the button above.", "Stáhněte certifikát tlačítkem výše."),
      msg(
        "Open **Settings** and search for **CA certificate** (usually under Security, More security settings, Install a certificate).",
        "Otevřete **Nastavení** a vyhledejte **Certifikát CA** (obvykle Zabezpečení, Další nastavení zabezpečení, Instalace certifikátu).",
      ),
      msg(
        "Tap **Install anyway**, enter the PIN of the screen lock and choose **tallybox-ca.crt** in Downloads.",
        "Klepněte na **Přesto nainstalovat**, zadejte PIN zámku obrazovky a ve Stažených souborech vyberte **tallybox-ca.crt**.",
      ),
    ],
  },
  {
    id: "apple",
    title: msg("iPhone or iPad", "iPhone nebo iPad"),
    file: "/ca.mobileconfig",
    steps: [
      msg(
        "Open this page in Safari, tap the button above and then **Allow**.",
        "Otevřete tuto stránku v Safari, klepněte na tlačítko výše a pak na **Povolit**.",
      ),
      msg(
        "Open **Settings**, tap **Profile Downloaded** (or General, VPN & Device Management) and then **Install**.",
        "Otevřete **Nastavení**, klepněte na **Profil stažen** (nebo Obecné, VPN a správa zařízení) a pak na **Instalovat**.",
      ),
      msg(
        "In **Settings**, General, About, **Certificate Trust Settings**, switch on **{name}**.",
        "V **Nastavení**, Obecné, Informace, **Nastavení důvěryhodnosti certifikátů** zapněte **{name}**.",
      ),
    ],
  },
  {
    id: "windows",
    title: msg("Windows", "Windows"),
    file: "/ca.crt",
    steps: [
      msg(
        "Download the certificate with the button above and open it.",
        "Stáhněte certifikát tlačítkem výše a otevřete jej.",
      ),
      msg(
        "**Install Certificate…**, **Current User**, **Place all certificates in the following store**, **Browse…**: choose **Trusted Root Certification Authorities**.",
        "**Nainstalovat certifikát…**, **Aktuální uživatel**, **Všechny certifikáty umístit v následujícím úložišti**, **Procházet…**: vyberte **Důvěryhodné kořenové certifikační autority**.",
      ),
      msg(
        "**Next**, **Finish**. Windows shows the thumbprint (SHA-1) {sha1}: if it is the same, answer **Yes**. Then start the browser again.",
        "**Další**, **Dokončit**. Windows ukáže kryptografický otisk (SHA-1) {sha1}: je-li stejný, odpovězte **Ano**. Pak prohlížeč spusťte znovu.",
      ),
    ],
  },
];

/** Texts of the page. */
export const TEXTS = {
  title: msg("Trust this server", "Důvěřovat tomuto serveru"),
  purpose: msg(
    "The server has its own certificate. Install it once on each phone, terminal and computer. The browser then opens the server without a warning, over an encrypted connection.",
    "Server má vlastní certifikát. Nainstalujte jej jednou do každého telefonu, terminálu a počítače. Prohlížeč pak server otevře bez varování a šifrovaným spojením.",
  ),
  limits: msg(
    "It vouches for addresses on local networks only, never for sites on the internet.",
    "Ručí jen za adresy v místních sítích, nikdy za stránky na internetu.",
  ),
  download: msg("Download the certificate", "Stáhnout certifikát"),
  check: msg("Is it the right one?", "Je to ten pravý?"),
  compare: msg(
    "Its name is {name}. Its fingerprint (SHA-256) must be the one that the server shows in its log and in the output of scripts/doctor:",
    "Jmenuje se {name}. Jeho otisk (SHA-256) musí být ten, který server uvádí v protokolu a ve výstupu příkazu scripts/doctor:",
  ),
  attempt: msg("Then try it", "Pak to vyzkoušejte"),
  open: msg("Open the server", "Otevřít server"),
  noWarning: msg(
    "{address} without a warning from the browser: this device is done.",
    "{address} bez varování prohlížeče: tady je hotovo.",
  ),
  next: msg("The next phone", "Další telefon"),
  scanPage: msg("This page, to scan with its camera", "Tato stránka, k načtení jeho kamerou"),
  scanFingerprint: msg("The fingerprint, to compare by scanning", "Otisk, k porovnání načtením"),
  typed: msg("Or type {page}", "Nebo napište {page}"),
  nothing: msg("There is nothing to install", "Není co instalovat"),
  siteOwn: msg(
    "This server uses a certificate of your site. Ask your network administrator whether your device already trusts it.",
    "Tento server používá certifikát vaší firmy. Zeptejte se správce sítě, zda mu vaše zařízení už důvěřuje.",
  ),
  off: msg(
    "HTTPS is off on this server (setting Https:Port).",
    "HTTPS je na tomto serveru vypnuté (nastavení Https:Port).",
  ),
};
