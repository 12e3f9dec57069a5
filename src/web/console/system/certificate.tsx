import { say } from "../../../words.ts";
import { Shown } from "../../answers/shown.tsx";
import { day, t } from "../../app/words.ts";
import { Qr } from "../../scanner/label-picture.tsx";
import { useLive } from "../live/use-live.ts";
import { REPORT_EVERY_S } from "../overview/box-health.tsx";
import type { BoxReport } from "./shapes.ts";
import { SystemScreen } from "./system-screen.tsx";

/** `#/system/certificate`: who vouches for the box, until when, and how a device is made to trust it. */
export function CertificateScreen() {
  const answer = useLive<BoxReport>("/api/box", { everySeconds: REPORT_EVERY_S });
  return (
    <SystemScreen title={t(TEXTS.title)}>
      <Shown answer={answer}>
        {({ certificate, addresses }) => {
          if (certificate === null) return <Off />;
          const address = addresses[0]?.http ?? location.origin;
          return (
            <div class="cards wide">
              <section class="card" aria-labelledby="cert-now">
                <h2 id="cert-now">{t(TEXTS.now)}</h2>
                <dl class="facts">
                  <dt>{t(TEXTS.issuer)}</dt>
                  <dd>{t(certificate.issuer === "box" ? TEXTS.byBox : TEXTS.bySite)}</dd>
                  <dt>{t(TEXTS.until)}</dt>
                  <dd>
                    {day(certificate.expiresAt)}.{" "}
                    {t(certificate.issuer === "box" ? TEXTS.renews : TEXTS.renew)}
                  </dd>
                  {certificate.caExpiresAt !== null && (
                    <>
                      <dt>{t(TEXTS.ca)}</dt>
                      <dd>{day(certificate.caExpiresAt)}</dd>
                    </>
                  )}
                </dl>
              </section>
              {certificate.issuer === "box" && <Teach address={`${address}/trust`} />}
              <Own isOwn={certificate.issuer === "site"} />
            </div>
          );
        }}
      </Shown>
    </SystemScreen>
  );
}

function Off() {
  return (
    <div class="note">
      <p>
        <b>{t(TEXTS.off)}</b>
      </p>
      <p>{t(TEXTS.on)}</p>
    </div>
  );
}

/** How a device is made to trust the box's own certificate. */
function Teach({ address }: { readonly address: string }) {
  return (
    <section class="card" aria-labelledby="cert-teach">
      <h2 id="cert-teach">{t(TEXTS.teach)}</h2>
      <div class="to-scan">
        <Qr text={address} name={t(TEXTS.qr, { address })} />
        <ol>
          <li>
            {t(TEXTS.open)} <a href={address}>{address}</a>
          </li>
          <li>{t(TEXTS.compare)}</li>
          <li>{t(TEXTS.follow)}</li>
        </ol>
      </div>
      <p>
        <a class="button second" href="/ca.crt" download>
          {t(TEXTS.download)}
        </a>
      </p>
    </section>
  );
}

function Own({ isOwn }: { readonly isOwn: boolean }) {
  return (
    <section class="card" aria-labelledby="cert-own">
      <h2 id="cert-own">{t(TEXTS.own)}</h2>
      <p>{t(isOwn ? TEXTS.ownIs : TEXTS.ownCan)}</p>
      <pre>{"HTTPS_CERTIFICATE_FILE=…\nHTTPS_KEY_FILE=…"}</pre>
      <p class="quiet">{t(TEXTS.ownHow)}</p>
    </section>
  );
}

const TEXTS = {
  title: say("Certificate", "Certifikát"),
  now: say("HTTPS is on", "HTTPS je zapnuté"),
  issuer: say("Issued by", "Vydal"),
  byBox: say(
    "the box itself, by its own authority (CA)",
    "samo zařízení, vlastní certifikační autoritou (CA)",
  ),
  bySite: say(
    "your site: its own certificate is used",
    "vaše pracoviště: používá se jeho vlastní certifikát",
  ),
  until: say("Holds until", "Platí do"),
  renews: say("The box renews it by itself.", "Zařízení si ho obnoví samo."),
  renew: say(
    "Put a new one in place of the files before; it is used within seconds.",
    "Nahraďte soubory novými dřív; použijí se během několika sekund.",
  ),
  ca: say("Its authority (CA) holds until", "Jeho autorita (CA) platí do"),
  off: say("HTTPS is off on this box.", "HTTPS je na tomto zařízení vypnuté."),
  on: say(
    "Without it cameras can't scan and the client can't be installed. It is switched on with HTTPS_PORT in the configuration of the start.",
    "Bez něj nelze skenovat kamerou ani klienta nainstalovat. Zapíná se volbou HTTPS_PORT v konfiguraci spuštění.",
  ),
  teach: say("Have a device trust the box", "Jak zařízení naučit důvěřovat"),
  qr: say("QR code of {address}", "QR kód adresy {address}"),
  open: say("On the phone, terminal or computer open", "Na telefonu, terminálu nebo počítači otevřete"),
  compare: say(
    "Compare the fingerprint shown there with the one that scripts/doctor prints on the box.",
    "Porovnejte tam uvedený otisk s tím, který na zařízení vypíše scripts/doctor.",
  ),
  follow: say(
    "Follow its steps once; afterwards no warning comes.",
    "Jednou projděte jeho kroky; potom už žádné varování nepřijde.",
  ),
  download: say("Download the CA", "Stáhnout CA"),
  own: say("A certificate of your own", "Vlastní certifikát"),
  ownCan: say(
    "Where your site has an authority of its own, the box can show its certificate; then nothing is to be installed on devices.",
    "Pokud má vaše pracoviště vlastní autoritu, může zařízení používat její certifikát; na zařízení se pak nic neinstaluje.",
  ),
  ownIs: say(
    "These two settings name its files. Devices that trust your site's authority need nothing else.",
    "Jeho soubory určují tato dvě nastavení. Zařízení, která důvěřují vaší autoritě, nepotřebují nic dalšího.",
  ),
  ownHow: say(
    "They stand in the configuration of the start; PEM files, the certificate with its chain, the key without a pass phrase.",
    "Patří do konfigurace spuštění; soubory PEM, certifikát i s řetězcem, klíč bez hesla.",
  ),
};
