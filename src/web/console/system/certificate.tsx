import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { day, t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Qr } from "../../scanner/label-picture.tsx";
import { Banner } from "../../ui/banner.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Card, Cards } from "../../ui/card.tsx";
import { REPORT_EVERY_S } from "../overview/server-health.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { RequireHttps } from "./require-https.tsx";
import { SystemScreen } from "./system-screen.tsx";

/** `#/system/certificate`: issuer and expiry of the certificate, and how to install it on a device. */
export function CertificateScreen() {
  const query = useLiveQuery(call("GET /api/box"), { everySeconds: REPORT_EVERY_S });
  return (
    <SystemScreen title={t(msg("Certificate"))}>
      <QueryBoundary query={query}>
        {({ certificate, addresses }) => {
          if (certificate === null) return <Off />;
          const address = addresses[0]?.http ?? location.origin;
          return (
            <Cards isWide>
              <Card id="cert-now" title={t(msg("HTTPS is on"))}>
                <dl class="facts">
                  <dt>{t(msg("Issued by"))}</dt>
                  <dd>
                    {t(certificate.issuer === "box" ? msg("This server (its own CA)") : msg("Your site"))}
                  </dd>
                  <dt>{t(msg("Valid until"))}</dt>
                  <dd>
                    {day(certificate.expiresAt)}.{" "}
                    {t(
                      certificate.issuer === "box"
                        ? msg("Renewed automatically.")
                        : msg(
                            "Replace the files before this date. The server uses new files within seconds.",
                          ),
                    )}
                  </dd>
                  {certificate.caExpiresAt !== null && (
                    <>
                      <dt>{t(msg("CA valid until"))}</dt>
                      <dd>{day(certificate.caExpiresAt)}</dd>
                    </>
                  )}
                </dl>
              </Card>
              <RequireHttps />
              {certificate.issuer === "box" && <Teach address={`${address}/trust`} />}
              <Own isOwn={certificate.issuer === "site"} />
            </Cards>
          );
        }}
      </QueryBoundary>
    </SystemScreen>
  );
}

function Off() {
  return (
    <Banner>
      <p>
        <b>{t(msg("HTTPS is off."))}</b>
      </p>
      <p>
        {t(
          msg(
            "Without HTTPS, cameras can't scan and the app can't be installed on devices. To turn it on, set HTTPS_PORT in the server's configuration.",
          ),
        )}
      </p>
    </Banner>
  );
}

/** How to install the server's own CA on a device. */
function Teach({ address }: { readonly address: string }) {
  return (
    <Card id="cert-teach" title={t(msg("Install the certificate on a device"))}>
      <div class="to-scan">
        <Qr text={address} name={t(msg("QR code of {address}"), { address })} />
        <ol>
          <li>
            {t(msg("On the phone, terminal or computer, open"))} <a href={address}>{address}</a>
          </li>
          <li>
            {t(
              msg(
                "Compare the fingerprint shown there with the one printed by scripts/doctor on the server.",
              ),
            )}
          </li>
          <li>{t(msg("Follow the steps on the page. The browser then shows no more warnings."))}</li>
        </ol>
      </div>
      <p>
        <ButtonLink kind="secondary" href="/ca.crt" download>
          {t(msg("Download CA"))}
        </ButtonLink>
      </p>
    </Card>
  );
}

function Own({ isOwn }: { readonly isOwn: boolean }) {
  return (
    <Card id="cert-own" title={t(msg("Your own certificate"))}>
      <p>
        {t(
          isOwn
            ? msg("These two settings name the files. Devices that trust your CA need nothing else.")
            : msg(
                "If your site has its own CA, the server can use a certificate issued by it. Nothing then has to be installed on devices.",
              ),
        )}
      </p>
      <pre>{"HTTPS_CERTIFICATE_FILE=…\nHTTPS_KEY_FILE=…"}</pre>
      <p class="muted">
        {t(
          msg(
            "Set them in the server's configuration. Both are PEM files: the certificate with its chain, the key without a passphrase.",
          ),
        )}
      </p>
    </Card>
  );
}
