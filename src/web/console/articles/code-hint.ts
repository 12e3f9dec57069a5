import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/translate.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";

/** The hint at the code of a new article: the code that it gets where none is entered. */
export function useCodeHint(): string {
  const { body } = useLiveQuery(call("GET /api/articles/next-code"), { follows: ["articles"] });
  return body === null
    ? t(msg("Leave empty to assign the next code"))
    : t(msg("Leave empty to assign {code}"), { code: body.code });
}
