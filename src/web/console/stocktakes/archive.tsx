import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { sizeText } from "../../i18n/size-text.ts";
import { t } from "../../i18n/translate.ts";
import { Card } from "../../ui/card.tsx";
import { Downloads } from "../batch/downloads.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";

/** The archives of the years with closed stocktakes. Renders nothing where there are none. */
export function Archive() {
  const { body: years } = useLiveQuery(call("GET /api/seals/archive"), {
    follows: ["stocktakes"],
    // Each count is an event too.
    atMostEverySeconds: 60,
  });
  if (years === null || years.length === 0) return null;
  const files = years.map(({ year, bytes }) => ({
    label: t(msg("Download ZIP: {year} ({size})"), { year: String(year), size: sizeText(bytes) }),
    request: call("GET /api/seals/archive", { year }),
  }));
  return (
    <Card title={t(msg("Archive of closed stocktakes"))}>
      <p class="muted">
        {t(
          msg(
            "The sealed records and photos of all stocktakes closed in a year. They can be checked without the server.",
          ),
        )}
      </p>
      <Downloads files={files} />
      {years
        .filter(({ unsealed }) => unsealed.length > 0)
        .map(({ year, unsealed }) => (
          <p key={year}>
            {t(msg("Not sealed, so missing in {year}: {names}"), {
              year: String(year),
              names: unsealed.map(({ name }) => name).join(", "),
            })}
          </p>
        ))}
    </Card>
  );
}
