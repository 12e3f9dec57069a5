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
      announce(t(isProposing ? msg("Disposal proposed") : msg("Proposal withdrawn")));
    });
  return (
    <details open={item.isDisposal}>
      <summary>{t(item.isDisposal ? msg("Disposal proposed") : msg("Propose disposal"))}</summary>
      <Problem text={problem} />
      <CatalogueSelect name="disposalMethod" label={t(msg("Method"))} value={method} onValue={setMethod} />
      <CatalogueSelect name="disposalReason" label={t(msg("Reason"))} value={reason} onValue={setReason} />
      <div class="stack">
        <Button
          kind="secondary"
          disabled={isBusy || method === null || reason === null}
          onClick={() => send(true)}
        >
          {t(msg("Propose"))}
        </Button>
        {item.isDisposal && (
          <Button kind="secondary" disabled={isBusy} onClick={() => send(false)}>
            {t(msg("Withdraw proposal"))}
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
      {...(query.body === null && { none: t(msg("Known once the server responds")) })}
    />
  );
}
