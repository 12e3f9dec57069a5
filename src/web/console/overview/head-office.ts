import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { HeadOfficeStatus } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import type { QueryResult } from "../../query/query-state.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";

/** The delivery to the head office; no request for those who may not see it. */
export function useHeadOffice(): QueryResult<HeadOfficeStatus> {
  return useLiveQuery(may("server") ? call("GET /api/head-office") : null, { everySeconds: 15 });
}

/** The delivery's error as a line of *Needs attention*; null: there is none. */
export function officeProblem({ body }: QueryResult<HeadOfficeStatus>): string | null {
  if (body?.failure == null) return null;
  const { cause, since } = body.failure;
  return t(msg("The head office has received nothing since {since}. {cause}"), { since: when(since), cause });
}
