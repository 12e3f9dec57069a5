import { effect, untracked } from "@preact/signals";
import { msg } from "../../../domain/message.ts";
import { isStorageBlocked, storageFault } from "../../db/blocked-reads.ts";
import { plural, t } from "../../i18n/translate.ts";
import { exportFiles } from "../../offline/outbox/export.ts";
import { saveFile } from "../../ui/save-file.ts";

/** Ms until the storage is taken not to give the counts for a file either. */
const EXPORT_MS = 5000;

/** Covers the page with a way out while the browser's storage does not respond, and where it fails. The page goes on by itself when the storage responds. */
export function watchStorage(): void {
  let shown: HTMLElement | null = null;
  effect(() => {
    const isStuck = isStorageBlocked.value;
    untracked(() => {
      if (isStuck === (shown !== null)) return;
      shown?.remove();
      shown = isStuck ? cover(t(TEXTS.stuck), t(TEXTS.stuckMore)) : null;
    });
  });
  let isFailed = false;
  effect(() => {
    const fault = storageFault.value;
    if (fault === null || isFailed) return;
    isFailed = true;
    untracked(() => cover(t(TEXTS.failed), t(TEXTS.failedMore, { error: String(fault) })));
  });
}

/** Says that the terminal can't start: without its storage it can keep no count. */
export function showStartError(error: unknown): void {
  cover(t(TEXTS.noStart), t(TEXTS.noStartMore, { error: String(error) }));
}

/** Written without the screens' own means: these may wait for the storage. */
function cover(title: string, text: string): HTMLElement {
  const page = document.createElement("div");
  page.className = "storage-wait";
  page.setAttribute("role", "alertdialog");
  page.setAttribute("aria-label", title);
  const status = part("p", "");
  status.setAttribute("role", "status");
  const reload = part("button", t(TEXTS.reload));
  reload.addEventListener("click", () => location.reload());
  const save = part("button", t(TEXTS.save));
  save.className = "second";
  save.addEventListener("click", () => {
    status.textContent = t(TEXTS.saving);
    void saveUnsent().then((words) => {
      status.textContent = words;
    });
  });
  const ways = part("div", "");
  ways.className = "stack";
  ways.append(reload, save);
  page.append(part("h1", title), part("p", text), ways, status);
  document.body.append(page);
  return page;
}

function part(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** Saves what is unsent as files; gives what came of it, in words. */
async function saveUnsent(): Promise<string> {
  try {
    const files = await Promise.race([exportFiles(), silence()]);
    if (files === null) return t(TEXTS.silent);
    for (const file of files) saveFile(file);
    return files.length === 0 ? t(TEXTS.nothing) : plural(files.length, TEXTS.saved);
  } catch (error) {
    return t(TEXTS.notRead, { error: String(error) });
  }
}

const silence = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), EXPORT_MS));

const TEXTS = {
  stuck: msg("The browser's storage is not responding", "Úložiště prohlížeče neodpovídá"),
  stuckMore: msg(
    "What was shown as counted is saved on this device. Close the other tabs of this server, then reload. If that does not help, restart the browser.",
    "Co se ukázalo jako započtené, je uloženo v tomto zařízení. Zavřete ostatní karty tohoto serveru a načtěte stránku znovu. Nepomůže-li to, restartujte prohlížeč.",
  ),
  failed: msg("The browser's storage failed", "Úložiště prohlížeče selhalo"),
  failedMore: msg(
    "This screen could not be read ({error}). What was shown as counted is saved on this device. Reload. If that does not help, restart the browser.",
    "Tuto obrazovku nelze přečíst ({error}). Co se ukázalo jako započtené, je uloženo v tomto zařízení. Načtěte stránku znovu. Nepomůže-li to, restartujte prohlížeč.",
  ),
  noStart: msg("tallybox could not start", "tallybox se nepodařilo spustit"),
  noStartMore: msg(
    "Nothing can be counted here now ({error}). Reload. If that does not help, restart the browser. Saved counts are not deleted.",
    "Teď tu nelze počítat ({error}). Načtěte stránku znovu. Nepomůže-li to, restartujte prohlížeč. Uložené počty se nemažou.",
  ),
  reload: msg("Reload", "Načíst znovu"),
  save: msg("Save unsent counts to a file", "Uložit neodeslané počty do souboru"),
  saving: msg("Reading the counts…", "Čtu počty…"),
  saved: msg("{n} file saved|{n} files saved", "Uložen {n} soubor|Uloženy {n} soubory|Uloženo {n} souborů"),
  nothing: msg("There are no unsent counts.", "Žádné neodeslané počty tu nejsou."),
  silent: msg(
    "Not saved: the storage does not give the counts either. They stay on this device.",
    "Neuloženo: úložiště nevydalo ani počty. Zůstávají v tomto zařízení.",
  ),
  notRead: msg(
    "Not saved: the counts cannot be read from the browser's storage ({error}).",
    "Neuloženo: počty nelze přečíst z úložiště prohlížeče ({error}).",
  ),
};
