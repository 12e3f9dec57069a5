import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { HttpsSettings, ServerStatus } from "../../api/types/endpoints.d.ts";
import { day, number, t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Qr } from "../../scanner/qr.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card, Cards } from "../../ui/card.tsx";
import { Facts } from "../../ui/surfaces.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { type Change, useMutation } from "../forms/mutation.tsx";
import { REPORT_EVERY_S } from "../overview/server-health.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
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
                <Facts facts={factsOf(certificate)} />
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

type Certificate = NonNullable<ServerStatus["certificate"]>;

function factsOf({ issuer, expiresAt, caExpiresAt }: Certificate) {
  const isOwn = issuer === "box";
  const renewal = isOwn
    ? msg("Renewed automatically.")
    : msg("Replace the files before this date. The server uses new files within seconds.");
  return [
    [t(msg("Issued by")), t(isOwn ? msg("This server (its own CA)") : msg("Your site"))],
    [t(msg("Valid until")), `${day(expiresAt)}. ${t(renewal)}`],
    [t(msg("CA valid until")), caExpiresAt && day(caExpiresAt)],
  ] as const;
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
        <ButtonLink href="/ca.crt" download>
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

/** Whether HTTPS is required, who still uses HTTP, and the button to change it. */
function RequireHttps() {
  const query = useLiveQuery(call("GET /api/settings/https"), {
    follows: ["settings", "stocktakes"],
    everySeconds: 30,
  });
  return (
    <Card id="require-https" title={t(msg("Require HTTPS"))}>
      <QueryBoundary query={query}>{(settings) => <Switch settings={settings} />}</QueryBoundary>
    </Card>
  );
}

function Switch({ settings }: { readonly settings: HttpsSettings }) {
  const { isRequired, isFixed, devices, others, phones } = settings;
  const { run, isBusy, problem } = useMutation({ errors: "place" });
  const change: Change = {
    question: isRequired ? null : questionOf(settings),
    send: call("PUT /api/settings/https", { body: { isRequired: !isRequired } }),
    done: t(isRequired ? msg("HTTP is allowed again") : msg("HTTPS is now required")),
  };
  return (
    <>
      <p>
        {t(
          isRequired
            ? msg(
                "HTTPS is required. Over HTTP, devices can only install the certificate, and for 30 days shared terminals can send counts that they still hold.",
              )
            : msg(
                "HTTP is accepted: somebody who reads the network can read passwords, PINs and counts that are sent over it.",
              ),
        )}
      </p>
      {devices.length > 0 ? (
        <>
          <p>
            <b>{t(isRequired ? STILL_SENDING : msg("Devices that use HTTP"))}</b>
          </p>
          <DataTable
            caption={t(isRequired ? STILL_SENDING : msg("Devices that use HTTP"))}
            columns={columns()}
            rows={devices}
            idOf={({ deviceTokenId }) => deviceTokenId}
          />
          <p class="muted">
            {t(
              isRequired
                ? msg(
                    "A device leaves this list when everything on it is sent. Then pair it again at the HTTPS address and revoke the old pairing.",
                  )
                : msg(
                    "Have them send first. When HTTPS is required, each of them must be paired again at the HTTPS address.",
                  ),
            )}
          </p>
        </>
      ) : (
        <p class="muted">{t(msg("No paired device uses HTTP."))}</p>
      )}
      {others.devices > 0 && (
        <p>
          {t(
            msg(
              "{n, plural, one {# device} other {# devices}} of other companies on this server, with {unsent} unsent.",
            ),
            { n: others.devices, unsent: number(others.unsent) },
          )}
        </p>
      )}
      {phones.map(({ user, unsent, at }) => (
        <Banner key={user.id} tone="warning">
          {t(
            msg(
              "{name}, phone that is not paired: {n, plural, one {# unsent count} other {# unsent counts}} (reported {at}).",
            ),
            { n: unsent, name: user.fullName, at: when(at) },
          )}
        </Banner>
      ))}
      <Problem text={problem} />
      {isFixed ? (
        <p class="muted">{t(msg("Set by Https:RequiredForLogin in the server's configuration."))}</p>
      ) : (
        <p>
          <Button kind={isRequired ? "secondary" : "primary"} disabled={isBusy} onClick={() => run(change)}>
            {t(isRequired ? msg("Allow HTTP again") : msg("Require HTTPS"))}
          </Button>
        </p>
      )}
    </>
  );
}

const columns = (): readonly Column<HttpsSettings["devices"][number]>[] => [
  { title: t(msg("Device")), cell: ({ deviceName }) => <b>{deviceName}</b> },
  {
    title: t(msg("Last seen")),
    cell: ({ lastUsedDT, isOverHttp }) =>
      isOverHttp ? when(lastUsedDT) : t(msg("{at}, unknown how"), { at: when(lastUsedDT) }),
  },
  { title: t(msg("Unsent")), number: ({ unsent }) => unsent },
];

/** Hints for the Admin before the change. */
function questionOf({ devices, others, phones, address }: HttpsSettings) {
  const stay = devices.length + others.devices;
  const parts = [
    t(
      msg(
        "Everybody has to use {address} from now on. Devices that do not trust the certificate show a warning until it is installed.",
      ),
      { address: address ?? "" },
    ),
    stay > 0 &&
      t(msg("{n, plural, one {# device that uses} other {# devices that use}} HTTP must be paired again."), {
        n: stay,
      }),
    (phones.length > 0 || devices.some(({ kind }) => kind === "personal")) &&
      t(
        msg(
          "Personal devices and phones that are not paired cannot send over HTTP any more: let them send first.",
        ),
      ),
  ];
  return {
    title: t(msg("Require HTTPS for everyone?")),
    text: parts.filter(Boolean).join(" "),
    action: t(msg("Require HTTPS")),
  };
}

const STILL_SENDING = msg("Devices that may still hold counts");
