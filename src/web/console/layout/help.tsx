import { signal } from "@preact/signals";
import { msg } from "../../../domain/message.ts";
import { language, t } from "../../i18n/translate.ts";
import { manualAddress } from "../../router/manual-address.ts";
import { go, path } from "../../router/router.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { shownSections } from "../navigation/sections.ts";
import { startTour } from "../tour/tour.tsx";
import styles from "./help.module.css";
import { MANUAL_PAGES } from "./manual-pages.ts";

const close = () => {
  isHelpOpen.value = false;
};

/** The manual's page for the screen, and all keyboard shortcuts of the console. */
export function Help() {
  if (!isHelpOpen.value) return null;
  const rows: [string, string][] = [
    ["/", t(msg("Search"))],
    ["Ctrl K", t(msg("Search"))],
    ["?", t(msg("Help"))],
    ["↑ ↓", t(msg("Move up and down in a table"))],
    ["Enter", t(msg("Open the row"))],
    ["Space", t(msg("Select the row"))],
    ["F2", t(msg("Change the row's values; Tab goes to the next"))],
    ["j k", t(msg("Next and previous item in results"))],
    ["a", t(msg("Approve the item in results"))],
    ["r c d s", t(msg("Decide on the item: recount, keep count, keep difference, accept later count"))],
    ["Esc", t(msg("Close the dialog or menu"))],
    ...shownSections().map(({ key, label }): [string, string] => [`g ${key}`, t(label)]),
  ];
  return (
    <Dialog title={t(msg("Help"))} onClose={close} leave={t(msg("Close"))}>
      <p>
        <a href={manualAddress(MANUAL_PAGES, path.value, language.value)} target="_blank" rel="noopener">
          {t(msg("Manual for this screen"))}
        </a>
      </p>
      <p>
        <Button kind="secondary" onClick={takeTour}>
          {t(msg("Take the tour"))}
        </Button>
      </p>
      <h3>{t(msg("Keyboard shortcuts"))}</h3>
      <table class={styles["keys"]}>
        <tbody>
          {rows.map(([key, label]) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{label}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

function takeTour(): void {
  close();
  startTour();
}

/** Whether the list of shortcuts is shown. */
const isHelpOpen = signal(false);

const WRITES = "input, textarea, select, [contenteditable=true]";
const TOGETHER_MS = 1500;

// Not 0, the time at which the page was loaded.
let pressedG = Number.NEGATIVE_INFINITY;

/**
 * Global shortcuts: `/` and Ctrl+K search, `?` help, `g` and a letter to open a page. In fields they are plain text.
 */
export function startKeys(): void {
  addEventListener("keydown", (event) => {
    const { key } = event;
    const isSearch = key === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (isSearch && document.querySelector("dialog[open]") === null) {
      event.preventDefault();
      focusSearch();
      return;
    }
    const { target } = event;
    const isWriting = target instanceof Element && target.closest(WRITES) !== null;
    if (isWriting || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]") !== null) return;
    if (press(key, event.timeStamp)) event.preventDefault();
  });
}

function press(key: string, at: number): boolean {
  const isSecond = at - pressedG < TOGETHER_MS;
  pressedG = key === "g" ? at : Number.NEGATIVE_INFINITY;
  if (key === "/") {
    focusSearch();
    return true;
  }
  if (key === "?") {
    isHelpOpen.value = true;
    return true;
  }
  const section = isSecond ? shownSections().find((one) => one.key === key) : undefined;
  if (section === undefined) return false;
  go(`/${section.name}`);
  return true;
}

function focusSearch(): void {
  const field = document.getElementById("console-search");
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}
