import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { SECTIONS } from "../navigation/sections.ts";
import { Dialog } from "./dialog.tsx";
import { isHelpOpen } from "./keys.ts";

const close = () => {
  isHelpOpen.value = false;
};

/** All keys of the console. */
export function Help() {
  if (!isHelpOpen.value) return null;
  const rows: [string, string][] = [
    ["/", t(TEXTS.search)],
    ["Ctrl K", t(TEXTS.search)],
    ["?", t(TEXTS.help)],
    ["↑ ↓", t(TEXTS.rows)],
    ["Enter", t(TEXTS.open)],
    ["Space", t(TEXTS.choose)],
    ["a", t(TEXTS.approve)],
    ["Esc", t(TEXTS.close)],
    ...SECTIONS.filter((one) => may(one.may)).map(({ key, words }): [string, string] => [
      `g ${key}`,
      t(words),
    ]),
  ];
  return (
    <Dialog title={t(TEXTS.title)} onClose={close} leave={t(TEXTS.done)}>
      <table class="keys">
        <tbody>
          {rows.map(([key, words]) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

const TEXTS = {
  title: msg("Keyboard shortcuts", "Klávesové zkratky"),
  search: msg("Search", "Hledat"),
  help: msg("This list", "Tento seznam"),
  rows: msg("Move up and down in a table", "Pohyb nahoru a dolů v tabulce"),
  open: msg("Open the row", "Otevřít řádek"),
  choose: msg("Select the row", "Vybrat řádek"),
  approve: msg("Approve the row in the results of a stocktake", "Schválit řádek ve výsledcích inventury"),
  close: msg("Close the dialog or menu", "Zavřít dialog nebo nabídku"),
  done: msg("Close", "Zavřít"),
};
