import { say } from "../../../domain/message.ts";
import { t } from "../../app/words.ts";
import { Ways } from "../frame/ways.tsx";

/** The way between the printers, their queue and the labels. */
export function PrinterWays() {
  const ways = WAYS.map(({ to, words }) => ({ to, words: t(words) }));
  return <Ways name={t(TEXTS.parts)} ways={ways} />;
}

const WAYS = [
  { to: "/printers", words: say("Printers", "Tiskárny") },
  { to: "/printers/queue", words: say("Queue", "Fronta") },
  { to: "/printers/labels", words: say("Labels", "Štítky") },
];
const TEXTS = { parts: say("Printing", "Tisk") };
