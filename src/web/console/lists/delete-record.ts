import { msg } from "../../../domain/message.ts";
import type { CatalogueName } from "../../api/catalogues.ts";
import { deleteCatalogueItem, getCatalogueItem } from "../../api/catalogues.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { CatalogueItem } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { confirm } from "../dialogs/confirm.tsx";
import { showError, showSuccess } from "../dialogs/notes.tsx";
import { problemText } from "../forms/problem.ts";
import { requestTagged } from "../forms/tagged.ts";

/** Deletes a record after a question; it must still be as it was when the question was asked. True: it is deleted. */
export async function deleteRecord(catalogue: CatalogueName, { oid, name }: CatalogueItem): Promise<boolean> {
  try {
    const { tag } = await requestTagged(getCatalogueItem(catalogue, oid));
    const question = {
      title: t(TEXTS.title, { name }),
      text: t(TEXTS.text),
      action: t(TEXTS.delete),
      isDangerous: true,
    };
    if (!(await confirm(question))) return false;
    const headers = { ...(tag !== null && { "If-Match": tag }) };
    await requestAsUser(deleteCatalogueItem(catalogue, oid), { headers });
    showSuccess(t(TEXTS.deleted, { name }));
    return true;
  } catch (error) {
    showError(problemText(error));
    return false;
  }
}

const TEXTS = {
  title: msg("Delete {name}?"),
  text: msg("Nothing uses it. This can't be undone."),
  delete: msg("Delete"),
  deleted: msg("{name} deleted."),
};
