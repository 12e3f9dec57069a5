import { msg } from "../../../domain/message.ts";
import type { ServerStatus } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Qr } from "../../scanner/label-picture.tsx";

/** The addresses of the server: the best one as a QR code, then all. */
export function Addresses({ report }: { readonly report: ServerStatus }) {
  const { addresses } = report;
  const best = bestAddress(report);
  return (
    <section class="card" aria-labelledby="box-addresses">
      <h2 id="box-addresses">{t(TEXTS.title)}</h2>
      {best !== null && (
        <div class="to-scan">
          <Qr text={best} name={t(TEXTS.qr, { address: best })} />
          <p>
            <b>{best}</b>
            <br />
            <span class="quiet">{t(TEXTS.scan)}</span>
          </p>
        </div>
      )}
      <ul class="list addresses">
        {addresses.map(({ host, http, https }) => (
          <li key={host}>
            <a href={http}>{http}</a>
            {https !== null && <a href={https}>{https}</a>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The address that works at once for a device which knows nothing yet: HTTPS only where nothing is to be installed before. */
export function bestAddress({ addresses, certificate }: ServerStatus): string | null {
  const [first] = addresses;
  if (first === undefined) return null;
  return (certificate?.issuer === "site" ? first.https : null) ?? first.http;
}

const TEXTS = {
  title: msg("Server addresses"),
  qr: msg("QR code of {address}"),
  scan: msg("Scan this code with a phone or a terminal."),
};
