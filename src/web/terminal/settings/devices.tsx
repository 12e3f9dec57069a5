import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { allDevices, endPairing, ownDevices } from "../../account/paired-devices.ts";
import { ApiError } from "../../api/errors.ts";
import { device, session } from "../../api/tokens.ts";
import type { DeviceToken } from "../../api/types/endpoints.d.ts";
import { reportError } from "../../errors/report-error.ts";
import { day, t, when } from "../../i18n/translate.ts";
import { isExpectedFailure } from "../../login/site.ts";
import { Page } from "../../ui/page.tsx";

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
      if (!isExpectedFailure(error)) throw error;
      setProblem(error instanceof ApiError ? error.message : t(TEXTS.away));
    }
  }
  useEffect(() => {
    run(() => Promise.resolve()).catch(reportError);
  }, []);

  return (
    <Page title={t(TEXTS.title)} back>
      <p role="status">{problem !== "" && <span class="fault">{problem}</span>}</p>
      {devices?.length === 0 && <p>{t(TEXTS.none)}</p>}
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
        {isThis && ` (${t(TEXTS.here)})`}
        <br />
        {listed.user !== undefined && `${listed.user.fullName} · `}
        {listed.lastUsedDT === null ? t(TEXTS.unused) : t(TEXTS.used, { when: when(listed.lastUsedDT) })}
        <br />
        {t(TEXTS.until, { day: day(listed.expiresAt) })}
      </p>
      {isConfirming ? (
        <div class="action-pair">
          <button type="button" class="danger" onClick={onEnd}>
            {t(TEXTS.really)}
          </button>
          <button type="button" class="second" onClick={() => setConfirming(false)}>
            {t(TEXTS.leave)}
          </button>
        </div>
      ) : (
        <button type="button" class="second" onClick={() => setConfirming(true)}>
          {t(TEXTS.end, { name: listed.deviceName })}
        </button>
      )}
    </li>
  );
}

const TEXTS = {
  title: msg("Paired devices"),
  none: msg("No devices are paired to your account."),
  here: msg("this device"),
  unused: msg("not used yet"),
  used: msg("last used {when}"),
  until: msg("Paired until {day}"),
  end: msg("Unpair {name}"),
  really: msg("Unpair"),
  leave: msg("Cancel"),
  away: msg("The server is not responding."),
};
