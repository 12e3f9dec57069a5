import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { saveFile } from "../../ui/save-file.ts";
import { exportFiles } from "./export.ts";

/** Ms until the storage is taken not to give the counts for a file either. */
const EXPORT_MS = 5000;

/** Saves the unsent counts as files, and returns what came of it. It never rejects. */
export async function saveUnsent(): Promise<string> {
  try {
    const files = await Promise.race([exportFiles(), silence()]);
    if (files === null) return t(TEXTS.silent);
    for (const file of files) saveFile(file);
    return files.length === 0 ? t(TEXTS.nothing) : t(TEXTS.saved, { n: files.length });
  } catch (error) {
    return t(TEXTS.notRead, { error: String(error) });
  }
}

const silence = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), EXPORT_MS));

const TEXTS = {
  saved: msg("{n, plural, one {# file} other {# files}} saved"),
  nothing: msg("There are no unsent counts."),
  silent: msg("Not saved: the storage does not give the counts either. They stay on this device."),
  notRead: msg("Not saved: the counts cannot be read from the browser's storage ({error})."),
};
