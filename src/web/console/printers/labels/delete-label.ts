import { msg } from "../../../../domain/message.ts";
import { withTag } from "../../../api/call.ts";
import { deleteLabelFormat } from "../../../api/console/printing.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import { t } from "../../../i18n/translate.ts";
import { confirm } from "../../../ui/confirm.tsx";
import { showError, showSuccess } from "../../../ui/toast.tsx";
import { problemText } from "../../forms/problem.ts";
import { leaveWithoutAsking } from "../../forms/unsaved-changes.ts";

/** Deletes an unchanged label after a confirmation, and leads to the list. */
export async function deleteLabel(id: number, name: string, tag: string | null): Promise<void> {
  const isSure = await confirm({
    title: t(TEXTS.removeTitle, { name }),
    text: t(TEXTS.removeText),
    action: t(TEXTS.removeDeed),
    isDangerous: true,
  });
  if (!isSure) return;
  try {
    await requestAsUser(withTag(deleteLabelFormat({ id }), tag));
    showSuccess(t(TEXTS.removed, { name }));
    leaveWithoutAsking("/printers/labels");
  } catch (error) {
    showError(problemText(error));
  }
}

const TEXTS = {
  removeTitle: msg("Delete label {name}?"),
  removeText: msg("It can no longer be printed. Labels already in the queue are still printed."),
  removeDeed: msg("Delete label"),
  removed: msg("Label {name} deleted."),
};
