import { useState } from "preact/hooks";
import { LABEL_SHEETS, type LabelSheet, labelsOn, type SheetCode } from "../../../domain/label-sheets.ts";
import { msg } from "../../../domain/message.ts";
import type { ApiRequest } from "../../api/call.ts";
import { requestNamedFile } from "../../api/send-request.ts";
import { userToken, withToken } from "../../api/tokens.ts";
import type { FileResponse } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Fields, TextField } from "../../ui/field.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { Select } from "../../ui/select.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { useMutation } from "../forms/mutation.tsx";

/** How labels are put on sheets. */
interface SheetChoice {
  readonly sheet: LabelSheet["name"];
  readonly code: SheetCode;
  /** The first free label, from 1. */
  readonly start: number;
}

interface FormProps {
  readonly request: (choice: SheetChoice) => ApiRequest<FileResponse>;
}

/** Chooses a sheet of labels for an office printer, and saves it as a PDF. */
export function SheetForm({ request }: FormProps) {
  const [name, setName] = useState(LABEL_SHEETS[0].name);
  const [code, setCode] = useState<SheetCode>("qr");
  const [start, setStart] = useState("1");
  const { run, isBusy, problem } = useMutation({ errors: "place" });
  const sheet = LABEL_SHEETS.find((one) => one.name === name) ?? LABEL_SHEETS[0];
  const first = labelsOn(sheet) > 1 ? Number.parseInt(start, 10) || 1 : 1;
  const save = () => {
    const wanted = request({ sheet: sheet.name, code, start: first });
    return run({
      send: () => withToken(userToken, (token) => requestNamedFile(wanted, { token }, () => {})),
      onDone: saveFile,
    });
  };
  return (
    <>
      <Fields>
        <Select
          label={t(msg("Sheet"))}
          items={LABEL_SHEETS.map((one) => ({ value: one.name, label: sheetText(one) }))}
          value={sheet.name}
          onValue={setName}
        />
        <Select label={t(msg("Code type"))} items={CODES} value={code} onValue={setCode} />
        {labelsOn(sheet) > 1 && (
          <TextField
            label={t(msg("First free label (1 to {n})"), { n: labelsOn(sheet) })}
            inputMode="numeric"
            value={start}
            onValue={setStart}
          />
        )}
      </Fields>
      <p class="muted">
        {t(
          msg(
            "Print at actual size, without scaling. Try a plain sheet first. Records without a code get no label.",
          ),
        )}
      </p>
      <Toolbar>
        <Button kind="primary" disabled={isBusy} onClick={save}>
          {t(isBusy ? msg("Making the PDF…") : msg("Save PDF"))}
        </Button>
      </Toolbar>
      <Problem text={problem} />
    </>
  );
}

const CODES = [
  { value: "qr", label: "QR" },
  { value: "code128", label: "Code 128" },
  { value: "datamatrix", label: "Data Matrix" },
] as const;

/** `Avery L7160, 63.5 × 38.1 mm, 3 × 7`. */
function sheetText({ products, label, columns, rows, page }: LabelSheet): string {
  const size = `${label.width} × ${label.height} mm`;
  if (products.length === 0) return t(msg("Roll: {size}, one label per page"), { size });
  const paper = page.width === 210 ? "A4" : "Letter";
  const maker = /\d{4}/.test(products[0] ?? "") ? `Avery ${products.slice(0, 2).join(", ")}: ` : "";
  return `${maker}${size}, ${columns} × ${rows}, ${paper}`;
}
