import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { say } from "../../words.ts";
import { path } from "../app/router.ts";
import { plural, t } from "../app/words.ts";
import { chooseLayout, layout } from "./choice.ts";
import type { Layout } from "./layouts.ts";
import { dropUnwanted, lastScan, lostScan, waitingScans } from "./scans.ts";

/** Layouts that somebody said are not the reason: the page does not ask about them again. */
const refused = signal<readonly string[]>([]);

// A few wait for a moment whenever somebody scans quickly.
const MANY = 5;

/** Above the main actions: nothing came of a scan, or several wait. */
export function ScanNotice() {
  // It is about the screen on which the scan came.
  useEffect(dropUnwanted, [path.value]);
  return (
    <div class="scan-notice" role="status">
      {waitingScans.value >= MANY && <p class="note">{plural(waitingScans.value, TEXTS.waiting)}</p>}
      {lostScan.value !== null && <Lost />}
    </div>
  );
}

function Lost() {
  const lost = lostScan.value;
  if (lost === null) return null;
  return (
    <div class="note is-warning">
      <p>{t(lost.error === null ? TEXTS.unwanted : TEXTS.failed, { code: lost.scan.text })}</p>
      <button type="button" onClick={() => (lostScan.value = null)}>
        {t(TEXTS.seen)}
      </button>
    </div>
  );
}

/** Above the screen, where it covers nothing: the scanner seems to type with a wrong layout. */
export function LayoutNotice() {
  const suspect = suspected();
  if (suspect === null) return null;
  return (
    <div class="note is-warning scan-notice-layout">
      <p>{t(TEXTS.suspicion, { layout: t(suspect.name) })}</p>
      <div class="scan-notice-deeds">
        <button type="button" onClick={() => chooseLayout(suspect)}>
          {t(TEXTS.correct)}
        </button>
        <button type="button" class="second" onClick={() => (refused.value = [...refused.value, suspect.id])}>
          {t(TEXTS.leave)}
        </button>
      </div>
      <a href="#/settings/scanner">{t(TEXTS.find)}</a>
    </div>
  );
}

function suspected(): Layout | null {
  if (layout.value !== null) return null;
  const found = lastScan.value?.suspects ?? [];
  return found.find((suspect) => !refused.value.includes(suspect.layout.id))?.layout ?? null;
}

const TEXTS = {
  unwanted: say(
    "NOT counted: {code}. This screen does not accept scans.",
    "NEZAPOČTENO: {code}. Tato obrazovka čtení nepřijímá.",
  ),
  failed: say(
    "Scanned {code}, but it could not be processed. Scan it again.",
    "Načteno {code}, ale nepodařilo se to zpracovat. Načtěte znovu.",
  ),
  seen: say("OK", "OK"),
  suspicion: say(
    "The scanner seems to type on another keyboard: {layout}. Its codes come out wrong.",
    "Čtečka zřejmě píše na jiné klávesnici: {layout}. Kódy pak vycházejí špatně.",
  ),
  correct: say("Correct its codes", "Opravovat kódy"),
  find: say("Detect with the test label", "Zjistit zkušebním štítkem"),
  waiting: say("{n} scan waiting|{n} scans waiting", "{n} čtení čeká|{n} čtení čekají|{n} čtení čeká"),
  leave: say("Keep", "Ponechat"),
};
