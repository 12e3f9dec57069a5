import { say, type Words } from "../../../../domain/message.ts";
import { type Placeholder, placeholders } from "../../../../domain/placeholder-names.ts";
import { t } from "../../../app/words.ts";
import { Popover } from "../../frame/popover.tsx";

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

const TEXTS = { insert: say("Insert a placeholder", "Vložit značku") };

const WORDS: Readonly<Record<Placeholder, Words>> = {
  code: say("Code", "Kód"),
  name: say("Name", "Název"),
  serialNumber: say("Serial number", "Sériové číslo"),
  rfId: say("RFID tag", "RFID čip"),
  category: say("Category", "Kategorie"),
  type: say("Type", "Typ"),
  state: say("State", "Stav"),
  price: say("Price", "Cena"),
  location: say("Location", "Umístění"),
  locationCode: say("Location code", "Kód umístění"),
  user: say("User", "Uživatel"),
  responsibleUser: say("Responsible person", "Odpovědná osoba"),
  oid: say("Internal ID", "Interní číslo"),
  tenant: say("Company", "Firma"),
  date: say("Print date", "Datum tisku"),
  time: say("Print time", "Čas tisku"),
};
