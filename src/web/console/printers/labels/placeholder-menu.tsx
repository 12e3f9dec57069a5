import { type Message, msg } from "../../../../domain/message.ts";
import { type Placeholder, placeholders } from "../../../../domain/placeholder-names.ts";
import { t } from "../../../i18n/translate.ts";
import { Popover } from "../../layout/popover.tsx";

/** What a label can say of an article; what is chosen is written at the cursor. */
export function PlaceholderMenu({ onInsert }: { readonly onInsert: (text: string) => void }) {
  return (
    <Popover words={t(TEXTS.insert)} class="placeholders">
      {(close) => (
        <fieldset>
          <legend class="unseen">{t(TEXTS.insert)}</legend>
          {placeholders.map((name) => (
            <button
              key={name}
              type="button"
              class="plain"
              onClick={() => {
                close();
                onInsert(`{{${name}}}`);
              }}
            >
              <span>{t(WORDS[name])}</span>
              <code>{`{{${name}}}`}</code>
            </button>
          ))}
        </fieldset>
      )}
    </Popover>
  );
}

const TEXTS = { insert: msg("Insert a placeholder") };

const WORDS: Readonly<Record<Placeholder, Message>> = {
  code: msg("Code"),
  name: msg("Name"),
  serialNumber: msg("Serial number"),
  rfId: msg("RFID tag"),
  category: msg("Category"),
  type: msg("Type"),
  state: msg("State"),
  price: msg("Price"),
  location: msg("Location"),
  locationCode: msg("Location code"),
  user: msg("User"),
  responsibleUser: msg("Responsible person"),
  oid: msg("Internal ID"),
  tenant: msg("Company"),
  date: msg("Print date"),
  time: msg("Print time"),
};
