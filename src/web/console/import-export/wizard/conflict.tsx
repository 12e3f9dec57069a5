import { type Message, msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import { chooseVersion, DISCARD_MINE, OVERWRITES } from "../../forms/form.tsx";
import { SEPARATOR_NAMES } from "../kinds.ts";
import type { ImportDetail, ImportOptions } from "../shapes.ts";
import { decisionText, titleOf } from "./cause-card.tsx";
import { LEVELS } from "./columns-step.tsx";

/** A difference of two versions of the options, in words. */
interface Difference {
  readonly field: string;
  readonly yours: string;
  readonly saved: string;
}

/** Whether the user wants these options in place of those that somebody else has saved; null: they are saved already. */
export async function wantsMine(
  theirs: ImportDetail,
  saved: ImportOptions,
  mine: ImportOptions,
): Promise<boolean | null> {
  const differences = differencesOf(theirs, saved, mine);
  if (differences.length === 0) return null;
  return (await chooseVersion({ text: t(OVERWRITES), differences, cancel: t(DISCARD_MINE) })) !== null;
}

function differencesOf(theirs: ImportDetail, saved: ImportOptions, mine: ImportOptions): Difference[] {
  const [before, after] = [choicesOf(theirs, saved), choicesOf(theirs, mine)];
  // Without columns they are detected again.
  const isCompared = (key: string) => mine.columns !== undefined || !key.startsWith("column ");
  const keys = Array.from(new Set([...before.keys(), ...after.keys()])).filter(isCompared);
  return keys.flatMap((key) => {
    const [old, made] = [before.get(key), after.get(key)];
    return old?.text === made?.text
      ? []
      : [{ field: (made ?? old)?.label ?? "", yours: made?.text ?? "–", saved: old?.text ?? "–" }];
  });
}

/** What was chosen: by a key, with the words of its control. */
function choicesOf(
  one: ImportDetail,
  { columns = [], defaults = {}, decisions = [], ...file }: ImportOptions,
) {
  const choices = new Map<string, { readonly label: string; readonly text: string }>();
  const titleOfField = (name: string) => one.fields.find(({ field }) => field === name)?.title ?? name;
  for (const [name, { label, text }] of Object.entries(OF_FILE)) {
    const shown = text(file, one);
    if (shown) choices.set(name, { label: t(label), text: shown });
  }
  for (const { column, field } of columns) {
    const { header = "", letter = "" } = one.columns.find((each) => each.column === column) ?? {};
    const text = field === null ? t(msg("Don't import")) : titleOfField(field);
    choices.set(`column ${column}`, { label: `${header} (${letter})`, text });
  }
  for (const [name, text] of Object.entries(defaults))
    choices.set(`default ${name}`, { label: titleOfField(name), text });
  for (const decision of decisions) {
    const { cause: id, value } = decision;
    const cause = one.causes.find((each) => each.id === id) ?? null;
    const field = one.fields.find((each) => each.field === cause?.field) ?? null;
    const title = cause === null ? titleOfField(id.split(".")[0] ?? id) : titleOf(cause, field);
    const label = value === undefined ? title : `${title} (${value})`;
    choices.set(JSON.stringify([id, value]), {
      label,
      text: decisionText(decision, { field: cause?.field ?? null }),
    });
  }
  return choices;
}

type FileOptions = Omit<ImportOptions, "columns" | "defaults" | "decisions">;
interface OfFile {
  readonly label: Message;
  readonly text: (options: FileOptions, one: ImportDetail) => string | null | undefined;
}

/** How the file is read. */
const OF_FILE: Readonly<Record<keyof FileOptions, OfFile>> = {
  product: {
    label: msg("The file is from"),
    text: ({ product }, { products }) =>
      product === "none" ? t(msg("Own list")) : (products.find(({ id }) => id === product)?.title ?? product),
  },
  sheet: { label: msg("Sheet"), text: ({ sheet }) => sheet },
  headerRow: { label: msg("Header row"), text: ({ headerRow }) => headerRow?.toString() },
  encoding: { label: msg("Encoding"), text: ({ encoding }) => encoding },
  separator: {
    label: msg("Separator"),
    text: ({ separator }) => separator && t(SEPARATOR_NAMES[separator]),
  },
  levels: {
    label: msg("Levels of a location are written as"),
    text: ({ levels }) => levels && LEVELS[levels],
  },
};
