import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { NoteField } from "../../ui/text-field.tsx";
import { useUnsavedChangesGuard } from "../forms/unsaved-changes.ts";
import { Dialog } from "../layout/dialog.tsx";

interface ReasonProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly onReason: (reason: string) => void;
}

/** Asks for the reason of a rejection, which is required: the requester sees it. */
export function ReasonDialog({ title, onClose, onReason }: ReasonProps) {
  const [reason, setReason] = useState("");
  useUnsavedChangesGuard(reason !== "");
  return (
    <Dialog
      title={title}
      onClose={onClose}
      leave={t(TEXTS.no)}
      actions={
        <button
          type="button"
          class="danger"
          disabled={reason.trim() === ""}
          onClick={() => onReason(reason.trim())}
        >
          {t(TEXTS.reject)}
        </button>
      }
    >
      <NoteField words={t(TEXTS.reason)} value={reason} onValue={setReason} />
    </Dialog>
  );
}

const TEXTS = {
  no: msg("Cancel"),
  reject: msg("Reject"),
  reason: msg("Reason (shown to the requester)"),
};
