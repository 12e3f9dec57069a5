import type { ComponentChildren } from "preact";
import { storedForm } from "../../domain/custom-fields.ts";
import { msg } from "../../domain/message.ts";
import { call } from "../api/call.ts";
import { requestFile } from "../api/send-request.ts";
import { userToken, withToken } from "../api/tokens.ts";
import type { Attachment, CustomField } from "../api/types/endpoints.d.ts";
import { day, number, t } from "../i18n/translate.ts";
import { saveFile } from "../ui/save-file.ts";

/** What the display of a value needs of its field. */
export type ValueForm = Pick<CustomField, "type" | "unit">;

/** A value of a custom field as text. A value that the type does not permit is shown as it is. */
export function customValueText({ type: ofField, unit }: ValueForm, stored: string): string {
  const { type, value } = storedForm(ofField, stored);
  switch (type) {
    case "number": {
      const shown = number(Number(value), { maximumFractionDigits: 4 });
      return unit === null ? shown : t(msg("{number} {unit}"), { number: shown, unit });
    }
    case "date":
      return day(value);
    case "yesNo":
      return t(value === "true" ? msg("yes") : msg("no"));
    default:
      return value;
  }
}

/** A value of a custom field; a link can be followed, unless it is not a valid one. */
export function customValue(form: ValueForm, value: string): ComponentChildren {
  if (storedForm(form.type, value).type !== "link") return customValueText(form, value);
  return (
    <a href={value} target="_blank" rel="noopener noreferrer">
      {value}
    </a>
  );
}

/** Downloads an attachment and saves it under its name. */
export async function saveAttachment({ oid, fileName, contentType }: Attachment): Promise<void> {
  const file = await withToken(userToken, (token) =>
    requestFile(call("GET /api/attachments/{oid}", { oid }), { token }),
  );
  saveFile(new File([file], fileName, { type: contentType }));
}
