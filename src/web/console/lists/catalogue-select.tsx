import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { CATALOGUES, type CatalogueName } from "../../../records/catalogues.ts";
import { createCatalogueItem, listCatalogueItems } from "../../api/catalogues.ts";
import type { CatalogueItem } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { offered } from "../../query/catalogues.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { RecordSelect, type RecordSelectProps } from "../../ui/select.tsx";
import { FormDialog, useForm } from "../forms/form.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";

interface CatalogueSelectProps extends Omit<RecordSelectProps, "items" | "beside"> {
  readonly catalogue: CatalogueName;
}

/**
 * Select of one record of a catalogue, kept up to date by server events. Hidden records are not offered, except the selected one.
 * Managers and Admins get a *Create* button: it creates a record and selects it.
 */
export function CatalogueSelect({ catalogue, ...field }: CatalogueSelectProps) {
  const [isCreating, setCreating] = useState(false);
  const query = useLiveQuery(listCatalogueItems(catalogue), { follows: ["catalogues"] });
  const records = query.body ?? [];
  const onCreated = (record: CatalogueItem) => {
    query.setResponse([...records, record], null);
    setCreating(false);
    field.onValue(record.oid);
  };
  return (
    <RecordSelect
      {...field}
      items={offered(records, field.value)}
      beside={
        <>
          {may("manage") && (
            <Button onClick={() => setCreating(true)}>
              <span aria-hidden="true">+ {t(msg("Create"))}</span>
              <span class="sr-only">{t(CATALOGUES[catalogue].create)}</span>
            </Button>
          )}
          {isCreating && (
            <CreateRecord catalogue={catalogue} onCreated={onCreated} onClose={() => setCreating(false)} />
          )}
        </>
      }
    />
  );
}

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
      title={t(CATALOGUES[catalogue].create)}
      action={t(msg("Create"))}
      isReady={form.values.name.trim() !== ""}
      onClose={onClose}
    >
      <TextField {...form.field("name")} isRequired />
    </FormDialog>
  );
}
