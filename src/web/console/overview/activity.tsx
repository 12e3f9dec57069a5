import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { Activity } from "../../api/types/endpoints.d.ts";
import { pieces } from "../../articles/amounts.ts";
import { t } from "../../i18n/translate.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";

/** The shortest interval of requests after changes. */
const EVERY_S = 60;

/** Today's activity, and the change of the stock by day; null: not known yet. */
export const useActivity = (): Activity | null =>
  useLiveQuery(call("GET /api/activity"), {
    follows: ["articles", "stocktakes", "printRequests"],
    atMostEverySeconds: EVERY_S,
  }).body;

/** What has happened today. */
export function Today({ today: { counts, movements, labels } }: Pick<Activity, "today">) {
  return (
    <div>
      <dt>{t(msg("Today"))}</dt>
      <dd class="today">
        <span>{t(msg("{n, plural, one {# count} other {# counts}}"), { n: counts })}</span>
        <a href="#/articles/movements">
          {t(msg("{n, plural, one {# stock movement} other {# stock movements}}"), { n: movements })}
        </a>
        <a href="#/printers/queue">
          {t(msg("{n, plural, one {# printed label} other {# printed labels}}"), { n: labels })}
        </a>
      </dd>
    </div>
  );
}

const WIDTH = 96;
const HEIGHT = 24;

/** The pieces of the last days as a line, up to those of now. */
export function Trend({ days, now }: Pick<Activity, "days"> & { readonly now: number }) {
  let rest = now;
  const ends = days.map(() => 0);
  for (let at = days.length - 1; at >= 0; at--) {
    ends[at] = rest;
    rest -= days[at]?.change ?? 0;
  }
  // From the pieces before the first day to those of now.
  const values = [rest, ...ends];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const x = (at: number) => 1 + (at * (WIDTH - 2)) / (values.length - 1);
  const y = (value: number) =>
    most === least ? HEIGHT / 2 : HEIGHT - 2 - ((value - least) * (HEIGHT - 4)) / (most - least);
  const change = now - rest;
  const text = t(msg("{change} in {n} days"), {
    n: days.length,
    change: `${change > 0 ? "+" : change < 0 ? "−" : "±"}${pieces(Math.abs(change), null)}`,
  });
  return (
    <dd class="trend">
      <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <polyline
          points={values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" ")}
        />
      </svg>
      {text}
    </dd>
  );
}
