import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { isCovered } from "../api/screen-cover.ts";
import { t } from "../i18n/translate.ts";
import { path } from "../router/router.ts";
import { ignoreTapsOnShifted } from "../ui/double-tap.ts";
import { chooseLayout, layout } from "./choice.ts";
import type { Layout } from "./layouts.ts";
import { dropUnwanted, type LostScan, lastScan, lostScan } from "./scans.ts";

/** Layouts that somebody said are not the reason: the page does not ask about them again. */
const refused = signal<readonly string[]>([]);

/** Above the screen, where it covers nothing: nothing came of a scan. It leaves with the screen and with the next good scan. */
export function LostNotice() {
  // It is about the screen on which the scan came. At once: the next scan may come before an effect after the paint.
  useLayoutEffect(dropUnwanted, [path.value]);
  const lost = lostScan.value;
  // What failed is nothing for whoever stands before the lock: it is said when the screen is uncovered.
  if (lost === null || (isCovered.value && lost.error !== null)) return null;
  return <Lost key={lost.scan.text} lost={lost} />;
}

function Lost({ lost }: { readonly lost: LostScan }) {
  useLayoutEffect(() => {
    // The worker may be far down in a list.
    scrollTo(0, 0);
    return ignoreTapsOnShifted("main *");
  }, []);
  return (
    <div class="note is-warning scan-notice">
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
  unwanted: msg("NOT counted: {code}. This screen does not accept scans."),
  failed: msg("Scanned {code}, but it could not be processed. Scan it again."),
  seen: msg("OK"),
  suspicion: msg("The scanner seems to type on another keyboard: {layout}. Its codes come out wrong."),
  correct: msg("Correct its codes"),
  find: msg("Detect with the test label"),
  leave: msg("Keep"),
};
