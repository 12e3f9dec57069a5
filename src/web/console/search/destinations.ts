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
  { href: "#/articles/new", words: msg("New article"), may: "manage" },
  { href: "#/stocktakes/new", words: msg("New stocktake"), may: "manage" },
  { href: "#/people/new", words: msg("New user"), may: "administer" },
  { href: "#/people/pair", words: msg("Pair a terminal"), may: "administer" },
  { href: "#/people/devices", words: msg("Paired devices"), may: "administer" },
  { href: "#/printers/queue", words: msg("Print queue"), may: "work" },
  { href: "#/printers/labels", words: msg("Labels"), may: "work" },
  { href: "#/system/settings", words: msg("Settings"), may: "server" },
  { href: "#/system/backup", words: msg("Backup"), may: "server" },
  { href: "#/system/audit", words: msg("Audit log"), may: "administer" },
  { href: "#/system/security-log", words: msg("Security log"), may: "administer" },
  { href: "#/me", words: msg("My account"), may: "work" },
];

/** The pages of the console whose name contains each word of the text, as far as the user may open them. */
export function findDestinations(text: string): readonly { readonly href: string; readonly name: string }[] {
  const words = searchWords(text);
  return DESTINATIONS.filter((one) => may(one.may))
    .map(({ href, words: name }) => ({ href, name: t(name) }))
    .filter(({ name }) => hasWords(fold(name), words));
}
