import type { ComponentChildren } from "preact";
import { type Message, msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { CONFLICT, ConflictTable } from "./conflict-table.tsx";
import { isSame } from "./is-same.ts";
import type { Edit } from "./use-edit.ts";

/** The last row of an edit form: the error of the form as a whole, Save and Cancel. */
export function EditBar<T>({ edit }: { readonly edit: Edit<T> }) {
  const { problem, isChanged, isBusy, discard } = edit;
  return (
    <>
      <div role="alert">{problem !== null && <p class="error-text">{problem}</p>}</div>
      <Toolbar>
        <Button type="submit" disabled={!isChanged || isBusy}>
          {t(msg("Save"))}
        </Button>
        {isChanged && (
          <Button kind="secondary" disabled={isBusy} onClick={discard}>
            {t(msg("Discard changes"))}
          </Button>
        )}
      </Toolbar>
    </>
  );
}

interface ConflictProps<T> {
  readonly edit: Edit<T>;
  /** How the values of fields are shown; others are text. */
  readonly show?: { readonly [K in keyof T]?: (value: T[K]) => ComponentChildren };
  readonly onSaved: () => void;
}

/**
 * Another user has saved the same record: shows the differences and the choices. Nothing is overwritten without a
 * decision.
 */
export function ConflictChoice<T extends object>({ edit, show = {}, onSaved }: ConflictProps<T>) {
  const { conflict, base, names: labels } = edit;
  if (conflict === null || base === null) return null;
  const { theirs } = conflict;
  const names = (Object.keys(labels) as (keyof T)[]).filter(
    (name) => name in edit.changed || !isSame(base[name], theirs[name]),
  );
  const shown = (name: keyof T, value: T[keyof T]) => {
    const format = show[name];
    return format === undefined ? String(value ?? "–") : format(value);
  };
  const differences = names.map((name) => ({
    field: labelOf(labels[name]),
    yours: shown(name, name in edit.changed ? (edit.changed[name] as T[keyof T]) : theirs[name]),
    saved: shown(name, theirs[name]),
  }));
  const keepMine = async () => {
    if (await edit.keepMine()) onSaved();
  };
  return (
    <Dialog
      title={t(CONFLICT)}
      onClose={edit.closeConflict}
      leave={t(msg("Keep editing"))}
      actions={
        <>
          <Button kind="secondary" onClick={edit.discard}>
            {t(msg("Discard my changes"))}
          </Button>
          <Button onClick={keepMine}>{t(msg("Save my version"))}</Button>
        </>
      }
    >
      <p>
        {t(
          msg(
            "Your changes are not saved yet. Choose which version to keep. Fields that only the other person changed keep their new value.",
          ),
        )}
      </p>
      <ConflictTable differences={differences} />
    </Dialog>
  );
}

const labelOf = (label: Message | undefined) => (label === undefined ? "" : t(label));
