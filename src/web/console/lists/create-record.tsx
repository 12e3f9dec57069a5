import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { MAX_TEXT_LENGTH } from "../../../domain/text-limits.ts";
import { type CatalogueName, createCatalogueItem } from "../../api/catalogues.ts";
import { ApiError } from "../../api/errors.ts";
import type { CatalogueItem } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { FormDialog } from "../forms/form-dialog.tsx";
import { problemText } from "../forms/problem.ts";
import { useCreation } from "../forms/use-creation.ts";
import { byPath } from "../forms/use-edit.ts";
import { CATALOGUE_TEXTS } from "./catalogue-texts.ts";

interface CreateRecordProps {
  readonly catalogue: CatalogueName;
  readonly onCreated: (record: CatalogueItem) => void;
  readonly onClose: () => void;
}

/** Dialog with the name of a new record. It is not a form, because it may be inside one. */
export function CreateRecord({ catalogue, onCreated, onClose }: CreateRecordProps) {
  const [name, setName] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [fieldProblem, setFieldProblem] = useState<string | undefined>(undefined);
  const send = useCreation();

  async function create(): Promise<void> {
    if (isBusy || name.trim() === "") return;
    setBusy(true);
    setProblem(null);
    setFieldProblem(undefined);
    try {
      const record = await send(createCatalogueItem(catalogue, name));
      onCreated(record);
    } catch (error) {
      const atName = error instanceof ApiError ? byPath(error.errors)["name"] : undefined;
      setFieldProblem(atName);
      setProblem(atName === undefined ? problemText(error) || null : null);
      setBusy(false);
    }
  }

  return (
    <FormDialog
      title={t(CATALOGUE_TEXTS[catalogue].create)}
      onClose={onClose}
      actions={
        <Button disabled={isBusy || name.trim() === ""} onClick={create}>
          {t(msg("Create"))}
        </Button>
      }
    >
      <TextField
        label={t(msg("Name"))}
        isRequired
        problem={fieldProblem}
        maxLength={MAX_TEXT_LENGTH}
        value={name}
        onValue={setName}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.isComposing) return;
          event.preventDefault();
          void create();
        }}
      />
      <Problem text={problem} />
    </FormDialog>
  );
}
