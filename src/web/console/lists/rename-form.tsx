import { useEffect, useRef } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { MAX_TEXT_LENGTH } from "../../../domain/text-limits.ts";
import { type CatalogueName, getCatalogueItem, updateCatalogueItem } from "../../api/catalogues.ts";
import type { CatalogueItem } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { ConflictChoice, useEdit } from "../forms/edit.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";

interface RenameFormProps {
  readonly catalogue: CatalogueName;
  readonly record: CatalogueItem;
  readonly onEnd: () => void;
}

interface Named {
  readonly name: string;
}
const nameOf = ({ name }: CatalogueItem): Named => ({ name });

/** The name of a record, editable in its row. */
export function RenameForm({ catalogue, record, onEnd }: RenameFormProps) {
  const read = getCatalogueItem(catalogue, record.oid);
  const write = (body: Partial<Named>) => updateCatalogueItem(catalogue, record.oid, body);
  const query = useLiveQuery(read, { follows: ["catalogues"] });
  const edit = useEdit({ read, write, names: NAMES }, query, nameOf);
  const form = useRef<HTMLFormElement>(null);
  const { fields } = edit;
  const isKnown = fields !== null;
  useEffect(() => form.current?.querySelector("input")?.select(), [isKnown]);
  const onSaved = () => {
    showSuccess(t(msg("Saved.")));
    onEnd();
  };
  const cancel = () => {
    edit.discard();
    onEnd();
  };
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    if (!edit.isChanged) onEnd();
    else if (await edit.save()) onSaved();
  };
  // Text that is typed before the record is loaded would be lost.
  if (fields === null) {
    return (
      <>
        <span class="list-name">
          <b>{record.name}</b>
        </span>
        <span class="list-actions">
          <Button kind="secondary" onClick={cancel}>
            {t(msg("Cancel"))}
          </Button>
        </span>
      </>
    );
  }
  return (
    <form
      ref={form}
      class="list-rename"
      noValidate
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (event.key === "Escape" && edit.conflict === null) cancel();
      }}
    >
      <TextField
        {...fields.field("name")}
        isRequired
        problem={fields.errors["name"] ?? edit.problem ?? undefined}
        maxLength={MAX_TEXT_LENGTH}
      />
      <span class="list-actions">
        <Button type="submit" disabled={edit.isBusy}>
          {t(msg("Save"))}
        </Button>
        <Button kind="secondary" onClick={cancel}>
          {t(msg("Cancel"))}
        </Button>
      </span>
      <ConflictChoice edit={edit} onSaved={onSaved} />
    </form>
  );
}

const NAMES = { name: msg("Name") };
