import { effect, untracked } from "@preact/signals";
import { msg } from "../../../domain/message.ts";
import { isStorageBlocked } from "../../db/database.ts";
import { recordError } from "../../errors/error-queue.ts";
import { t } from "../../i18n/translate.ts";
import { saveUnsent } from "../../offline/outbox/export.ts";
import { coverPage } from "../../ui/cover-page.ts";

/** Covers the page while the browser's storage does not respond. Removes the cover when it responds. */
export function watchStorage(): void {
  let shown: HTMLElement | null = null;
  effect(() => {
    const isBlocked = isStorageBlocked.value;
    untracked(() => {
      if (isBlocked === (shown !== null)) return;
      shown?.remove();
      shown = isBlocked
        ? coverPage(
            t(msg("The browser's storage is not responding")),
            t(
              msg(
                "What was shown as counted is saved on this device. Close the other tabs of this server, then reload. If that does not help, restart the browser.",
              ),
            ),
            saveUnsent,
          )
        : null;
    });
  });
}

/** Shows that the terminal can't start without its storage. */
export function showStartError(error: unknown): void {
  recordError(error);
  coverPage(
    t(msg("tallybox could not start")),
    t(
      msg(
        "Nothing can be counted here now ({error}). Reload. If that does not help, restart the browser. Saved counts are not deleted.",
      ),
      { error: String(error) },
    ),
    saveUnsent,
  );
}
