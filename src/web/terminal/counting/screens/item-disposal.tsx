import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import type { CatalogueItem } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { type CatalogueName, offered, useCatalogue } from "../../../query/catalogues.ts";
import { announce } from "../../../ui/announce.tsx";
import { Problem, useAction } from "../../../ui/use-action.tsx";
import { proposeDisposal } from "../change.ts";
import type { Target } from "../record-count.ts";

/** Proposes to dispose of an item, with how and why; or takes that back. */
export function ItemDisposal({ target }: { readonly target: Target }) {
  const { item } = target;
  const { run, isBusy, problem } = useAction();
  const [method, setMethod] = useState<number | null>(item.disposalMethodId);
  const [reason, setReason] = useState<number | null>(item.disposalReasonId);
  const keep = (isWanted: boolean) =>
    run(async () => {
      await proposeDisposal(target, isWanted ? { methodId: method, reasonId: reason } : null);
      announce(t(isWanted ? TEXTS.proposed : TEXTS.takenBack));
    });
  return (
    <details open={item.isDisposal}>
      <summary>{t(item.isDisposal ? TEXTS.isProposed : TEXTS.title)}</summary>
      <Problem text={problem} />
      <Choice name="disposalMethod" label={t(TEXTS.method)} value={method} onValue={setMethod} />
      <Choice name="disposalReason" label={t(TEXTS.reason)} value={reason} onValue={setReason} />
      <div class="stack">
        <button
          type="button"
          class="second"
          disabled={isBusy || method === null || reason === null}
          onClick={() => keep(true)}
        >
          {t(TEXTS.propose)}
        </button>
        {item.isDisposal && (
          <button type="button" class="second" disabled={isBusy} onClick={() => keep(false)}>
            {t(TEXTS.takeBack)}
          </button>
        )}
      </div>
    </details>
  );
}

interface ChoiceProps {
  readonly name: CatalogueName;
  readonly label: string;
  readonly value: number | null;
  readonly onValue: (oid: number | null) => void;
}

/** One of a catalogue. */
export function Choice({ name, label, value, onValue }: ChoiceProps) {
  const answer = useCatalogue(name);
  const known: readonly CatalogueItem[] = answer.body ?? [];
  return (
    <label>
      {label}
      <select
        value={value === null ? "" : String(value)}
        onChange={(event) =>
          onValue(event.currentTarget.value === "" ? null : Number(event.currentTarget.value))
        }
      >
        <option value="">{t(answer.body === null ? TEXTS.notKnown : TEXTS.choose)}</option>
        {offered(known, value).map((one) => (
          <option key={one.oid} value={String(one.oid)}>
            {one.name}
          </option>
        ))}
      </select>
    </label>
  );
}

const TEXTS = {
  title: msg("Propose disposal"),
  isProposed: msg("Disposal proposed"),
  method: msg("Method"),
  reason: msg("Reason"),
  choose: msg("Choose…"),
  notKnown: msg("Known once the server responds"),
  propose: msg("Propose"),
  proposed: msg("Disposal proposed"),
  takeBack: msg("Withdraw proposal"),
  takenBack: msg("Proposal withdrawn"),
};
