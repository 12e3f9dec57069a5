import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";

/** The most that the server lists in one response. */
const MAX_LISTED = 100;

/** Says below a full list that there may be more. */
export function FirstShown({ rows }: { readonly rows: readonly unknown[] }) {
  if (rows.length < MAX_LISTED) return null;
  return <p class="muted">{t(msg("Showing the first {n}."), { n: rows.length })}</p>;
}
