import { useState } from "preact/hooks";
import { say } from "../../../words.ts";
import { NoteField } from "../../app/text-field.tsx";
import { t } from "../../app/words.ts";
import { Dialog } from "../frame/dialog.tsx";
import { useLeave } from "../save/leave.ts";

interface ReasonProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly onReason: (reason: string) => void;
}

/** Asks why something is rejected: whoever asked for it reads it, so it must be said. */
export function AskReason({ title, onClose, onReason }: ReasonProps) {
  const [reason, setReason] = useState("");
  useLeave(reason !== "");
  return (
    <Dialog
      title={title}
      onClose={onClose}
      leave={t(TEXTS.no)}
      deeds={
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
  no: say("Leave it waiting", "Nechat čekat"),
  reject: say("Reject", "Zamítnout"),
  reason: say("Why (whoever asked will read it)", "Proč (přečte si to ten, kdo žádal)"),
};
