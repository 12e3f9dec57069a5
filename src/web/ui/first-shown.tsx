import { MAX_LISTED } from "../../domain/list-limits.ts";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";

/** Says below a full list that there may be more. */
export function FirstShown({ rows }: { readonly rows: readonly unknown[] }) {
  if (rows.length < MAX_LISTED) return null;
  return <p class="muted">{t(msg("Showing the first {n}."), { n: rows.length })}</p>;
}
