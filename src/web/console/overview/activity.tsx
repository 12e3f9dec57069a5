import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { Activity } from "../../api/types/endpoints.d.ts";
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

interface TrendProps {
  /** The change of each of the last days, in their order. */
  readonly changes: readonly number[];
  readonly now: number;
  /** An amount without its sign, as text. */
  readonly amount: (amount: number) => string;
}

/** An amount of the last days as a line, up to that of now. */
export function Trend({ changes, now, amount }: TrendProps) {
  // From the amount before the first day to that of now.
  const values = [now];
  for (const change of changes.slice().reverse()) values.unshift((values[0] ?? 0) - change);
  const most = Math.max(...values);
  const range = most - Math.min(...values);
  // Prices have four decimals; a sum of them has errors behind these.
  const change = Math.round((now - (values[0] ?? 0)) * 10_000) / 10_000;
  const sign = change > 0 ? "+" : change < 0 ? "−" : "±";
  return (
    <dd class="trend">
      <svg
        width={64}
        height={20}
        viewBox={`0 0 ${changes.length} ${range || 1}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <polyline points={values.map((value, at) => `${at},${most - value}`).join(" ")} />
      </svg>
      {t(msg("{change} in {n} days"), { n: changes.length, change: sign + amount(Math.abs(change)) })}
    </dd>
  );
}
