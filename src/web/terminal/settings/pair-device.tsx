import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { ownDevices } from "../../account/paired-devices.ts";
import {
  createPairingCode,
  PAIRING_TEXTS,
  type PairingCode,
  PairingCodeView,
  useSecondsLeft,
} from "../../account/pairing-code.tsx";
import { ApiError } from "../../api/errors.ts";
import { session } from "../../api/tokens.ts";
import type { DeviceToken } from "../../api/types/endpoints.d.ts";
import { reportError } from "../../errors/report-error.ts";
import { t } from "../../i18n/translate.ts";
import { lock } from "../../login/lock-screen.ts";
import { isExpectedFailure } from "../../login/site.ts";
import { Page } from "../../ui/page.tsx";
import "./settings.css";

interface CurrentCode extends PairingCode {
  /** Ids of the devices that were paired before. */
  readonly knownIds: readonly number[];
}

const POLL_MS = 2000;

/** Shows a pairing code for another device, and reports when it is used. */
export function PairDevice() {
  const [pairingCode, setPairingCode] = useState<CurrentCode | null>(null);
  const [problem, setProblem] = useState("");
  const [paired, setPaired] = useState<DeviceToken | null>(null);

  async function createCode(): Promise<void> {
    setProblem("");
    setPaired(null);
    try {
      const knownIds = (await ownDevices()).map(({ deviceTokenId }) => deviceTokenId);
      setPairingCode({
        ...(await createPairingCode({ kind: mayShare() ? "terminal" : "personal" })),
        knownIds,
      });
    } catch (error) {
      // After the PIN login the login is recent, and the button creates the code.
      if (error instanceof ApiError && error.needsRecentLogin) await lock();
      else if (!isExpectedFailure(error)) throw error;
      setProblem(error instanceof ApiError ? error.message : t(PAIRING_TEXTS.away));
    }
  }
  useEffect(() => {
    createCode().catch(reportError);
  }, []);
  const seconds = useSecondsLeft(pairingCode);
  usePaired(pairingCode, (found) => {
    setPaired(found);
    setPairingCode(null);
  });

  return (
    <Page title={t(TITLE)} back>
      <div role="status">
        {paired !== null && <p class="note">{t(PAIRING_TEXTS.paired, { name: paired.deviceName })}</p>}
        {problem !== "" && <p class="note is-warning">{problem}</p>}
        {pairingCode !== null && seconds === 0 && <p class="note is-warning">{t(PAIRING_TEXTS.over)}</p>}
      </div>
      {pairingCode !== null && seconds > 0 && <PairingCodeView offer={pairingCode} left={seconds} />}
      {(pairingCode === null || seconds === 0) && (
        <div class="stack">
          <button type="button" onClick={createCode}>
            {t(PAIRING_TEXTS.another)}
          </button>
        </div>
      )}
    </Page>
  );
}

/** Managers and Admins pair shared terminals, others their personal devices. */
function mayShare(): boolean {
  const roles = session.value?.roles ?? [];
  return roles.includes("Manager") || roles.includes("Admin");
}

/** Polls for a device that used the code. */
function usePaired(pairingCode: CurrentCode | null, onPaired: (found: DeviceToken) => void): void {
  useEffect(() => {
    if (pairingCode === null) return undefined;
    const timer = setInterval(() => check(pairingCode).catch(reportError), POLL_MS);
    return () => clearInterval(timer);
  }, [pairingCode]);
  async function check({ knownIds }: CurrentCode): Promise<void> {
    try {
      const found = (await ownDevices()).find(({ deviceTokenId }) => !knownIds.includes(deviceTokenId));
      if (found !== undefined) onPaired(found);
    } catch (error) {
      // The next poll follows. The top bar shows the connection.
      if (!isExpectedFailure(error)) throw error;
    }
  }
}

const TITLE = msg("Pair another device");
