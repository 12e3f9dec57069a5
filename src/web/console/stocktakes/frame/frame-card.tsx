import { useState } from "preact/hooks";
import { State } from "../../../../domain/inventory-states.ts";
import { msg } from "../../../../domain/message.ts";
import {
  COMMITTEE_ROLE_NAMES,
  COMMITTEE_ROLES,
  HANDOVER_NAMES,
  HANDOVER_SIDES,
  METHOD_NAMES,
  PURPOSE_NAMES,
} from "../../../../domain/stocktakes/frame.ts";
import { call, withTag } from "../../../api/call.ts";
import type { InventoryDetail, InventoryFrame } from "../../../api/types/endpoints.d.ts";
import { day, dayAndTime, t } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Toolbar } from "../../../ui/toolbar.tsx";
import { MutationButton } from "../../forms/mutation.tsx";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { WITHDRAWS_APPROVAL } from "../decide/approval-notice.tsx";
import styles from "./frame.module.css";
import { FRAME_NAMES, FrameDialog } from "./frame-dialog.tsx";

/** The interval of requests during a count. */
const INTERVAL_S = 10;

const useFrame = (id: number) =>
  useLiveQuery(call("GET /api/inventories/{id}/frame", { id }), {
    follows: ["stocktakes", "settings"],
    atMostEverySeconds: INTERVAL_S,
  });

function Warnings({ frame: { warnings } }: { readonly frame: InventoryFrame }) {
  if (warnings.length === 0) return null;
  return (
    <Banner tone="warning" role="status">
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
    </Banner>
  );
}

/** What the law, and the figures of the decisive day, warn of in a stocktake. */
export function FrameWarnings({ inventoryId }: { readonly inventoryId: number }) {
  return <QueryBoundary query={useFrame(inventoryId)}>{(frame) => <Warnings frame={frame} />}</QueryBoundary>;
}

/** The frame of a stocktake: what its inventory list states beside the items. It can be changed until the stocktake ends. */
export function FrameCard({
  inventory: { oid: id, inventoryStateId, person, isApproved },
}: {
  readonly inventory: InventoryDetail;
}) {
  const query = useFrame(id);
  const [isEditing, setEditing] = useState(false);
  const isOver = inventoryStateId === State.Closed || inventoryStateId === State.Cancelled;
  const removal = () => ({
    question: {
      title: t(msg("Remove the details of the inventory list?")),
      text: [
        t(msg("The report then states no purpose, decisive day, method and committee.")),
        ...(isApproved ? [t(WITHDRAWS_APPROVAL)] : []),
      ].join(" "),
      action: t(msg("Remove")),
      isDangerous: true,
    },
    send: withTag(call("DELETE /api/inventories/{id}/frame", { id }), query.tag),
  });
  return (
    <QueryBoundary query={query}>
      {(frame) => {
        const isEmpty = frame.purpose === null;
        if (isEmpty && isOver) return null;
        return (
          <Card title={t(msg("Inventory list"))} isEmpty={isEmpty} class={`${styles["frame"]}`}>
            <Warnings frame={frame} />
            {!isEmpty && <Facts frame={frame} />}
            {!isOver && (
              <Toolbar>
                <Button onClick={() => setEditing(true)}>
                  {t(isEmpty ? msg("Add purpose, decisive day and committee") : msg("Change…"))}
                </Button>
                {!isEmpty && (
                  <MutationButton change={removal} after={query.refetch}>
                    {t(msg("Remove"))}
                  </MutationButton>
                )}
              </Toolbar>
            )}
            {isEditing && (
              <FrameDialog
                inventoryId={id}
                person={person}
                isApproved={isApproved}
                onClose={() => setEditing(false)}
                onDone={() => {
                  setEditing(false);
                  query.refetch();
                }}
              />
            )}
          </Card>
        );
      }}
    </QueryBoundary>
  );
}

function Facts({
  frame: { purpose, decisiveDay, countBegunDT, countEndedDT, method, committee, handover },
}: {
  readonly frame: InventoryFrame;
}) {
  const facts = [
    [FRAME_NAMES.purpose, [purpose && t(PURPOSE_NAMES[purpose])]],
    [FRAME_NAMES.decisiveDay, [decisiveDay && day(decisiveDay)]],
    [FRAME_NAMES.countBegunDT, countBegunDT === null ? [] : [dayAndTime(countBegunDT)]],
    [FRAME_NAMES.countEndedDT, countEndedDT === null ? [] : [dayAndTime(countEndedDT)]],
    [FRAME_NAMES.method, [method && t(METHOD_NAMES[method])]],
    ...HANDOVER_SIDES.map(
      (side) => [HANDOVER_NAMES[side], handover === null ? [] : [handover[side].name]] as const,
    ),
    ...COMMITTEE_ROLES.map(
      (role) =>
        [
          COMMITTEE_ROLE_NAMES[role],
          committee.filter((one) => one.role === role).map(({ name }) => name),
        ] as const,
    ),
  ] as const;
  return (
    <dl class={`facts ${styles["facts"]}`}>
      {facts.map(
        ([label, values]) =>
          values.length > 0 && (
            <div key={label.source}>
              <dt>{t(label)}</dt>
              {values.map((value, at) => (
                <dd key={at}>{value}</dd>
              ))}
            </div>
          ),
      )}
    </dl>
  );
}
