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
    ["j k", t(TEXTS.items)],
    ["a", t(TEXTS.approve)],
    ["r c d s", t(TEXTS.decide)],
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
  title: msg("Keyboard shortcuts"),
  search: msg("Search"),
  help: msg("This list"),
  rows: msg("Move up and down in a table"),
  open: msg("Open the row"),
  choose: msg("Select the row"),
  items: msg("Next and previous item in results"),
  approve: msg("Approve the item in results"),
  decide: msg("Decide on the item: recount, keep count, keep difference, accept later count"),
  close: msg("Close the dialog or menu"),
  done: msg("Close"),
};
