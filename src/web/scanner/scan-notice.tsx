import { signal } from "@preact/signals";
import { useLayoutEffect, useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { isCovered } from "../api/screen-cover.ts";
import { reportError } from "../errors/report-error.ts";
import { t } from "../i18n/translate.ts";
import { path } from "../router/router.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { ignoreTapsOnShifted } from "../ui/double-tap.ts";
import { isSecretWanted } from "./key-events.ts";
import { chooseLayout, habit, layout, storeHabit } from "./layout.ts";
import type { Layout } from "./layouts.ts";
import { dropUnwanted, type LostScan, lastScan, lostScan, take } from "./scans.ts";

/** Dismissed layouts. The page does not suggest them again. */
const dismissed = signal<readonly string[]>([]);

/**
 * Notice above the screen that a scan was lost. It disappears with the screen and with the next accepted
 * scan.
 */
export function LostNotice() {
  // The notice belongs to the screen of the scan. A layout effect, because the next scan may come before a
  // passive one.
  useLayoutEffect(dropUnwanted, [path.value]);
  const lost = lostScan.value;
  // Under the lock screen, errors are shown after unlocking.
  if (lost === null || (isCovered.value && lost.error !== null)) return null;
  return <LostScanNotice key={lost.scan.text} lost={lost} />;
}

function LostScanNotice({ lost }: { readonly lost: LostScan }) {
  // It may be a password that was typed beside its field.
  const [isSecret] = useState(() => lost.isPrivate === true || isSecretWanted());
  useLayoutEffect(() => {
    // The user may have scrolled down.
    scrollTo(0, 0);
    return ignoreTapsOnShifted("main *");
  }, []);
  return (
    <Banner tone="warning" class="scan-notice">
      <p>{isSecret ? t(msg("NOT counted. This screen does not accept scans.")) : lostText(lost)}</p>
      {lost.part !== undefined && !isSecret ? (
        <div class="scan-notice-actions">
          <Button onClick={() => takeWhole(lost)}>{t(msg("It is the whole code"))}</Button>
          <Button kind="secondary" onClick={() => (lostScan.value = null)}>
            {t(msg("No, scan again"))}
          </Button>
        </div>
      ) : (
        <Button onClick={() => (lostScan.value = null)}>{t(msg("OK"))}</Button>
      )}
    </Banner>
  );
}

/** Where a pause ended the code, the scanner has no end key, or another one has. */
function takeWhole({ scan }: LostScan): void {
  lostScan.value = null;
  if (scan.isUnended === true) storeHabit({ ...habit.peek(), end: "none" }).catch(reportError);
  const { joined: _, ...whole } = scan;
  take({ ...whole, isUnended: false });
}

function lostText({ scan, error, part }: LostScan): string {
  if (part !== undefined) return t(TEXTS[part], { code: scan.text });
  return t(
    error === null
      ? msg("NOT counted: {code}. This screen does not accept scans.")
      : msg("Scanned {code}, but it could not be processed. Scan it again."),
    { code: scan.text },
  );
}

/** Notice above the screen that the scanner seems to use another layout. */
export function LayoutNotice() {
  const suspect = suspected();
  if (suspect === null) return null;
  return (
    <Banner tone="warning" class="scan-notice-layout">
      <p>
        {t(msg("The scanner seems to type on another keyboard: {layout}. Its codes come out wrong."), {
          layout: t(suspect.name),
        })}
      </p>
      <div class="scan-notice-actions">
        <Button onClick={() => chooseLayout(suspect)}>{t(msg("Correct its codes"))}</Button>
        <Button kind="secondary" onClick={() => (dismissed.value = [...dismissed.value, suspect.id])}>
          {t(msg("Keep"))}
        </Button>
      </div>
      <a href="#/settings/scanner">{t(msg("Detect with the test label"))}</a>
    </Banner>
  );
}

function suspected(): Layout | null {
  if (layout.value !== null) return null;
  const found = lastScan.value?.suspects ?? [];
  return found.find((suspect) => !dismissed.value.includes(suspect.layout.id))?.layout ?? null;
}

const TEXTS = {
  unended: msg("NOT counted: {code}. The end of the scan did not come. Is this the whole code?"),
  unknown: msg("NOT counted: {code} is unknown. Is this the whole code?"),
  joined: msg("NOT counted: {code} came in two parts. Is this the whole code?"),
};
