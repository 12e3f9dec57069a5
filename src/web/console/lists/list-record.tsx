import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { withoutTag, withTag } from "../../api/call.ts";
import {
  type CatalogueName,
  deleteCatalogueItem,
  getCatalogueItem,
  updateCatalogueItem,
} from "../../api/catalogues.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { CatalogueItem, CatalogueUses } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { Menu } from "../../ui/menu.tsx";
import { showError, showSuccess } from "../../ui/toast.tsx";
import { problemText } from "../forms/problem.ts";
import { requestTagged } from "../forms/tagged.ts";
import { isUnused, MergeDialog, RecordUses } from "./merge-dialog.tsx";
import { RenameForm } from "./rename-form.tsx";

interface ListRecordProps {
  readonly catalogue: CatalogueName;
  readonly record: CatalogueItem;
  /** All records of the list. */
  readonly records: readonly CatalogueItem[];
  /** Null: not known yet. */
  readonly uses: CatalogueUses | null;
  readonly isRenaming: boolean;
  readonly setRenaming: (isRenaming: boolean) => void;
  readonly onChanged: () => void;
}

/** One record of a list: its name, its uses, and its actions. */
export function ListRecord({
  catalogue,
  record,
  records,
  uses,
  isRenaming,
  setRenaming,
  onChanged,
}: ListRecordProps) {
  const [isMerging, setMerging] = useState(false);
  const { name, isGlobal, isHidden } = record;

  async function setHidden(next: boolean): Promise<void> {
    try {
      const request = updateCatalogueItem(catalogue, record.oid, { isHidden: next });
      await requestAsUser(withoutTag(request, "isHidden"));
      showSuccess(
        t(next ? msg("{name} hidden.") : msg("{name} is offered again."), { name }),
        next ? () => setHidden(false) : null,
      );
    } catch (error) {
      showError(problemText(error));
    }
    onChanged();
  }

  if (isRenaming) {
    return (
      <RenameForm
        catalogue={catalogue}
        record={record}
        onEnd={() => {
          setRenaming(false);
          onChanged();
        }}
      />
    );
  }
  return (
    <>
      <span class="list-name">
        <b class={isHidden ? "muted" : ""}>{name}</b>
        {isHidden && <Badge tone="muted">{t(msg("Hidden"))}</Badge>}
        {isGlobal && <Badge tone="muted">{t(msg("Built-in"))}</Badge>}
      </span>
      <RecordUses catalogue={catalogue} uses={uses} />
      <span class="list-actions">
        {!isGlobal && (
          <Button
            kind="secondary"
            aria-label={t(msg("Rename {name}"), { name })}
            onClick={() => setRenaming(true)}
          >
            {t(msg("Rename"))}
          </Button>
        )}
        <Button
          kind="secondary"
          aria-label={t(isHidden ? msg("Show {name}") : msg("Hide {name}"), { name })}
          onClick={() => setHidden(!isHidden)}
        >
          {t(isHidden ? msg("Show") : msg("Hide"))}
        </Button>
        {!isGlobal && (
          <Menu
            class="list-record-menu"
            label={
              <>
                {t(msg("More"))}
                <span class="sr-only"> {name}</span>
              </>
            }
          >
            {(close) => (
              <div class="list-menu">
                <Button
                  kind="secondary"
                  disabled={records.length < 2}
                  onClick={() => {
                    close();
                    setMerging(true);
                  }}
                >
                  {t(msg("Merge into…"))}
                </Button>
                <Button
                  kind="secondary"
                  disabled={!isUnused(uses)}
                  onClick={async () => {
                    close();
                    if (await deleteRecord(catalogue, record)) onChanged();
                  }}
                >
                  {t(msg("Delete…"))}
                </Button>
                {!isUnused(uses) && (
                  <p class="muted">
                    {t(msg("A record in use can't be deleted. Hide it, or merge it into another one."))}
                  </p>
                )}
              </div>
            )}
          </Menu>
        )}
      </span>
      {isMerging && (
        <MergeDialog
          catalogue={catalogue}
          record={record}
          records={records}
          uses={uses}
          onClose={() => setMerging(false)}
          onMerged={() => {
            setMerging(false);
            onChanged();
          }}
        />
      )}
    </>
  );
}

/** Deletes a record after a confirmation, unless it has changed since then. True: it is deleted. */
async function deleteRecord(catalogue: CatalogueName, { oid, name }: CatalogueItem): Promise<boolean> {
  try {
    const { tag } = await requestTagged(getCatalogueItem(catalogue, oid));
    const question = {
      title: t(msg("Delete {name}?"), { name }),
      text: t(msg("Nothing uses it. This can't be undone.")),
      action: t(msg("Delete")),
      isDangerous: true,
    };
    if (!(await confirm(question))) return false;
    await requestAsUser(withTag(deleteCatalogueItem(catalogue, oid), tag));
    showSuccess(t(msg("{name} deleted."), { name }));
    return true;
  } catch (error) {
    showError(problemText(error));
    return false;
  }
}
