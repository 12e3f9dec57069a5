import { msg } from "../../../../domain/message.ts";
import type { InventoryProgressDetails } from "../../../api/types/endpoints.d.ts";
import { t, when } from "../../../i18n/translate.ts";

type Row = InventoryProgressDetails["terminals"][number];

/** The terminals that count, those first that still hold something unsent. */
export function Terminals({ progress: { terminals } }: { readonly progress: InventoryProgressDetails }) {
  const rows = terminals.slice().sort((a, b) => b.pending - a.pending || b.at.localeCompare(a.at));
  return (
    <section aria-labelledby="by-terminal">
      <h2 id="by-terminal">{t(TEXTS.title)}</h2>
      {rows.length === 0 && <p class="quiet">{t(TEXTS.none)}</p>}
      <ul class="list terminals">
        {rows.map((row) => (
          <Terminal key={`${row.device?.id} ${row.user.id}`} row={row} />
        ))}
      </ul>
    </section>
  );
}

function Terminal({ row: { device, user, pending, at } }: { readonly row: Row }) {
  return (
    <li>
      <b>{device?.name ?? t(TEXTS.unpaired)}</b> <span class="quiet">{user.fullName}</span>
      <br />
      {pending > 0 ? (
        <span class="fault">{t(TEXTS.holds, { n: pending, at: when(at) })}</span>
      ) : (
        <span>{t(TEXTS.sent, { at: when(at) })}</span>
      )}
    </li>
  );
}

const TEXTS = {
  title: msg("By terminal"),
  none: msg("No terminal has sent counts yet."),
  unpaired: msg("No paired device"),
  holds: msg("{n, plural, one {# unsent count} other {# unsent counts}} (reported {at})"),
  sent: msg("All counts sent ({at})"),
};
