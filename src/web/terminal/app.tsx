import { useEffect, useLayoutEffect } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { moved } from "../api/https-address.ts";
import { isCovered } from "../api/screen-cover.ts";
import { device, isUnconfirmed, session } from "../api/tokens.ts";
import { language, t } from "../i18n/translate.ts";
import { setWantedPath } from "../login/log-in.ts";
import { saveUnsent } from "../offline/outbox/export.ts";
import { go, path } from "../router/router.ts";
import { ScanField } from "../scanner/scan-field.tsx";
import { holdScans, loseScan } from "../scanner/scans.ts";
import { useScans } from "../scanner/use-scans.ts";
import { ButtonLink } from "../ui/button.tsx";
import { LoadError, Loading, NotFound } from "../ui/not-found.tsx";
import { Page } from "../ui/page.tsx";
import { ScreenBoundary } from "../ui/screen-boundary.tsx";
import { isKioskShown, KIOSK_PATH } from "./custody/kiosk-state.ts";
import { Notices } from "./layout/notices.tsx";
import { Tabs, TopBar } from "./layout/top-bar.tsx";
import { UserChoice } from "./lock/user-choice.tsx";
import { terminal } from "./screens.ts";

/** The start screen of a browser without a login. */
const startPathOf = () => (device.value === null ? "/welcome" : isKioskShown.value ? KIOSK_PATH : "/who");

/** Screens that work without a PIN check. */
const COUNTING = /^\/(count|unsent|tags\/count)(\/|$)/;

/**
 * Screens for open questions, available while the server accepts HTTPS only, so that the answers can be sent.
 */
const DECIDING = /^\/(unsent|count\/\w+\/\w+\/(asked|found)\/[\w-]+)$/;

/** The terminal, or the screen with its new address. */
export function App() {
  const newAddress = moved.value;
  useEffect(() => {
    document.documentElement.lang = language.value;
  }, [language.value]);
  useEffect(() => {
    const hasTabs = session.value !== null && !isCovered.value && newAddress === null;
    document.documentElement.dataset["tabs"] = hasTabs ? "shown" : "none";
  }, [session.value, isCovered.value, newAddress]);
  const isHere = newAddress === null || (DECIDING.test(path.value) && !isCovered.value);
  return (
    <ScreenBoundary at="" save={saveUnsent}>
      {isHere ? <Terminal /> : <Moved />}
    </ScreenBoundary>
  );
}

function Moved() {
  return (
    <>
      <TopBar />
      <TargetScreen target={terminal.screenOf("/moved")} />
    </>
  );
}

/** The top bar, the screen of the path, and the tabs. */
function Terminal() {
  const target = terminal.screenOf(path.value);
  const found = typeof target === "string" ? null : target;
  const isClosed = found !== null && found.screen.isOpen === undefined;
  const needsLogin = isClosed && session.value === null;
  useEffect(() => {
    if (needsLogin) {
      setWantedPath(path.value);
      go(startPathOf(), { replace: true });
    } else if (path.value === "/") go(session.value === null ? startPathOf() : "/count", { replace: true });
  }, [needsLogin, path.value]);
  const isBlocked = isUnconfirmed.value && isClosed && !COUNTING.test(path.value);
  if (needsLogin || path.value === "/") return null;
  return (
    <>
      <TopBar />
      <Notices />
      {/* Under the lock screen, the screen keeps its state for the same user. Another user gets a new one. */}
      <div hidden={isCovered.value || isBlocked} key={session.value?.user.id}>
        <TargetScreen target={target} />
      </div>
      {isCovered.value ? <Cover /> : isBlocked && <CountingOnly />}
      <ScanField />
      {session.value !== null && !isCovered.value && moved.value === null && (
        <Tabs current={found?.screen.tab ?? null} />
      )}
    </>
  );
}

/** The kiosk, or the lock screen. */
function Cover() {
  return isKioskShown.value ? <TargetScreen target={terminal.screenOf(KIOSK_PATH)} /> : <UserChoice />;
}

/** A screen that is loading. A scan waits for it. */
function ComingScreen() {
  useLayoutEffect(holdScans, []);
  return <Loading />;
}

function TargetScreen({ target }: { readonly target: ReturnType<typeof terminal.screenOf> }) {
  if (target === null) return <NotFound />;
  if (target === "coming") return <ComingScreen />;
  if (target === "missing") return <LoadError />;
  const Show = target.screen.show;
  return (
    <ScreenBoundary at={path.value} save={saveUnsent}>
      <Show {...target.values} />
    </ScreenBoundary>
  );
}

/** The PIN was not checked. The screen is shown after it is entered. */
function CountingOnly() {
  // The screen below is hidden: nobody would see what it does with a scan.
  useScans((scan) => loseScan(scan), true);
  return (
    <Page isStart title={t(msg("Counting only"))}>
      <p>
        {t(
          msg(
            "You continued without entering your PIN, because the server is not responding. When it answers, enter your PIN to use everything else.",
          ),
        )}
      </p>
      <ButtonLink kind="primary" href="#/count">
        {t(msg("Count", "stocktake"))}
      </ButtonLink>
    </Page>
  );
}
