import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { MAX_PACK_NAME_LENGTH, type Pack } from "../../../../domain/packs.ts";
import { call, withTag } from "../../../api/call.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import { pieces } from "../../../articles/amounts.ts";
import { t } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { TextField } from "../../../ui/field.tsx";
import { FormDialog, useForm } from "../../forms/form.tsx";
import { MutationButton } from "../../forms/mutation.tsx";

interface PacksProps {
  readonly articleId: number;
  readonly packs: readonly Pack[];
  /** Of the article; null: pieces. */
  readonly unit: string | null;
  /** Of the article as it is shown. */
  readonly tag: string | null;
  readonly onChanged: () => void;
}

/** The packs in which the article is counted and moved. */
export function Packs({ articleId, packs, unit, tag, onChanged }: PacksProps) {
  const [isAdding, setAdding] = useState(false);
  // A change replaces the whole list, so it needs the version that it was made from.
  const mayChange = may("manage") && tag !== null;
  const change = (next: readonly Pack[]) =>
    withTag(call("PUT /api/articles/{id}/full", { id: articleId, body: { packs: [...next] } }), tag);
  return (
    <Card title={t(msg("Packs"))} isEmpty={packs.length === 0}>
      {packs.length === 0 && (
        <p class="muted">{t(msg("No packs. With them, terminals count and move 2 boxes as 24 pieces."))}</p>
      )}
      <ul class="location-list" hidden={packs.length === 0}>
        {packs.map((pack) => (
          <li key={pack.name}>
            <span class="main">
              <b>{pack.name}</b> <span class="muted">{pieces(pack.quantity, unit)}</span>
            </span>
            {mayChange && (
              <MutationButton
                change={() => ({ send: change(packs.filter((one) => one !== pack)) })}
                after={onChanged}
              >
                {t(msg("Remove"))}
                <span class="sr-only"> {pack.name}</span>
              </MutationButton>
            )}
          </li>
        ))}
      </ul>
      {mayChange && <Button onClick={() => setAdding(true)}>{t(msg("Add pack"))}</Button>}
      {isAdding && (
        <AddPack
          unit={unit}
          onClose={() => setAdding(false)}
          add={async (pack) => {
            await requestAsUser(change([...packs, pack]));
            onChanged();
          }}
        />
      )}
    </Card>
  );
}

interface AddProps {
  readonly unit: string | null;
  readonly onClose: () => void;
  readonly add: (pack: Pack) => Promise<void>;
}

function AddPack({ unit, onClose, add }: AddProps) {
  const form = useForm({
    start: { name: "", quantity: "" },
    labels: {
      name: msg("Name"),
      quantity: unit === null ? msg("Pieces in it") : msg("Quantity ({unit})", { unit }),
    },
    save: ({ name, quantity }) => add({ name: name.trim(), quantity: Number(quantity) }),
    onSaved: onClose,
  });
  const { name, quantity } = form.values;
  return (
    <FormDialog
      form={form}
      title={t(msg("Add pack"))}
      action={t(msg("Add"))}
      isReady={name.trim() !== "" && /^[1-9]\d{0,9}$/.test(quantity.trim())}
      onClose={onClose}
    >
      <TextField
        {...form.field("name")}
        hint={t(msg("Such as box or pallet"))}
        isRequired
        maxLength={MAX_PACK_NAME_LENGTH}
      />
      <TextField {...form.field("quantity")} isRequired inputMode="numeric" />
    </FormDialog>
  );
}
