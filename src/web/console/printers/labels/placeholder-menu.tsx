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

const TEXTS = { insert: msg("Insert a placeholder", "Vložit značku") };

const WORDS: Readonly<Record<Placeholder, Message>> = {
  code: msg("Code", "Kód"),
  name: msg("Name", "Název"),
  serialNumber: msg("Serial number", "Sériové číslo"),
  rfId: msg("RFID tag", "RFID čip"),
  category: msg("Category", "Kategorie"),
  type: msg("Type", "Typ"),
  state: msg("State", "Stav"),
  price: msg("Price", "Cena"),
  location: msg("Location", "Umístění"),
  locationCode: msg("Location code", "Kód umístění"),
  user: msg("User", "Uživatel"),
  responsibleUser: msg("Responsible person", "Odpovědná osoba"),
  oid: msg("Internal ID", "Interní číslo"),
  tenant: msg("Company", "Firma"),
  date: msg("Print date", "Datum tisku"),
  time: msg("Print time", "Čas tisku"),
};
