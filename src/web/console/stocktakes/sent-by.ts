import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";

interface Person {
  readonly id: number;
  readonly fullName: string;
}

/** The sender of a count, where that is not its author; null: it is the author. `sender` null: nobody was logged in. */
export function sentBy(user: Person, sender: Person | null | undefined): string | null {
  if (sender === undefined || sender?.id === user.id) return null;
  return sender === null ? t(msg("nobody logged in")) : t(msg("sent by {name}"), { name: sender.fullName });
}
