import type { ComponentChildren } from "preact";
import { msg } from "../../../domain/message.ts";
import { type Query, withQueryText } from "../../api/call.ts";
import { t } from "../../i18n/translate.ts";
import { addressQuery, changeQuery } from "../../router/address.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { useAllUsers } from "./audit-texts.ts";

type Changed = Readonly<Record<string, string | null>>;

/** Changes filters of a log in the address; the first page is shown again. */
export const filter = (changed: Changed): void =>
  changeQuery({ ...changed, before: null }, { replace: true });

/** The option without a filter. */
export const NO_FILTER = () => ({ value: "", label: t(msg("All")) });

/** The filters of a log in the address: its own ones, the days, and a button that clears `names`. */
export function LogFilters(props: { names: readonly string[]; children: ComponentChildren }) {
  const query = addressQuery();
  const none = Object.fromEntries(props.names.map((name) => [name, null]));
  return (
    <search class="audit-filters no-print" aria-label={t(msg("Filters"))}>
      {props.children}
      <div class="audit-days">
        <TextField
          label={t(msg("From", "time"))}
          type="date"
          value={query.get("from") ?? ""}
          onValue={(from) => filter({ from })}
        />
        <TextField
          label={t(msg("To", "time"))}
          type="date"
          value={query.get("to") ?? ""}
          onValue={(to) => filter({ to })}
        />
      </div>
      {props.names.some((name) => query.has(name)) && (
        <Button kind="secondary" onClick={() => filter(none)}>
          {t(msg("Clear filters"))}
        </Button>
      )}
    </search>
  );
}

/** A filter by user. */
export function UserFilter() {
  const people = useAllUsers();
  return (
    <Select
      label={t(msg("User"))}
      items={[NO_FILTER(), ...people.map(({ oid, fullName }) => ({ value: String(oid), label: fullName }))]}
      value={addressQuery().get("userId") ?? ""}
      onValue={(userId) => filter({ userId })}
    />
  );
}

/**
 * The filters of the request, from the address: these parts unchanged, and whole days in this computer's time zone
 * (`from`, `to`).
 */
export function logQuery<Response>(
  request: Query<Response>,
  parts: readonly string[],
  address: URLSearchParams,
): Query<Response> {
  const parameters = new URLSearchParams();
  for (const name of parts) {
    const value = address.get(name);
    if (value !== null) parameters.set(name, value);
  }
  const from = startOf(address.get("from"), 0);
  const to = startOf(address.get("to"), 1);
  if (from !== null) parameters.set("from", from);
  if (to !== null) parameters.set("to", to);
  return withQueryText(request, parameters);
}

/** The start of a day (`2026-11-20`), or of a day some days after it; null: not a day. */
function startOf(day: string | null, daysAfter: number): string | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? "") ?? [];
  if (year === undefined || month === undefined || date === undefined) return null;
  return new Date(Number(year), Number(month) - 1, Number(date) + daysAfter).toISOString();
}
