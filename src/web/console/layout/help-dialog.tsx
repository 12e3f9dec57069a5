import { msg } from "../../../domain/message.ts";
import { language, t } from "../../i18n/translate.ts";
import { manualAddress } from "../../router/manual-address.ts";
import { path } from "../../router/router.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { shownSections } from "../navigation/sections.ts";
import { startTour } from "../tour/tour.tsx";
import styles from "./help.module.css";
import { MANUAL_PAGES } from "./manual-pages.ts";

/** The manual's page for the screen, and all keyboard shortcuts of the console. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const takeTour = () => {
    onClose();
    startTour();
  };
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
    <Dialog title={t(msg("Help"))} onClose={onClose} leave={t(msg("Close"))}>
      <p>
        <a href={manualAddress(MANUAL_PAGES, path.value, language.value)} target="_blank" rel="noopener">
          {t(msg("Manual for this screen"))}
        </a>
      </p>
      <p>
        <Button onClick={takeTour}>{t(msg("Take the tour"))}</Button>
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
