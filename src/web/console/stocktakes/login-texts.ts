import { deviceOf, loginOf } from "../../../domain/stocktakes/addendum.ts";
import { t } from "../../i18n/translate.ts";

/** At whose login an addendum was added, and how its person was shown to be that person. */
export const loginTexts = (addendum: Parameters<typeof loginOf>[0]) =>
  loginOf(addendum).map((text) => t(text));

/** As `loginTexts`, and at which device, if that is known. */
export const entryTexts = (addendum: Parameters<typeof loginOf>[0] & Parameters<typeof deviceOf>[0]) => [
  ...loginTexts(addendum),
  ...[deviceOf(addendum)].filter((device) => device !== null),
];
