import { msg } from "../../../domain/message.ts";
import { MAX_TEXT_LENGTH } from "../../../domain/text-limits.ts";
import { type CatalogueName, createCatalogueItem } from "../../api/catalogues.ts";
import type { CatalogueItem } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog, useForm } from "../forms/form.tsx";
import { CATALOGUE_TEXTS } from "./catalogue-texts.ts";

interface CreateRecordProps {
  readonly catalogue: CatalogueName;
  readonly onCreated: (record: CatalogueItem) => void;
  readonly onClose: () => void;
}

/** Dialog with the name of a new record. */
export function CreateRecord({ catalogue, onCreated, onClose }: CreateRecordProps) {
  const form = useForm({
    start: { name: "" },
    labels: { name: msg("Name") },
    save: ({ name }, { create }) => create(createCatalogueItem(catalogue, name)),
    onSaved: onCreated,
  });
  return (
    <FormDialog
      form={form}
      title={t(CATALOGUE_TEXTS[catalogue].create)}
      action={t(msg("Create"))}
      isReady={form.values.name.trim() !== ""}
      onClose={onClose}
    >
      <TextField {...form.field("name")} isRequired maxLength={MAX_TEXT_LENGTH} />
    </FormDialog>
  );
}
