import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { allDevices, endPairing, type OwnDevice, ownDevices } from "../../account/own-devices.ts";
import { ApiError } from "../../api/ask.ts";
import { device, session } from "../../api/tokens.ts";
import { reportError } from "../../errors/report-error.ts";
import { day, t, when } from "../../i18n/translate.ts";
import { isExpectedFailure } from "../../login/site.ts";
import { Page } from "../../ui/page.tsx";

const isAdmin = () => session.value?.roles.includes("Admin") ?? false;

/** The devices that act for this user (an Admin sees all), and the way to end one that was lost. */
export function Devices() {
  const [devices, setDevices] = useState<readonly OwnDevice[] | null>(null);
  const [problem, setProblem] = useState("");

  async function attempt(deed: () => Promise<unknown>): Promise<void> {
    setProblem("");
    try {
      await deed();
      setDevices(await (isAdmin() ? allDevices() : ownDevices()));
    } catch (error) {
      if (!isExpectedFailure(error)) throw error;
      setProblem(error instanceof ApiError ? error.message : t(TEXTS.away));
    }
  }
  useEffect(() => {
    attempt(() => Promise.resolve()).catch(reportError);
  }, []);

  return (
    <Page title={t(TEXTS.title)} back>
      <p role="status">{problem !== "" && <span class="fault">{problem}</span>}</p>
      {devices?.length === 0 && <p>{t(TEXTS.none)}</p>}
      <ul class="list">
        {devices?.map((one) => (
          <OneDevice
            key={one.deviceTokenId}
            one={one}
            onEnd={() => attempt(() => endPairing(one.deviceTokenId))}
          />
        ))}
      </ul>
    </Page>
  );
}

interface OneProps {
  readonly one: OwnDevice;
  readonly onEnd: () => Promise<void>;
}

function OneDevice({ one, onEnd }: OneProps) {
  const [isAsked, setAsked] = useState(false);
  const isThis = one.deviceTokenId === device.value?.deviceTokenId;
  return (
    <li class="device">
      <p>
        <b>{one.deviceName}</b>
        {isThis && ` (${t(TEXTS.here)})`}
        <br />
        {one.user !== undefined && `${one.user.fullName} · `}
        {one.lastUsedDT === null ? t(TEXTS.unused) : t(TEXTS.used, { when: when(one.lastUsedDT) })}
        <br />
        {t(TEXTS.until, { day: day(one.expiresAt) })}
      </p>
      {isAsked ? (
        <div class="pair-of-deeds">
          <button type="button" class="danger" onClick={onEnd}>
            {t(TEXTS.really)}
          </button>
          <button type="button" class="second" onClick={() => setAsked(false)}>
            {t(TEXTS.leave)}
          </button>
        </div>
      ) : (
        <button type="button" class="second" onClick={() => setAsked(true)}>
          {t(TEXTS.end, { name: one.deviceName })}
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
