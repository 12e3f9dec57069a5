import type { ComponentChildren } from "preact";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { offered, useCatalogue } from "../../query/catalogues.ts";
import { type ProposalForm, priceOf } from "../../requests/proposal.ts";
import { Select } from "../../ui/select-field.tsx";
import { NoteField, TextField } from "../../ui/text-field.tsx";

/** The limit of the server. */
const MAX_LENGTH = 200;

interface ProposalFieldsProps {
  readonly form: ProposalForm;
  readonly change: (next: Partial<ProposalForm>) => void;
  /** Shown below the serial number. */
  readonly children: ComponentChildren;
}

/** The fields of a proposed asset. */
export function ProposalFields({ form, change, children }: ProposalFieldsProps) {
  const categories = useCatalogue("category").body ?? [];
  const types = useCatalogue("type").body ?? [];
  const currencies = useCatalogue("currency").body ?? [];
  const { categoryId, typeId, price, currencyId } = form;
  const hasBadPrice = priceOf(price) === null;
  const text = (field: "name" | "serial" | "price" | "invoice" | "bought" | "note") => ({
    words: t(TEXTS[field]),
    value: form[field],
    onValue: (value: string) => change({ [field]: value }),
  });
  return (
    <>
      <TextField {...text("name")} maxLength={MAX_LENGTH} />
      <Select
        words={t(TEXTS.category)}
        items={offered(categories, categoryId)}
        value={categoryId}
        onValue={(chosen) => change({ categoryId: chosen })}
      />
      <Select
        words={t(TEXTS.type)}
        items={offered(types, typeId)}
        value={typeId}
        onValue={(chosen) => change({ typeId: chosen })}
      />
      <TextField {...text("serial")} maxLength={MAX_LENGTH} />
      <div class="below-field">{children}</div>
      <TextField {...text("price")} inputMode="decimal" isWrong={hasBadPrice} />
      {hasBadPrice && (
        <p class="fault" role="alert">
          {t(TEXTS.noPrice)}
        </p>
      )}
      <Select
        words={t(TEXTS.currency)}
        items={offered(currencies, currencyId)}
        value={currencyId}
        onValue={(chosen) => change({ currencyId: chosen })}
      />
      <TextField {...text("invoice")} maxLength={MAX_LENGTH} />
      <TextField {...text("bought")} type="date" />
      <NoteField {...text("note")} />
    </>
  );
}

const TEXTS = {
  name: msg("Name (required)"),
  category: msg("Category (required)"),
  type: msg("Type (required)"),
  serial: msg("Serial number (type or scan)"),
  price: msg("Price"),
  noPrice: msg("Enter a number such as 1250.50."),
  currency: msg("Currency"),
  invoice: msg("Invoice number"),
  bought: msg("Purchase date"),
  note: msg("Note"),
};
