import { DEFAULT_RESOLUTION, RESOLUTIONS } from "../../../domain/label-layout.ts";
import { msg } from "../../../domain/message.ts";
import { PRINTER } from "../../../records/printing.ts";
import { labelsOf } from "../../../records/record.ts";
import type { Printer } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Fields, TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import type { FieldOf, FormFields } from "../forms/form.tsx";
import { type PrinterTypeName, printerTypeText } from "./printer-types.ts";

/** The values of the fields of a printer. A port that is not a number stays as typed. */
export type PrinterValues = Omit<Printer, "oid">;

interface FieldsProps {
  readonly form: FormFields<PrinterValues>;
  readonly types: readonly PrinterTypeName[];
}

/** The fields of a printer. */
export function PrinterFields({ form, types }: FieldsProps) {
  const { values, set } = form;
  return (
    <Fields>
      <TextField {...form.field("name")} name="name" />
      <LanguageField {...form.field("printerTypeId")} types={types} />
      <TextField
        {...form.field("ipAddress")}
        name="ipAddress"
        hint={t(msg("An IP address or a host name in the local network, for example 192.168.1.40."))}
        onValue={(ipAddress) => set({ ipAddress: ipAddress.trim() })}
      />
      <TextField
        {...form.number("port")}
        name="port"
        inputMode="numeric"
        hint={t(msg("Usually 9100."))}
        onValue={(port) => set({ port: Number(port.replace(/\D/g, "")) })}
      />
      <Select
        {...form.number("dpi")}
        items={RESOLUTIONS.map((dpi) => ({ value: String(dpi), label: t(msg("{dpi} dpi"), { dpi }) }))}
        hint={t(msg("Drawn labels need it. Most label printers have 203 dpi."))}
        onValue={(dpi) => set({ dpi: RESOLUTIONS.find((one) => String(one) === dpi) ?? DEFAULT_RESOLUTION })}
      />
      <TextField
        {...form.number("printWidthMm")}
        name="printWidthMm"
        inputMode="numeric"
        hint={t(msg("Drawn labels may not be wider. Empty: 72 mm for receipts, not limited for others."))}
        onValue={(text) => set({ printWidthMm: widthOf(text) })}
      />
      <Checkbox checked={values.isActive} onValue={(isActive) => set({ isActive })}>
        {t(PRINTER_TEXTS.isActive)}
      </Checkbox>
    </Fields>
  );
}

/** The typed width; empty: the usual one. */
function widthOf(text: string): number | null {
  const digits = text.replace(/\D/g, "");
  return digits === "" ? null : Number(digits);
}

/** The labels of the fields of a printer. */
export const PRINTER_TEXTS = {
  ...labelsOf(PRINTER),
  printerTypeId: msg("Language"),
  isActive: msg("Enabled"),
};

interface LanguageProps extends FieldOf<number> {
  readonly types: readonly PrinterTypeName[];
}

/** The language of a printer or a label. */
export function LanguageField({ types, value, onValue, ...field }: LanguageProps) {
  return (
    <Select
      {...field}
      items={types.map(({ oid, name }) => ({ value: String(oid), label: printerTypeText(name) }))}
      value={String(value)}
      onValue={(oid) => onValue(Number(oid))}
    />
  );
}
