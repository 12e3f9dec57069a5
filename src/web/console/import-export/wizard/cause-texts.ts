import { type Message, msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import type { ActionName, Cause, Decision } from "../shapes.ts";

const PEOPLE: readonly (string | null)[] = ["user", "responsibleUser"];

/** What the button of an action says. */
export function actionLabel(action: ActionName, { field }: Cause): string {
  if (action === "create") return t(PEOPLE.indexOf(field) === -1 ? TEXTS.create : TEXTS.createPeople);
  if (action === "replace") return t(TEXTS.match);
  return t(action === "empty" ? TEXTS.empty : TEXTS.leaveOut);
}

/** What a decision does, in a few words. */
export function decisionText({ action, to = "" }: Decision, { field }: Cause): string {
  if (action === "replace") return t(REPLACED, { to });
  if (action === "create" && PEOPLE.indexOf(field) !== -1) return t(TEXTS.peopleCreated);
  return t(DECIDED[action]);
}

/** What is good to know before an action is chosen; "": nothing. */
export function causeHint({ field, actions }: Cause): string {
  const createsPeople = PEOPLE.indexOf(field) !== -1 && actions.indexOf("create") !== -1;
  return createsPeople ? t(TEXTS.people) : "";
}

const REPLACED = msg("Replaced with “{to}”");
const DECIDED: Readonly<Record<Exclude<ActionName, "replace">, Message>> = {
  create: msg("Will be created"),
  empty: msg("Left empty"),
  leaveOut: msg("Rows left out"),
};
const TEXTS = {
  create: msg("Create"),
  createPeople: msg("Create inactive people"),
  peopleCreated: msg("Created as inactive people"),
  match: msg("Use another value"),
  empty: msg("Leave empty"),
  leaveOut: msg("Leave rows out"),
  people: msg("People created here cannot log in until an Admin activates them."),
};
