import { useEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import {
  createPairingCode,
  PAIRING_TEXTS,
  type Pairing,
  type PairingCode,
  PairingCodeView,
  useSecondsLeft,
} from "../../account/pairing-code.tsx";
import { call } from "../../api/call.ts";
import { ServerUnreachable } from "../../api/errors.ts";
import { session } from "../../api/tokens.ts";
import { reportError } from "../../errors/report-error.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { addressQuery, changeQuery } from "../../router/address.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Fields } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { problemText } from "../forms/problem.ts";
import { Screen } from "../layout/screen.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { KIND_TEXTS } from "./live-devices.ts";
import { LinkToUsers } from "./user-fields.tsx";
import "./users.css";
import type { DeviceSummary } from "../../api/types/endpoints.d.ts";
import { eventData } from "../realtime/live.ts";

/** Shows a code to pair a shared terminal or a personal device, and reports the pairing at once. */
export function PairScreen() {
  const own = session.value?.user.id ?? 0;
  const user = addressQuery().get("user");
  const pairing: Pairing = user === null ? { kind: "terminal" } : { kind: "personal", userId: Number(user) };
  const userId = user === null ? own : Number(user);
  return (
    <Screen title={t(msg("Pair a device"))} above={<LinkToUsers />}>
      <KindField pairing={pairing} own={own} />
      {user !== null && <Whose userId={userId} />}
      <PairFor key={`${pairing.kind} ${userId}`} pairing={pairing} userId={userId} />
    </Screen>
  );
}

interface KindProps {
  readonly pairing: Pairing;
  readonly own: number;
}

function KindField({ pairing, own }: KindProps) {
  const onKind = (kind: string) =>
    changeQuery({ user: kind === "terminal" ? null : String(own) }, { replace: true });
  return (
    <>
      <Fields>
        <Select
          label={t(msg("Device type"))}
          items={[
            { value: "terminal", label: t(KIND_TEXTS.terminal) },
            { value: "personal", label: t(KIND_TEXTS.personal) },
          ]}
          value={pairing.kind}
          onValue={onKind}
        />
      </Fields>
      <p class="muted">
        {t(
          pairing.kind === "terminal"
            ? msg("For everyone: each person logs in on it by PIN. It can't do anything else by itself.")
            : msg("Acts as its owner, but never as an administrator."),
        )}
      </p>
    </>
  );
}

function Whose({ userId }: { readonly userId: number }) {
  const people = useLiveQuery(call("GET /api/users", { isActive: true }), { follows: ["users"] });
  return (
    <QueryBoundary query={people}>
      {(all) => (
        <Fields>
          <Select
            label={t(msg("Device owner"))}
            items={all.map(({ oid, fullName }) => ({ value: String(oid), label: fullName }))}
            value={String(userId)}
            onValue={(user) => changeQuery({ user }, { replace: true })}
          />
        </Fields>
      )}
    </QueryBoundary>
  );
}

interface PairForProps {
  readonly pairing: Pairing;
  /** The user for whom the code is created. */
  readonly userId: number;
}

function PairFor({ pairing, userId }: PairForProps) {
  const [offer, setOffer] = useState<PairingCode | null>(null);
  const [problem, setProblem] = useState("");
  const made = useRef(0);
  const left = useSecondsLeft(offer);
  const paired = useNewlyPaired(userId, () => setOffer(null));
  const tellOthers = useOtherTabs(userId, () => {
    setOffer(null);
    setProblem(t(msg("A newer code was created in another tab. The code shown here is no longer valid.")));
  });

  async function make(): Promise<void> {
    const turn = ++made.current;
    setProblem("");
    try {
      const next = await createPairingCode(pairing);
      if (turn !== made.current) return;
      setOffer(next);
      tellOthers();
    } catch (error) {
      setProblem(error instanceof ServerUnreachable ? t(PAIRING_TEXTS.away) : problemText(error));
    }
  }
  useEffect(() => {
    make().catch(reportError);
  }, []);
  const isOver = offer !== null && left === 0;

  return (
    <>
      <div role="status">
        {paired.map((name) => (
          <Banner key={name} tone="success" class="paired-device">
            {t(msg("Paired: {name}"), { name })}
          </Banner>
        ))}
        {problem !== "" && <Banner tone="warning">{problem}</Banner>}
        {isOver && <Banner tone="warning">{t(PAIRING_TEXTS.over)}</Banner>}
      </div>
      {offer !== null && left > 0 ? (
        <PairingCodeView offer={offer} left={left} />
      ) : (
        <Toolbar>
          <Button kind="primary" onClick={make}>
            {t(paired.length > 0 ? msg("Pair another device") : PAIRING_TEXTS.another)}
          </Button>
          <ButtonLink href="#/people/devices">{t(msg("All paired devices"))}</ButtonLink>
        </Toolbar>
      )}
    </>
  );
}

/** A device that was paired again is the same one with a later end. */
const pairingOf = ({ deviceTokenId, expiresAt }: DeviceSummary) => `${deviceTokenId} ${expiresAt}`;

/** The names of the devices that were paired for a user since the screen was opened, newest first. */
function useNewlyPaired(userId: number, onPaired: () => void): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  const known = useRef<ReadonlySet<string> | null>(null);
  const devices = eventData.devices.value;
  useEffect(() => {
    if (devices === null) return;
    const before = known.current;
    known.current = new Set([...(before ?? []), ...devices.map(pairingOf)]);
    if (before === null) return;
    const fresh = devices.filter((one) => one.user.id === userId && !before.has(pairingOf(one)));
    if (fresh.length === 0) return;
    setNames((now) => [...fresh.map(({ deviceName }) => deviceName), ...now]);
    onPaired();
  }, [devices]);
  return names;
}

/**
 * A user has one code at a time, and a new one replaces it. Returns a function that tells the other tabs of a new
 * code; `onNewer` is called when another tab has created one.
 */
function useOtherTabs(userId: number, onNewer: () => void): () => void {
  const channel = useRef<BroadcastChannel | null>(null);
  useEffect(() => {
    const opened = new BroadcastChannel("tallybox pairing codes");
    opened.onmessage = ({ data }: MessageEvent<number>) => {
      if (data === userId) onNewer();
    };
    channel.current = opened;
    return () => {
      channel.current = null;
      opened.close();
    };
  }, [userId]);
  return () => channel.current?.postMessage(userId);
}
