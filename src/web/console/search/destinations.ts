import { type Message, msg } from "../../../domain/message.ts";
import type { Permission } from "../../../domain/roles.ts";
import { fold } from "../../../domain/text-folding.ts";
import { hasWords, searchWords } from "../../../domain/word-search.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { SECTIONS } from "../navigation/sections.ts";

interface Destination {
  readonly href: string;
  readonly words: Message;
  readonly may: Permission;
}

const DESTINATIONS: readonly Destination[] = [
  ...SECTIONS.map(({ name, words, may: permission }) => ({ href: `#/${name}`, words, may: permission })),
  { href: "#/articles/new", words: msg("New article", "Nový artikl"), may: "manage" },
  { href: "#/stocktakes/new", words: msg("New stocktake", "Nová inventura"), may: "manage" },
  { href: "#/people/new", words: msg("New user", "Nový uživatel"), may: "administer" },
  { href: "#/people/pair", words: msg("Pair a terminal", "Spárovat terminál"), may: "administer" },
  { href: "#/people/devices", words: msg("Paired devices", "Spárovaná zařízení"), may: "administer" },
  { href: "#/printers/queue", words: msg("Print queue", "Tisková fronta"), may: "work" },
  { href: "#/printers/labels", words: msg("Labels", "Štítky"), may: "work" },
  { href: "#/system/settings", words: msg("Settings", "Nastavení"), may: "server" },
  { href: "#/system/backup", words: msg("Backup", "Záloha"), may: "server" },
  { href: "#/system/audit", words: msg("Audit log", "Auditní záznam"), may: "administer" },
  { href: "#/system/security-log", words: msg("Security log", "Bezpečnostní záznam"), may: "administer" },
  { href: "#/me", words: msg("My account", "Můj účet"), may: "work" },
];

/** The pages of the console whose name contains each word of the text, as far as the user may open them. */
export function findDestinations(text: string): readonly { readonly href: string; readonly name: string }[] {
  const words = searchWords(text);
  return DESTINATIONS.filter((one) => may(one.may))
    .map(({ href, words: name }) => ({ href, name: t(name) }))
    .filter(({ name }) => hasWords(fold(name), words));
}
