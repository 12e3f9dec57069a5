import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import type { CatalogueName } from "../../../api/catalogues.ts";
import type { CatalogueItem } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { offered, useCatalogue } from "../../../query/catalogues.ts";
import { announce } from "../../../ui/announce.tsx";
import { Button } from "../../../ui/button.tsx";
import { RecordSelect } from "../../../ui/select.tsx";
import { Problem, useAction } from "../../../ui/use-action.tsx";
import { proposeDisposal } from "../change.ts";
import type { Target } from "../record-count.ts";

/** Proposes the disposal of an item with method and reason, or withdraws the proposal. */
export function ItemDisposal({ target }: { readonly target: Target }) {
  const { item } = target;
  const { run, isBusy, problem } = useAction();
  const [method, setMethod] = useState<number | null>(item.disposalMethodId);
  const [reason, setReason] = useState<number | null>(item.disposalReasonId);
  const send = (isProposing: boolean) =>
    run(async () => {
      await proposeDisposal(target, isProposing ? { methodId: method, reasonId: reason } : null);
      announce(t(isProposing ? TEXTS.proposed : TEXTS.takenBack));
    });
  return (
    <details open={item.isDisposal}>
      <summary>{t(item.isDisposal ? TEXTS.isProposed : TEXTS.title)}</summary>
      <Problem text={problem} />
      <CatalogueSelect name="disposalMethod" label={t(TEXTS.method)} value={method} onValue={setMethod} />
      <CatalogueSelect name="disposalReason" label={t(TEXTS.reason)} value={reason} onValue={setReason} />
      <div class="stack">
        <Button
          kind="secondary"
          disabled={isBusy || method === null || reason === null}
          onClick={() => send(true)}
        >
          {t(TEXTS.propose)}
        </Button>
        {item.isDisposal && (
          <Button kind="secondary" disabled={isBusy} onClick={() => send(false)}>
            {t(TEXTS.takeBack)}
          </Button>
        )}
      </div>
    </details>
  );
}

interface CatalogueSelectProps {
  readonly name: CatalogueName;
  readonly label: string;
  readonly value: number | null;
  readonly onValue: (oid: number | null) => void;
}

/** Selects a record of a catalogue. */
function CatalogueSelect({ name, label, value, onValue }: CatalogueSelectProps) {
  const query = useCatalogue(name);
  const records: readonly CatalogueItem[] = query.body ?? [];
  return (
    <RecordSelect
      label={label}
      items={offered(records, value)}
      value={value}
      onValue={onValue}
      {...(query.body === null && { none: t(TEXTS.notKnown) })}
    />
  );
}

const TEXTS = {
  title: msg("Propose disposal"),
  isProposed: msg("Disposal proposed"),
  method: msg("Method"),
  reason: msg("Reason"),
  notKnown: msg("Known once the server responds"),
  propose: msg("Propose"),
  proposed: msg("Disposal proposed"),
  takeBack: msg("Withdraw proposal"),
  takenBack: msg("Proposal withdrawn"),
};
