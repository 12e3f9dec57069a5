import type { ComponentChildren } from "preact";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { isSame } from "./is-same.ts";
import type { Edit } from "./use-edit.ts";

interface ConflictProps<T> {
  readonly edit: Edit<T>;
  /** The label of each field, and how its value is shown. */
  readonly fields: {
    readonly [K in keyof T]?: { readonly name: string; show?(value: T[K]): ComponentChildren };
  };
  readonly onSaved: () => void;
}

/**
 * Another user has saved the same record: shows the differences and the choices. Nothing is overwritten without a
 * decision.
 */
export function ConflictChoice<T extends object>({ edit, fields, onSaved }: ConflictProps<T>) {
  const { conflict, base } = edit;
  if (conflict === null || base === null) return null;
  const { theirs } = conflict;
  const names = (Object.keys(fields) as (keyof T)[]).filter(
    (name) => name in edit.changed || !isSame(base[name], theirs[name]),
  );
  const shown = (name: keyof T, value: T[keyof T]) => {
    const { show } = fields[name] ?? {};
    return show === undefined ? String(value ?? "–") : show(value);
  };
  const columns: readonly Column<keyof T>[] = [
    { key: "field", title: t(TEXTS.field), cell: (name) => fields[name]?.name, isRowHead: true },
    {
      key: "yours",
      title: t(TEXTS.yours),
      cell: (name) => shown(name, name in edit.changed ? (edit.changed[name] as T[keyof T]) : theirs[name]),
    },
    { key: "saved", title: t(TEXTS.other), cell: (name) => shown(name, theirs[name]) },
  ];
  const keepMine = async () => {
    if (await edit.keepMine()) onSaved();
  };
  return (
    <Dialog
      title={t(TEXTS.title)}
      onClose={edit.closeConflict}
      leave={t(TEXTS.think)}
      actions={
        <>
          <Button kind="secondary" onClick={edit.discard}>
            {t(TEXTS.theirs)}
          </Button>
          <Button onClick={keepMine}>{t(TEXTS.mine)}</Button>
        </>
      }
    >
      <p>{t(TEXTS.what)}</p>
      <DataTable caption={t(TEXTS.title)} columns={columns} rows={names} />
    </Dialog>
  );
}

const TEXTS = {
  title: msg("Somebody else saved this in the meantime"),
  what: msg(
    "Your changes are not saved yet. Choose which version to keep. Fields that only the other person changed keep their new value.",
  ),
  field: msg("Field"),
  yours: msg("Your version"),
  other: msg("Saved version"),
  think: msg("Keep editing"),
  theirs: msg("Discard my changes"),
  mine: msg("Save my version"),
};
