import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/translate.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";

/** What must be refilled, as lines of *Needs attention*: one, or none. */
export function useRefillNeeds(): readonly { readonly text: string; readonly href: string }[] {
  const { body } = useLiveQuery(call("GET /api/refill-list", { limit: 1 }), {
    follows: ["refill", "articles", "locations"],
  });
  const total = body?.total ?? 0;
  return total === 0
    ? []
    : [
        {
          text: t(
            msg(
              "{n, plural, one {# article is below its minimum stock} other {# articles are below their minimum stock}}",
            ),
            { n: total },
          ),
          href: "#/refill",
        },
      ];
}
