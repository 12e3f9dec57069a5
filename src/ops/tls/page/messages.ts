import { say, type Words } from "../../../domain/message.ts";

/** A kind of system, and what its user does there in turn. `**…**` is what the system's own screen says. */
export interface System {
  readonly id: "android" | "apple" | "windows";
  readonly title: Words;
  /** Where the certificate comes from, in the form that the system takes. */
  readonly file: "/ca.crt" | "/ca.mobileconfig";
  readonly steps: readonly Words[];
}

/** The systems that the page has steps for, in the order of the page. */
export const SYSTEMS: readonly System[] = [
  {
    id: "android",
    title: say("Android phone or terminal", "Telefon nebo terminál s Androidem"),
    file: "/ca.crt",
    steps: [
      say("Download the certificate with the button above.", "Stáhněte certifikát tlačítkem výše."),
      say(
        "Open **Settings** and search for **CA certificate** (usually under Security, More security settings, Install a certificate).",
        "Otevřete **Nastavení** a vyhledejte **Certifikát CA** (obvykle Zabezpečení, Další nastavení zabezpečení, Instalace certifikátu).",
      ),
      say(
        "Tap **Install anyway**, enter the PIN of the screen lock and choose **tallybox-ca.crt** in Downloads.",
        "Klepněte na **Přesto nainstalovat**, zadejte PIN zámku obrazovky a ve Stažených souborech vyberte **tallybox-ca.crt**.",
      ),
    ],
  },
  {
    id: "apple",
    title: say("iPhone or iPad", "iPhone nebo iPad"),
    file: "/ca.mobileconfig",
    steps: [
      say(
        "Open this page in Safari, tap the button above and then **Allow**.",
        "Otevřete tuto stránku v Safari, klepněte na tlačítko výše a pak na **Povolit**.",
      ),
      say(
        "Open **Settings**, tap **Profile Downloaded** (or General, VPN & Device Management) and then **Install**.",
        "Otevřete **Nastavení**, klepněte na **Profil stažen** (nebo Obecné, VPN a správa zařízení) a pak na **Instalovat**.",
      ),
      say(
        "In **Settings**, General, About, **Certificate Trust Settings**, switch on **{name}**.",
        "V **Nastavení**, Obecné, Informace, **Nastavení důvěryhodnosti certifikátů** zapněte **{name}**.",
      ),
    ],
  },
  {
    id: "windows",
    title: say("Windows", "Windows"),
    file: "/ca.crt",
    steps: [
      say(
        "Download the certificate with the button above and open it.",
        "Stáhněte certifikát tlačítkem výše a otevřete jej.",
      ),
      say(
        "**Install Certificate…**, **Current User**, **Place all certificates in the following store**, **Browse…**: choose **Trusted Root Certification Authorities**.",
        "**Nainstalovat certifikát…**, **Aktuální uživatel**, **Všechny certifikáty umístit v následujícím úložišti**, **Procházet…**: vyberte **Důvěryhodné kořenové certifikační autority**.",
      ),
      say(
        "**Next**, **Finish**. Windows shows the thumbprint (SHA-1) {sha1}: if it is the same, answer **Yes**. Then start the browser again.",
        "**Další**, **Dokončit**. Windows ukáže kryptografický otisk (SHA-1) {sha1}: je-li stejný, odpovězte **Ano**. Pak prohlížeč spusťte znovu.",
      ),
    ],
  },
];

/** The page's words, in each language. */
export const TEXTS = {
  title: say("Trust this server", "Důvěřovat tomuto serveru"),
  otherLanguage: say("Česky", "English"),
  purpose: say(
    "The server has its own certificate. Install it once on each phone, terminal and computer. The browser then opens the server without a warning, over an encrypted connection.",
    "Server má vlastní certifikát. Nainstalujte jej jednou do každého telefonu, terminálu a počítače. Prohlížeč pak server otevře bez varování a šifrovaným spojením.",
  ),
  limits: say(
    "It vouches for addresses on local networks only, never for sites on the internet.",
    "Ručí jen za adresy v místních sítích, nikdy za stránky na internetu.",
  ),
  download: say("Download the certificate", "Stáhnout certifikát"),
  check: say("Is it the right one?", "Je to ten pravý?"),
  compare: say(
    "Its name is {name}. Its fingerprint (SHA-256) must be the one that the server shows in its log and in the output of scripts/doctor:",
    "Jmenuje se {name}. Jeho otisk (SHA-256) musí být ten, který server uvádí v protokolu a ve výstupu příkazu scripts/doctor:",
  ),
  attempt: say("Then try it", "Pak to vyzkoušejte"),
  open: say("Open the server", "Otevřít server"),
  noWarning: say(
    "{address} without a warning from the browser: this device is done.",
    "{address} bez varování prohlížeče: tady je hotovo.",
  ),
  next: say("The next phone", "Další telefon"),
  scanPage: say("This page, to scan with its camera", "Tato stránka, k načtení jeho kamerou"),
  scanFingerprint: say("The fingerprint, to compare by scanning", "Otisk, k porovnání načtením"),
  typed: say("Or type {page}", "Nebo napište {page}"),
  nothing: say("There is nothing to install", "Není co instalovat"),
  siteOwn: say(
    "This server uses a certificate of your site. Ask your network administrator whether your device already trusts it.",
    "Tento server používá certifikát vaší firmy. Zeptejte se správce sítě, zda mu vaše zařízení už důvěřuje.",
  ),
  off: say(
    "HTTPS is off on this server (setting Https:Port).",
    "HTTPS je na tomto serveru vypnuté (nastavení Https:Port).",
  ),
};
