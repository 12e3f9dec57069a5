import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { session } from "../../api/tokens.ts";
import { t } from "../../i18n/translate.ts";
import { exportFiles } from "../../offline/outbox/export.ts";
import { importFile, NotAnExport } from "../../offline/outbox/import-file.ts";
import { announce } from "../../ui/announce.tsx";
import { Button } from "../../ui/button.tsx";
import { FileButton } from "../../ui/file-input.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { Problem as ActionError, useAction } from "../../ui/use-action.tsx";

/** Saves unsent operations to a file, which an Admin loads where no terminal is paired: at a shared one an Admin is a Manager. */
export function FileActions() {
  const { run, isBusy, problem } = useAction();
  const [status, setStatus] = useState<string | null>(null);
  const isAdmin = session.value?.roles.includes("Admin") === true;
  const save = () =>
    run(async () => {
      const files = await exportFiles();
      for (const file of files) saveFile(file);
      setStatus(t(msg("{n, plural, one {# file} other {# files}} saved"), { n: files.length }));
    });
  const readFile = (file: File) =>
    run(async () => {
      const text = await importText(file);
      setStatus(text);
      announce(text);
    });
  return (
    <details>
      <summary>{t(msg("Save to a file without a connection"))}</summary>
      <p>
        {t(
          msg(
            "The files hold the counts, hand-overs and returns that are not sent, without photos. An administrator loads them on this screen of a device that is not paired, logged in with user name and password. Nothing is deleted here.",
          ),
        )}
      </p>
      <ActionError text={problem} />
      <p role="status">{status}</p>
      <div class="stack">
        <Button kind="secondary" disabled={isBusy} onClick={save}>
          {t(msg("Save unsent counts to a file"))}
        </Button>
        {isAdmin && (
          <FileButton kind="secondary" accept="application/json,.json" onFile={readFile}>
            {t(msg("Load a file"))}
          </FileButton>
        )}
      </div>
    </details>
  );
}

/** Imports a file. Returns the result as text. */
async function importText(file: Blob): Promise<string> {
  try {
    return t(msg("Loaded: {taken}. Rejected: {refused}."), { ...(await importFile(file)) });
  } catch (error) {
    if (error instanceof NotAnExport) return t(msg("This file has no unsent counts."));
    throw error;
  }
}
