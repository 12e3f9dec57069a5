import { useEffect } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { number, t } from "../../i18n/translate.ts";
import { go } from "../../router/router.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { eventData } from "../realtime/live.ts";
import { KINDS, type Row } from "./kinds.ts";

/** The three kinds of requests with their numbers of pending ones. */
export function RequestTabs({ here }: { readonly here: string }) {
  const waiting = eventData.approvals.value;
  const tabs = KINDS.map((kind) => {
    const count = waiting === null ? 0 : kind.waiting(waiting);
    const label = (
      <>
        {t(kind.messages.title)}
        {count > 0 && (
          <span class="badge">
            {number(count)}
            <span class="sr-only"> {t(msg("pending"))}</span>
          </span>
        )}
      </>
    );
    return { to: `/requests/${kind.name}`, label, isCurrent: kind.name === here };
  });
  return <Tabs label={t(msg("Kinds of requests"))} tabs={tabs} />;
}

/** `#/requests`: the first kind with pending requests. */
export function RequestsScreen() {
  const waiting = eventData.approvals.value;
  useEffect(() => {
    const first = KINDS.find((kind) => waiting !== null && kind.waiting(waiting) > 0) ?? KINDS[0];
    go(`/requests/${first.name}`, { replace: true });
  }, []);
  return null;
}

/** The address of a request. */
export const hrefOf = (kind: string, { oid }: Pick<Row, "oid">) => `#/requests/${kind}/${oid}`;
