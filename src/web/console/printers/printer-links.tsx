import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { LinkTabs } from "../layout/links.tsx";

/** The way between the printers, their queue and the labels. */
export function PrinterLinks() {
  const ways = WAYS.map(({ to, words }) => ({ to, words: t(words) }));
  return <LinkTabs name={t(TEXTS.parts)} ways={ways} />;
}

const WAYS = [
  { to: "/printers", words: msg("Printers") },
  { to: "/printers/queue", words: msg("Queue") },
  { to: "/printers/labels", words: msg("Labels") },
];
const TEXTS = { parts: msg("Printing") };
