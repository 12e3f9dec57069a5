import { useEffect } from "preact/hooks";
import { moved } from "../api/https-address.ts";
import { isCovered } from "../api/screen-cover.ts";
import { device, isUnconfirmed, session } from "../api/tokens.ts";
import { language } from "../i18n/translate.ts";
import { setWantedPath } from "../login/wanted-path.ts";
import { saveUnsent } from "../offline/outbox/save-unsent.ts";
import { go, path } from "../router/router.ts";
import { ScanField } from "../scanner/scan-field.tsx";
import { CountingOnly, LoadError, Loading, NotFound } from "../ui/not-found.tsx";
import { ScreenBoundary } from "../ui/screen-boundary.tsx";
import { Notices } from "./layout/notices.tsx";
import { Tabs } from "./layout/tabs.tsx";
import { TopBar } from "./layout/top-bar.tsx";
import { Door } from "./lock/user-choice.tsx";
import { terminal } from "./screens.ts";

/** Where somebody is sent whom the screen needs and nobody is logged in. */
const doorOf = () => (device.value === null ? "/welcome" : "/who");

/** What can be done where nobody has checked the PIN. */
const COUNTING = /^\/(count|unsent)(\/|$)/;

/** What somebody may still decide about, so that it can be sent, where the server accepts HTTPS only. */
const DECIDING = /^\/(unsent|count\/\w+\/\w+\/(asked|found)\/[\w-]+)$/;

/** The terminal, or the way to its new address. */
export function App() {
  const elsewhere = moved.value;
  useEffect(() => {
    document.documentElement.lang = language.value;
  }, [language.value]);
  useEffect(() => {
    const hasTabs = session.value !== null && !isCovered.value && elsewhere === null;
    document.documentElement.dataset["tabs"] = hasTabs ? "shown" : "none";
  }, [session.value, isCovered.value, elsewhere]);
  const isHere = elsewhere === null || (DECIDING.test(path.value) && !isCovered.value);
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
      <Shown there={terminal.screenOf("/moved")} />
    </>
  );
}

/** The bar above, the screen of the path, the tabs below. */
function Terminal() {
  const there = terminal.screenOf(path.value);
  const found = typeof there === "string" ? null : there;
  const isShut = found?.screen.needs === "user" && session.value === null;
  useEffect(() => {
    if (isShut) {
      setWantedPath(path.value);
      go(doorOf(), { replace: true });
    } else if (path.value === "/") go(session.value === null ? doorOf() : "/count", { replace: true });
  }, [isShut, path.value]);
  const isRefused = isUnconfirmed.value && found?.screen.needs === "user" && !COUNTING.test(path.value);
  if (isShut || path.value === "/") return null;
  return (
    <>
      <TopBar />
      <Notices />
      {/* Behind the door the screen stays as it is, half entered things too; another user begins it anew. */}
      <div hidden={isCovered.value || isRefused} key={session.value?.user.id}>
        <Shown there={there} />
      </div>
      {isCovered.value ? <Door /> : isRefused && <CountingOnly />}
      <ScanField />
      {session.value !== null && !isCovered.value && moved.value === null && (
        <Tabs current={found?.screen.tab ?? null} />
      )}
    </>
  );
}

function Shown({ there }: { readonly there: ReturnType<typeof terminal.screenOf> }) {
  if (there === null) return <NotFound />;
  if (there === "coming") return <Loading />;
  if (there === "missing") return <LoadError />;
  const Show = there.screen.show;
  return (
    <ScreenBoundary at={path.value} save={saveUnsent}>
      <Show {...there.values} />
    </ScreenBoundary>
  );
}
