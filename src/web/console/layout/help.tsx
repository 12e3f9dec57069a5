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
    ["/", t(TEXTS.search)],
    ["Ctrl K", t(TEXTS.search)],
    ["?", t(TEXTS.help)],
    ["↑ ↓", t(TEXTS.rows)],
    ["Enter", t(TEXTS.open)],
    ["Space", t(TEXTS.choose)],
    ["j k", t(TEXTS.items)],
    ["a", t(TEXTS.approve)],
    ["r c d s", t(TEXTS.decide)],
    ["Esc", t(TEXTS.close)],
    ...shownSections().map(({ key, label }): [string, string] => [`g ${key}`, t(label)]),
  ];
  return (
    <Dialog title={t(TEXTS.title)} onClose={close} leave={t(TEXTS.done)}>
      <p>
        <a href={manualAddress(MANUAL_PAGES, path.value, language.value)} target="_blank" rel="noopener">
          {t(TEXTS.manual)}
        </a>
      </p>
      <p>
        <Button kind="secondary" onClick={takeTour}>
          {t(TEXTS.tour)}
        </Button>
      </p>
      <h3>{t(TEXTS.shortcuts)}</h3>
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

const TEXTS = {
  title: msg("Help"),
  manual: msg("Manual for this screen"),
  tour: msg("Take the tour"),
  shortcuts: msg("Keyboard shortcuts"),
  search: msg("Search"),
  help: msg("Help"),
  rows: msg("Move up and down in a table"),
  open: msg("Open the row"),
  choose: msg("Select the row"),
  items: msg("Next and previous item in results"),
  approve: msg("Approve the item in results"),
  decide: msg("Decide on the item: recount, keep count, keep difference, accept later count"),
  close: msg("Close the dialog or menu"),
  done: msg("Close"),
};
