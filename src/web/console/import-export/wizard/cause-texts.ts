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
  if (action === "replace") return t(DECIDED.replace, { to });
  if (action === "create" && PEOPLE.indexOf(field) !== -1) return t(TEXTS.peopleCreated);
  return t(DECIDED[action]);
}

/** What is good to know before an action is chosen; "": nothing. */
export function causeHint({ field, actions }: Cause): string {
  const createsPeople = PEOPLE.indexOf(field) !== -1 && actions.indexOf("create") !== -1;
  return createsPeople ? t(TEXTS.people) : "";
}

const DECIDED: Readonly<Record<ActionName, Message>> = {
  create: msg("Will be created", "Vytvoří se"),
  empty: msg("Left empty", "Ponecháno prázdné"),
  replace: msg("Replaced with “{to}”", "Nahrazeno hodnotou „{to}“"),
  leaveOut: msg("Rows left out", "Řádky vynechány"),
};
const TEXTS = {
  create: msg("Create", "Vytvořit"),
  createPeople: msg("Create inactive people", "Vytvořit neaktivní osoby"),
  peopleCreated: msg("Created as inactive people", "Vytvoří se jako neaktivní osoby"),
  match: msg("Use another value", "Použít jinou hodnotu"),
  empty: msg("Leave empty", "Ponechat prázdné"),
  leaveOut: msg("Leave rows out", "Vynechat řádky"),
  people: msg(
    "People created here cannot log in until an Admin activates them.",
    "Vytvořené osoby se nemohou přihlásit, dokud je administrátor neaktivuje.",
  ),
};
