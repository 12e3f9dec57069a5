import { DEFAULT_RESOLUTION, RESOLUTIONS } from "../../../domain/label-layout.ts";
import { msg } from "../../../domain/message.ts";
import type { Printer } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Fields, TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { type PrinterTypeName, printerTypeText } from "./printer-types.ts";

/** The values of the fields of a printer. A port that is not a number stays as typed. */
export type PrinterValues = Omit<Printer, "oid">;

interface FieldsProps {
  readonly values: PrinterValues;
  readonly types: readonly PrinterTypeName[];
  readonly errors: Readonly<Record<string, string>>;
  readonly set: <K extends keyof PrinterValues>(name: K, value: PrinterValues[K]) => void;
}

/** The fields of a printer. */
export function PrinterFields({ values, types, errors, set }: FieldsProps) {
  return (
    <Fields>
      <TextField
        name="name"
        label={t(PRINTER_TEXTS.name)}
        value={values.name}
        problem={errors["name"]}
        onValue={(name) => set("name", name)}
      />
      <LanguageField
        label={t(PRINTER_TEXTS.printerTypeId)}
        types={types}
        value={values.printerTypeId}
        problem={errors["printerTypeId"]}
        onValue={(oid) => set("printerTypeId", oid)}
      />
      <TextField
        name="ipAddress"
        label={t(PRINTER_TEXTS.ipAddress)}
        value={values.ipAddress}
        problem={errors["ipAddress"]}
        hint={t(msg("An IP address or a host name in the local network, for example 192.168.1.40."))}
        onValue={(ipAddress) => set("ipAddress", ipAddress.trim())}
      />
      <TextField
        name="port"
        label={t(PRINTER_TEXTS.port)}
        value={String(values.port)}
        problem={errors["port"]}
        inputMode="numeric"
        hint={t(msg("Usually 9100."))}
        onValue={(port) => set("port", Number(port.replace(/\D/g, "")))}
      />
      <Select
        label={t(PRINTER_TEXTS.dpi)}
        items={RESOLUTIONS.map((dpi) => ({ value: String(dpi), label: t(msg("{dpi} dpi"), { dpi }) }))}
        value={String(values.dpi)}
        problem={errors["dpi"]}
        hint={t(msg("Drawn labels need it. Most label printers have 203 dpi."))}
        onValue={(dpi) => set("dpi", RESOLUTIONS.find((one) => String(one) === dpi) ?? DEFAULT_RESOLUTION)}
      />
      <TextField
        name="printWidthMm"
        label={t(PRINTER_TEXTS.printWidthMm)}
        value={values.printWidthMm === null ? "" : String(values.printWidthMm)}
        problem={errors["printWidthMm"]}
        inputMode="numeric"
        hint={t(msg("Drawn labels may not be wider. Empty: 72 mm for receipts, not limited for others."))}
        onValue={(text) => set("printWidthMm", widthOf(text))}
      />
      <Checkbox
        checked={values.isActive}
        onChange={({ currentTarget }) => set("isActive", currentTarget.checked)}
      >
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
  name: msg("Name"),
  printerTypeId: msg("Language"),
  ipAddress: msg("Address"),
  port: msg("Port"),
  dpi: msg("Resolution"),
  printWidthMm: msg("Print width in mm"),
  isActive: msg("Enabled"),
};

interface LanguageProps {
  readonly label: string;
  readonly types: readonly PrinterTypeName[];
  readonly value: number;
  readonly onValue: (oid: number) => void;
  readonly problem: string | undefined;
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
