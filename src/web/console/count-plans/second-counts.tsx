import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { InventoryDetail } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { NoteField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { FormDialog, useForm } from "../forms/form.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";

interface SecondCountsProps {
  readonly inventory: InventoryDetail;
}

/** The open second counts, which prevent the close, and the way to close without them. Renders nothing without any. */
export function OpenSecondCounts({ inventory }: SecondCountsProps) {
  const { oid, secondCount, secondCountsWaived } = inventory;
  const isDemanded = secondCount !== null && secondCountsWaived === null;
  const request = call("GET /api/inventories/{id}/items/totals", { id: oid });
  const { body } = useLiveQuery(isDemanded ? request : null, { follows: ["stocktakes"] });
  const [isAsking, setAsking] = useState(false);
  const open = body?.views.secondCount.items ?? 0;
  if (secondCountsWaived !== null) {
    const { by, reason } = secondCountsWaived;
    return (
      <p class="muted">
        {t(msg("{name} has allowed the close without second counts: {reason}"), {
          name: by.fullName,
          reason,
        })}
      </p>
    );
  }
  if (!isDemanded || open === 0) return null;
  return (
    <Banner tone="danger">
      <p>
        <Icon name="warning" size={18} />{" "}
        <a href={`#/stocktakes/${oid}/results?tab=secondCount`}>
          {t(msg("{n, plural, one {# item needs} other {# items need}} a second count by another person"), {
            n: open,
          })}
        </a>
      </p>
      <Button kind="secondary" onClick={() => setAsking(true)}>
        {t(msg("Close without second counts…"))}
      </Button>
      {isAsking && <WaiveDialog oid={oid} onClose={() => setAsking(false)} />}
    </Banner>
  );
}

function WaiveDialog({ oid: id, onClose }: { readonly oid: number; readonly onClose: () => void }) {
  const form = useForm({
    start: { reason: "" },
    labels: { reason: msg("Reason") },
    save: (body) => requestAsUser(call("PUT /api/inventories/{id}/waive-second-counts", { id, body })),
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t(msg("Close without second counts"))}
      action={t(msg("Allow the close"))}
      isReady={form.values.reason.trim() !== ""}
      onClose={onClose}
    >
      <NoteField {...form.field("reason")} isRequired />
    </FormDialog>
  );
}
