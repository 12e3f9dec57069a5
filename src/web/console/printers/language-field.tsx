import { SelectField } from "../forms/fields.tsx";
import type { PrinterTypeName } from "./printer-types.ts";
import { printerTypeText } from "./printer-types.ts";

interface LanguageProps {
  readonly words: string;
  readonly types: readonly PrinterTypeName[];
  readonly value: number;
  readonly onValue: (oid: number) => void;
  readonly problem: string | undefined;
}

/** The language of a printer or a label. */
export function LanguageField({ types, value, onValue, ...field }: LanguageProps) {
  return (
    <SelectField
      {...field}
      items={types.map(({ oid, name }) => ({ value: String(oid), words: printerTypeText(name) }))}
      value={String(value)}
      onValue={(oid) => onValue(Number(oid))}
    />
  );
}
