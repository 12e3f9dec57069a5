import { say, type Words } from "../../../../domain/message.ts";
import { t } from "../../../app/words.ts";
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

const DECIDED: Readonly<Record<ActionName, Words>> = {
  create: say("Will be created", "Vytvoří se"),
  empty: say("Left empty", "Ponecháno prázdné"),
  replace: say("Replaced with “{to}”", "Nahrazeno hodnotou „{to}“"),
  leaveOut: say("Rows left out", "Řádky vynechány"),
};
const TEXTS = {
  create: say("Create", "Vytvořit"),
  createPeople: say("Create inactive people", "Vytvořit neaktivní osoby"),
  peopleCreated: say("Created as inactive people", "Vytvoří se jako neaktivní osoby"),
  match: say("Use another value", "Použít jinou hodnotu"),
  empty: say("Leave empty", "Ponechat prázdné"),
  leaveOut: say("Leave rows out", "Vynechat řádky"),
  people: say(
    "People created here cannot log in until an Admin activates them.",
    "Vytvořené osoby se nemohou přihlásit, dokud je administrátor neaktivuje.",
  ),
};
