import { msg } from "../../../domain/message.ts";
import { DELIVERY_STATES, type DeliveryState } from "../../../domain/webhook-deliveries.ts";
import { call } from "../../api/call.ts";
import type { WebhookDelivery } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { MutationButton } from "../forms/mutation.tsx";
import { ListScreen } from "../list-screen/list-screen.tsx";
import { useList } from "../list-screen/use-list.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { attemptText, EVENT_TEXTS, STATE_TEXTS } from "./webhook-texts.ts";

const EVERY_S = 10;

/** `#/people/webhooks/7`: the deliveries of a webhook, newest first. */
export function DeliveriesScreen({ id: text = "" }: Readonly<Record<string, string>>) {
  const id = Number(text);
  const list = useList({
    filters: {
      state: {
        kind: "choice",
        label: t(msg("State")),
        items: DELIVERY_STATES.map((value) => ({ value, label: t(STATE_TEXTS[value]) })),
      },
    },
    pages: { by: "before", rows: 50 },
    request: (filters, page) => call("GET /api/webhooks/{id}/deliveries", { id, ...filters, ...page }),
    everySeconds: EVERY_S,
  });
  const webhooks = useLiveQuery(call("GET /api/webhooks"), { everySeconds: EVERY_S });
  const webhook = webhooks.body?.find(({ oid }) => oid === id);

  const refetch = () => {
    list.refetch();
    webhooks.refetch();
  };

  return (
    <ListScreen
      title={
        webhook === undefined ? t(msg("Deliveries")) : t(msg("Deliveries to {name}"), { name: webhook.name })
      }
      above={<a href="#/people/webhooks">{t(msg("Webhooks"))}</a>}
      actions={
        (webhook?.failed ?? 0) > 0 && (
          <MutationButton
            change={() => ({
              send: call("POST /api/webhooks/{id}/deliveries/retry", { id }),
              done: ({ queued }) => t(AGAIN, { n: queued }),
            })}
            after={refetch}
          >
            {t(msg("Send {n, plural, one {# failed one} other {# failed ones}} again"), {
              n: webhook?.failed ?? 0,
            })}
          </MutationButton>
        )
      }
      list={list}
      caption={t(msg("Deliveries"))}
      columns={columns(id, refetch)}
      empty={{
        icon: "send",
        title: t(msg("No deliveries")),
        text: t(msg("The events of the last 30 days that were sent appear here.")),
      }}
    />
  );
}

const TONES = { waiting: "info", sent: "success", failed: "danger" } as const satisfies Record<
  DeliveryState,
  Tone
>;

function columns(id: number, refetch: () => void): readonly Column<WebhookDelivery>[] {
  return [
    { title: t(msg("Event")), cell: ({ type }) => eventText(type) },
    { title: t(msg("Time")), cell: ({ at }) => when(at) },
    {
      title: t(msg("State")),
      cell: ({ state }) => <Badge tone={TONES[state]}>{t(STATE_TEXTS[state])}</Badge>,
    },
    { title: t(msg("Attempts")), number: ({ attempts }) => attempts },
    { title: t(msg("Last attempt")), cell: lastAttempt },
    {
      title: t(msg("Action")),
      cell: (delivery) => (
        <MutationButton
          aria-label={t(msg("Send again: {event}"), {
            event: `${eventText(delivery.type)} ${when(delivery.at)}`,
          })}
          change={() => ({
            send: call("POST /api/webhooks/{id}/deliveries/{deliveryId}/retry", {
              id,
              deliveryId: delivery.oid,
            }),
            done: t(AGAIN, { n: 1 }),
          })}
          after={refetch}
        >
          {t(msg("Send again"))}
        </MutationButton>
      ),
    },
  ];
}

const eventText = (type: string) =>
  type in EVENT_TEXTS ? t(EVENT_TEXTS[type as keyof typeof EVENT_TEXTS]) : type;

/** When the last attempt was, what came of it, and when the next one is. */
function lastAttempt(delivery: WebhookDelivery) {
  const { lastTryDT, nextTryDT } = delivery;
  return (
    <>
      {lastTryDT === null ? "–" : `${when(lastTryDT)}: ${attemptText(delivery)}`}
      {lastTryDT !== null && nextTryDT !== null && (
        <div class="muted">{t(msg("Next attempt at {at}"), { at: when(nextTryDT) })}</div>
      )}
    </>
  );
}

const AGAIN = msg("{n, plural, one {# event is} other {# events are}} sent again.");
