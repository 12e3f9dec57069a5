import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";

/** The way back to everybody. */
export function LinkToUsers() {
  return <a href="#/people">{t(WORDS)}</a>;
}

const WORDS = msg("People and devices");
