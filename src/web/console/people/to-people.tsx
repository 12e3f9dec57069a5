import { say } from "../../../domain/message.ts";
import { t } from "../../app/words.ts";

/** The way back to everybody. */
export function ToPeople() {
  return <a href="#/people">{t(WORDS)}</a>;
}

const WORDS = say("People and devices", "Lidé a zařízení");
