import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { session } from "../../api/tokens.ts";
import { t } from "../../i18n/translate.ts";
import { exportFiles, importFile, NotAnExport } from "../../offline/outbox/export.ts";
import { announce } from "../../ui/announce.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { Problem as Fault, useAction } from "../../ui/use-action.tsx";

/** The last resort: what is unsent as a file, which an Admin takes in at another device. */
export function FileActions() {
  const { run, isBusy, problem } = useAction();
  const [said, setSaid] = useState<string | null>(null);
  const isAdmin = session.value?.roles.includes("Admin") === true;
  const save = () =>
    run(async () => {
      const files = await exportFiles();
      for (const file of files) saveFile(file);
      setSaid(t(TEXTS.saved, { n: files.length }));
    });
  const read = (input: HTMLInputElement) => {
    const [file] = Array.from(input.files ?? []);
    if (file === undefined) return;
    run(async () => {
      const text = await takenWords(file);
      setSaid(text);
      announce(text);
    });
    // The same file may be chosen again.
    input.value = "";
  };
  return (
    <details>
      <summary>{t(TEXTS.title)}</summary>
      <p>{t(TEXTS.how)}</p>
      <Fault text={problem} />
      <p role="status">{said}</p>
      <div class="stack">
        <button type="button" class="second" disabled={isBusy} onClick={save}>
          {t(TEXTS.save)}
        </button>
        {isAdmin && (
          <label class="pick-file button second">
            {t(TEXTS.take)}
            <input
              type="file"
              accept="application/json,.json"
              onChange={(event) => read(event.currentTarget)}
            />
          </label>
        )}
      </div>
    </details>
  );
}

/** What became of a file's counts. */
async function takenWords(file: Blob): Promise<string> {
  try {
    const receipts = await importFile(file);
    const refused = receipts.filter(({ result }) => result === "refused").length;
    return t(TEXTS.taken, { taken: receipts.length - refused, refused });
  } catch (error) {
    if (error instanceof NotAnExport) return t(TEXTS.noExport);
    throw error;
  }
}

const TEXTS = {
  title: msg("Save to a file without a connection"),
  how: msg(
    "The file holds every count that is not sent. An administrator loads it on this screen of another device. Nothing is deleted here.",
  ),
  save: msg("Save unsent counts to a file"),
  saved: msg("{n, plural, one {# file} other {# files}} saved"),
  take: msg("Load a file"),
  noExport: msg("This file has no unsent counts."),
  taken: msg("Loaded: {taken}. Rejected: {refused}."),
};
