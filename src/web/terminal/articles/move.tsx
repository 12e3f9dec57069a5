import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { CommandPage } from "../unsent/command-note.tsx";
import { MoveForm } from "./move-form.tsx";
import "../../articles/articles.css";

/** `#/article/:id/move`: moves an article (Manager, Admin), or requests a transfer. */
export function MoveScreen({ id = "" }: Readonly<Record<string, string>>) {
  const [sent, setSent] = useState<string | null>(null);
  const isManager = may("manage");
  const title = t(isManager ? TEXTS.move : TEXTS.transfer);
  if (sent === null)
    return <MoveForm articleId={Number(id)} title={title} isManager={isManager} onSent={setSent} />;
  return <CommandPage title={title} id={sent} done={isManager ? TEXTS.moved : TEXTS.asked} />;
}

const TEXTS = {
  move: msg("Move", "noun"),
  transfer: msg("Request transfer"),
  moved: msg("Moved."),
  asked: msg("Transfer requested. A manager decides."),
};
