import { type Message, msg } from "../../../../../domain/message.ts";
import {
  CUSTOM_PLACEHOLDER,
  type LabelSubject,
  PLACEHOLDERS,
  type Placeholder,
} from "../../../../../domain/placeholder-names.ts";
import { ARTICLE } from "../../../../../records/article.ts";
import { labelsOf } from "../../../../../records/record.ts";
import { t } from "../../../../i18n/translate.ts";
import { Button } from "../../../../ui/button.tsx";
import { Menu } from "../../../../ui/menu.tsx";
import { useCustomFields } from "../../../custom-fields/use-custom-fields.ts";

interface MenuProps {
  readonly label: string;
  readonly subject?: LabelSubject;
  /** Called with the placeholder, such as `{{code}}`. */
  readonly onInsert: (text: string) => void;
}

/** The placeholders of a label: the fields of an article, custom fields too, or those of a location. */
export function PlaceholderMenu({ label, subject = "article", onInsert }: MenuProps) {
  const custom = useCustomFields().map(({ name }) => ({ name: `${CUSTOM_PLACEHOLDER}${name}`, label: name }));
  const own = PLACEHOLDERS[subject].map((name) => ({ name, label: t(MESSAGES[name]) }));
  const all = subject === "article" ? [...own, ...custom] : own;
  return (
    <Menu label={label} class="placeholders">
      {(close) => (
        <fieldset>
          <legend class="sr-only">{label}</legend>
          {all.map(({ name, label: shown }) => (
            <Button
              key={name}
              kind="plain"
              onClick={() => {
                close();
                onInsert(`{{${name}}}`);
              }}
            >
              <span>{shown}</span>
              <code>{`{{${name}}}`}</code>
            </Button>
          ))}
        </fieldset>
      )}
    </Menu>
  );
}

const MESSAGES: Readonly<Record<Placeholder, Message>> = {
  ...labelsOf(ARTICLE),
  gtin: msg("GTIN, 14 digits"),
  ean: msg("EAN, 13 digits"),
  gs1: msg("GS1: GTIN and serial number"),
  category: msg("Category"),
  type: msg("Type"),
  state: msg("State"),
  location: msg("Location"),
  locationCode: msg("Location code"),
  path: msg("Path"),
  user: msg("User"),
  responsibleUser: msg("Responsible person"),
  purchaseDate: msg("Purchase date"),
  oid: msg("Internal ID"),
  tenant: msg("Company"),
  date: msg("Print date"),
  time: msg("Print time"),
};
