import { msg } from "../../../domain/message.ts";
import type { PrintRequest } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";

/** What a request prints. */
export function printedSubject({ article, location, labelFormat }: PrintRequest): string {
  const subject = article ?? location;
  if (subject === null) return t(msg("Test label"));
  return [subject.code, subject.name].filter((one) => one !== null).join(" ") || (labelFormat ?? "");
}
