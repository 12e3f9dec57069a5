import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { focusScanField, isSecretWanted, isTextField, listen } from "./key-events.ts";
import { dropUnwanted, isReadingTags, type LostScan, lastScan, lostScan, pageWedge, take } from "./scans.ts";
import "./scanner.css";
import { signal } from "@preact/signals";
import { isCovered } from "../api/screen-cover.ts";
import { reportError } from "../errors/report-error.ts";
import { path } from "../router/router.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { ignoreTapsOnShifted } from "../ui/double-tap.ts";
import { chooseLayout, habit, type Layout, layout, storeHabit } from "./layouts.ts";

/** The hidden field into which a scanner types. It shows no on-screen keyboard and keeps the focus. */
export function ScanField() {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return undefined;
    const ends = [listen(pageWedge(), element, isReadingTags), keepFocus(element)];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  return (
    <section aria-label={t(msg("Scanner"))}>
      <input
        ref={field}
        class="scan-field"
        aria-label={t(msg("Scanner"))}
        inputMode="none"
        autocomplete="off"
        autocapitalize="off"
        autocorrect="off"
        spellcheck={false}
        tabIndex={-1}
      />
    </section>
  );
}

// Removing the focused element fires no event.
const POLL_MS = 500;

/**
 * Keeps the focus in the scan field: after a tap, when the page becomes visible, and when the focused element
 * is removed. Text fields keep it, and elements that were reached by the Tab key or focused by the screen.
 * Returns the function that stops it.
 */
function keepFocus(scanField: HTMLInputElement): () => void {
  const isFree = () => document.activeElement === null || document.activeElement === document.body;

  function takeIfFree(): void {
    if (isFree() && document.hasFocus()) focusScanField(scanField);
  }
  function afterTap(event: MouseEvent): void {
    // A key press on a button fires a click without a pointer. Keyboard users keep their focus.
    const focused = document.activeElement;
    if (event.detail === 0 || isTextField(focused) || focused instanceof HTMLSelectElement || hasSelection())
      return;
    focusScanField(scanField);
  }
  const onReturn = () => {
    if (!document.hidden) takeIfFree();
  };

  document.addEventListener("click", afterTap);
  document.addEventListener("visibilitychange", onReturn);
  window.addEventListener("focus", onReturn);
  window.addEventListener("pageshow", onReturn);
  const timer = setInterval(takeIfFree, POLL_MS);
  takeIfFree();
  return () => {
    document.removeEventListener("click", afterTap);
    document.removeEventListener("visibilitychange", onReturn);
    window.removeEventListener("focus", onReturn);
    window.removeEventListener("pageshow", onReturn);
    clearInterval(timer);
  };
}

/** True while text is selected. Moving the focus would clear the selection. */
function hasSelection(): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed;
}

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
          <Button kind="primary" onClick={() => takeWhole(lost)}>
            {t(msg("It is the whole code"))}
          </Button>
          <Button onClick={() => (lostScan.value = null)}>{t(msg("No, scan again"))}</Button>
        </div>
      ) : (
        <Button kind="primary" onClick={() => (lostScan.value = null)}>
          {t(msg("OK"))}
        </Button>
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
        <Button kind="primary" onClick={() => chooseLayout(suspect)}>
          {t(msg("Correct its codes"))}
        </Button>
        <Button onClick={() => (dismissed.value = [...dismissed.value, suspect.id])}>{t(msg("Keep"))}</Button>
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
