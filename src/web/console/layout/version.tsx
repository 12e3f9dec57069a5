import { signal } from "@preact/signals";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { sendRequest } from "../../api/send-request.ts";
import { nullIfExpected } from "../../errors/error-queue.ts";
import { reportError } from "../../errors/report-error.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { reconnects } from "../realtime/live.ts";

const isOld = signal(false);

/** Checks the server's version after each reconnection: it may have been upgraded in the meantime. */
export function startVersion(): void {
  reconnects.subscribe(() => look().catch(reportError));
}

async function look(): Promise<void> {
  const running = await sendRequest(call("GET /api/version")).catch(nullIfExpected);
  if (running !== null) isOld.value = running.version !== __VERSION__;
}

/** Announces a newer version of the console; the user chooses when to load it. */
export function UpdateNotice() {
  if (!isOld.value) return null;
  return (
    <div class="newer-version" role="status">
      {t(msg("A new version is available."))}
      <Button onClick={() => location.reload()}>{t(msg("Reload"))}</Button>
    </div>
  );
}
