import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";

interface SelectProps {
  readonly label: string;
  readonly items: readonly { readonly oid: number; readonly name: string }[];
  readonly value: number | null;
  readonly onValue: (oid: number | null) => void;
}

/** One of a few records by its name. */
export function Select({ label, items, value, onValue }: SelectProps) {
  return (
    <label>
      {label}
      <select
        value={value === null ? "" : String(value)}
        onChange={(event) => {
          const { value: chosen } = event.currentTarget;
          onValue(chosen === "" ? null : Number(chosen));
        }}
      >
        <option value="">{t(NONE)}</option>
        {items.map(({ oid, name }) => (
          <option key={oid} value={String(oid)}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

const NONE = msg("Choose…");
