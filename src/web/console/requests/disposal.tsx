import { useState } from "preact/hooks";
import type { CatalogueItem } from "../../../catalogue/shapes.ts";
import type { DisposalRequest } from "../../../requests/shapes.ts";
import { say } from "../../../words.ts";
import { cataloguePath } from "../../answers/catalogues.ts";
import { plural, t } from "../../app/words.ts";
import { confirm } from "../ask/confirm.tsx";
import { useLive } from "../live/use-live.ts";
import { ChoiceField } from "../save/fields.tsx";
import { useLeave } from "../save/leave.ts";
import { type FormProps, RequestDetail } from "./detail.tsx";
import { DISPOSALS } from "./disposal-kind.ts";

/** `#/requests/disposals/:id` */
export const DisposalScreen = ({ id = "" }: Readonly<Record<string, string>>) => (
  <RequestDetail key={id} kind={DISPOSALS} oid={Number(id)} form={DisposalForm} facts={factsOf} />
);

const factsOf = ({ disposalMethod, disposalReason, inventoryItemId }: DisposalRequest) =>
  [
    [t(TEXTS.method), disposalMethod?.name ?? null],
    [t(TEXTS.reason), disposalReason?.name ?? null],
    [t(TEXTS.by), inventoryItemId === null ? null : t(TEXTS.stocktake)],
  ] as const;

/** How, and why: what is left as it is stays as it was proposed. */
function DisposalForm({ request, isBusy, onGrant, children }: FormProps<DisposalRequest>) {
  const options = { follows: ["catalogues"] } as const;
  const methods = useLive<readonly CatalogueItem[]>(cataloguePath("disposalMethod"), options).body ?? [];
  const reasons = useLive<readonly CatalogueItem[]>(cataloguePath("disposalReason"), options).body ?? [];
  const proposed = [request.disposalMethod?.oid ?? null, request.disposalReason?.oid ?? null] as const;
  const [method, setMethod] = useState(proposed[0]);
  const [reason, setReason] = useState(proposed[1]);
  useLeave(method !== proposed[0] || reason !== proposed[1]);
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    const { deed, warning } = DISPOSALS.words;
    const question = {
      title: request.article.name,
      text: plural(1, warning),
      deed: t(deed),
      isDangerous: true,
    };
    if (await confirm(question)) await onGrant({ disposalMethodId: method, disposalReasonId: reason });
  };
  return (
    <form onSubmit={onSubmit}>
      <div class="fields">
        <ChoiceField words={t(TEXTS.method)} items={methods} value={method} onValue={setMethod} />
        <ChoiceField words={t(TEXTS.reason)} items={reasons} value={reason} onValue={setReason} />
      </div>
      <div class="row">
        <button type="submit" disabled={isBusy}>
          {t(TEXTS.approve)}
        </button>
        {children}
      </div>
    </form>
  );
}

const TEXTS = {
  method: say("Way of disposal", "Způsob vyřazení"),
  reason: say("Reason of disposal", "Důvod vyřazení"),
  by: say("Came by", "Přišlo z"),
  stocktake: say("a stocktake", "inventury"),
  approve: say("Approve…", "Schválit…"),
};
