import { call } from "../../api/call.ts";
import type { NoticeMails } from "../../api/types/endpoints.d.ts";
import { may } from "../../login/permissions.ts";
import { type LiveQuery, useLiveQuery } from "../realtime/use-live-query.ts";

/** The e-mails that could not be delivered; not requested for other roles than Admin. */
export function useNoticeMails(): LiveQuery<NoticeMails> {
  return useLiveQuery(may("administer") ? call("GET /api/notices/mails") : null, { everySeconds: 30 });
}
