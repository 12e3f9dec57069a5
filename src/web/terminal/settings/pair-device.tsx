import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { type OwnDevice, ownDevices } from "../../account/own-devices.ts";
import {
  createPairingCode,
  PAIRING_TEXTS,
  type PairingCode,
  PairingCodeView,
  useSecondsLeft,
} from "../../account/pair-offer.tsx";
import { ApiError } from "../../api/ask.ts";
import { session } from "../../api/tokens.ts";
import { reportError } from "../../errors/report-error.ts";
import { t } from "../../i18n/translate.ts";
import { lock } from "../../login/lock-screen.ts";
import { isExpectedFailure } from "../../login/site.ts";
import { Page } from "../../ui/page.tsx";
import "./settings.css";

interface OwnOffer extends PairingCode {
  /** Devices that were paired before. */
  readonly before: readonly number[];
}

const LOOK_MS = 2000;

/** Shows what another device scans to be paired, and says when it is. */
export function PairDevice() {
  const [offer, setOffer] = useState<OwnOffer | null>(null);
  const [problem, setProblem] = useState("");
  const [paired, setPaired] = useState<OwnDevice | null>(null);

  async function make(): Promise<void> {
    setProblem("");
    setPaired(null);
    try {
      const before = (await ownDevices()).map(({ deviceTokenId }) => deviceTokenId);
      setOffer({ ...(await createPairingCode({ kind: mayShare() ? "terminal" : "personal" })), before });
    } catch (error) {
      // The login by PIN that follows is recent; then the code is made by the button.
      if (error instanceof ApiError && error.needsRecentLogin) await lock();
      else if (!isExpectedFailure(error)) throw error;
      setProblem(error instanceof ApiError ? error.message : t(PAIRING_TEXTS.away));
    }
  }
  useEffect(() => {
    make().catch(reportError);
  }, []);
  const left = useSecondsLeft(offer);
  usePaired(offer, (found) => {
    setPaired(found);
    setOffer(null);
  });

  return (
    <Page title={t(TITLE)} back>
      <div role="status">
        {paired !== null && <p class="note">{t(PAIRING_TEXTS.paired, { name: paired.deviceName })}</p>}
        {problem !== "" && <p class="note is-warning">{problem}</p>}
        {offer !== null && left === 0 && <p class="note is-warning">{t(PAIRING_TEXTS.over)}</p>}
      </div>
      {offer !== null && left > 0 && <PairingCodeView offer={offer} left={left} />}
      {(offer === null || left === 0) && (
        <div class="stack">
          <button type="button" onClick={make}>
            {t(PAIRING_TEXTS.another)}
          </button>
        </div>
      )}
    </Page>
  );
}

/** Managers and Admins pair shared terminals, others a device of their own. */
function mayShare(): boolean {
  const roles = session.value?.roles ?? [];
  return roles.includes("Manager") || roles.includes("Admin");
}

/** Looks whether somebody took the offer. */
function usePaired(offer: OwnOffer | null, onPaired: (found: OwnDevice) => void): void {
  useEffect(() => {
    if (offer === null) return undefined;
    const looking = setInterval(() => look(offer).catch(reportError), LOOK_MS);
    return () => clearInterval(looking);
  }, [offer]);
  async function look({ before }: OwnOffer): Promise<void> {
    try {
      const found = (await ownDevices()).find(({ deviceTokenId }) => !before.includes(deviceTokenId));
      if (found !== undefined) onPaired(found);
    } catch (error) {
      // The next look comes soon; the connection is shown above.
      if (!isExpectedFailure(error)) throw error;
    }
  }
}

const TITLE = msg("Pair another device");
