import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import {
  allDevices,
  createPairingCode,
  endPairing,
  ownDevices,
  PAIRING_TEXTS,
  type PairingCode,
  PairingCodeView,
  useSecondsLeft,
} from "../../account/pairing-code.tsx";
import { ApiError } from "../../api/errors.ts";
import { device, session } from "../../api/tokens.ts";
import type { DeviceToken } from "../../api/types/endpoints.d.ts";
import { ExpectedError, nullIfExpected } from "../../errors/error-queue.ts";
import { reportError } from "../../errors/report-error.ts";
import { day, t, when } from "../../i18n/translate.ts";
import { lock } from "../../login/lock-screen.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import "./settings.css";

const isAdmin = () => session.value?.roles.includes("Admin") ?? false;

/** The paired devices of this user (for an Admin all), with an action to unpair. */
export function Devices() {
  const [devices, setDevices] = useState<readonly DeviceToken[] | null>(null);
  const [problem, setProblem] = useState("");

  async function run(action: () => Promise<unknown>): Promise<void> {
    setProblem("");
    try {
      await action();
      setDevices(await (isAdmin() ? allDevices() : ownDevices()));
    } catch (error) {
      if (!(error instanceof ExpectedError)) throw error;
      setProblem(error instanceof ApiError ? error.message : t(msg("The server is not responding.")));
    }
  }
  useEffect(() => {
    run(() => Promise.resolve()).catch(reportError);
  }, []);

  return (
    <Page title={t(msg("Paired devices"))}>
      <p role="status">{problem !== "" && <span class="error-text">{problem}</span>}</p>
      {devices?.length === 0 && (
        <EmptyState icon="lock" title={t(msg("No devices are paired to your account"))} />
      )}
      <ul class="list">
        {devices?.map((listed) => (
          <OneDevice
            key={listed.deviceTokenId}
            listed={listed}
            onEnd={() => run(() => endPairing(listed.deviceTokenId))}
          />
        ))}
      </ul>
    </Page>
  );
}

interface DeviceProps {
  readonly listed: DeviceToken;
  readonly onEnd: () => Promise<void>;
}

function OneDevice({ listed, onEnd }: DeviceProps) {
  const [isConfirming, setConfirming] = useState(false);
  const isThis = listed.deviceTokenId === device.value?.deviceTokenId;
  return (
    <li class="device">
      <p>
        <b>{listed.deviceName}</b>
        {isThis && ` (${t(msg("this device"))})`}
        <br />
        {listed.user !== undefined && `${listed.user.fullName} · `}
        {listed.lastUsedDT === null
          ? t(msg("not used yet"))
          : t(msg("last used {when}"), { when: when(listed.lastUsedDT) })}
        <br />
        {t(msg("Paired until {day}"), { day: day(listed.expiresAt) })}
      </p>
      {isConfirming ? (
        <div class="action-pair">
          <Button kind="danger" onClick={onEnd}>
            {t(msg("Unpair"))}
          </Button>
          <Button onClick={() => setConfirming(false)}>{t(msg("Cancel"))}</Button>
        </div>
      ) : (
        <Button onClick={() => setConfirming(true)}>
          {t(msg("Unpair {name}"), { name: listed.deviceName })}
        </Button>
      )}
    </li>
  );
}

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
      else if (!(error instanceof ExpectedError)) throw error;
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
    <Page title={t(msg("Pair another device"))} isUnsaved={seconds > 0}>
      <div role="status">
        {paired !== null && <Banner>{t(PAIRING_TEXTS.paired, { name: paired.deviceName })}</Banner>}
        {problem !== "" && <Banner tone="warning">{problem}</Banner>}
        {pairingCode !== null && seconds === 0 && <Banner tone="warning">{t(PAIRING_TEXTS.over)}</Banner>}
      </div>
      {pairingCode !== null && seconds > 0 && <PairingCodeView offer={pairingCode} left={seconds} />}
      {(pairingCode === null || seconds === 0) && (
        <div class="stack">
          <Button kind="primary" onClick={createCode}>
            {t(PAIRING_TEXTS.another)}
          </Button>
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
    // Without a response the next poll follows. The top bar shows the connection.
    const devices = await ownDevices().catch(nullIfExpected);
    const found = devices?.find(({ deviceTokenId }) => !knownIds.includes(deviceTokenId));
    if (found !== undefined) onPaired(found);
  }
}
