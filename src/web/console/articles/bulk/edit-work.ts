import { msg } from "../../../../domain/message.ts";
import { plural, t } from "../../../app/words.ts";
import { BoxAway } from "../../../box/ask.ts";
import { putTagged } from "../../save/tagged.ts";
import {
  fieldsPart,
  isAlike,
  look,
  type ManyFields,
  only,
  type Part,
  placesPart,
  type Values,
} from "./parts.ts";
import type { Work } from "./work.ts";

/** What is to hold of all of them; `locationId` null: they stay where they are. */
export interface Wanted {
  readonly fields: ManyFields;
  readonly locationId: number | null;
}

/** Puts back what one request changed, as long as nobody has changed it since. */
interface Step {
  readonly part: Part;
  readonly tag: string | null;
  readonly before: Values;
}

/** What was done with each article, the last at the end. */
interface Made {
  readonly steps: Map<number, Step[]>;
  /** The request whose answer got lost: what was before, if it was done. */
  readonly lost: Map<number, { readonly part: Part; readonly before: Values }>;
}

/** Changes each of many articles; only over what it has just read, so that nothing is overwritten unseen. */
export function editWork({ fields, locationId }: Wanted): Work {
  const made: Made = { steps: new Map(), lost: new Map() };
  return {
    title: t(TEXTS.editing),
    ended: (n) => plural(n, TEXTS.edited),
    undo: () => (made.steps.size + made.lost.size === 0 ? null : undoWork(made)),
    async each({ oid }) {
      const parts: Part[] = [];
      if (Object.keys(fields).length > 0) parts.push(fieldsPart(oid, fields));
      if (locationId !== null) parts.push(placesPart(oid, locationId));
      let isChanged = false;
      for (const part of parts) if (await change(made, oid, part)) isChanged = true;
      return isChanged;
    },
  };
}

/** False: it was so already, and not by a request of this work whose answer got lost. */
async function change(made: Made, oid: number, part: Part): Promise<boolean> {
  const { now, wanted, missing, tag } = await look(part);
  const before = { ...doneUnheard(made, oid, part, missing), ...only(now, missing) };
  if (Object.keys(before).length === 0) return false;
  const after = missing.length === 0 ? tag : await send();
  note(made, oid, { part, tag: after, before });
  return true;

  async function send(): Promise<string | null> {
    try {
      return (await putTagged(part.path, tag, only(wanted, missing))).tag;
    } catch (error) {
      if (error instanceof BoxAway) made.lost.set(oid, { part, before });
      throw error;
    }
  }
}

/** What was before a request whose answer got lost, as far as it was done: what is not as wanted was not, or not for long. */
function doneUnheard({ lost }: Made, oid: number, part: Part, missing: readonly string[]): Values {
  const one = lost.get(oid);
  if (one === undefined || one.part.path !== part.path) return {};
  const before = only(
    one.before,
    Object.keys(one.before).filter((name) => !missing.includes(name)),
  );
  if (Object.keys(before).length > 0) lost.set(oid, { part, before });
  else lost.delete(oid);
  return before;
}

function note({ steps, lost }: Made, oid: number, step: Step): void {
  if (lost.get(oid)?.part.path === step.part.path) lost.delete(oid);
  steps.set(oid, [...(steps.get(oid) ?? []), step]);
}

/** Puts back what was changed; the last change of an article first. */
function undoWork(made: Made): Work {
  const { steps, lost } = made;
  const unheard = new Set<Step>();
  return {
    title: t(TEXTS.undoing),
    items: [...steps.keys(), ...lost.keys()],
    ended: (n) => plural(n, TEXTS.undone),
    async each({ oid }) {
      await settle(made, oid);
      const left = steps.get(oid) ?? [];
      const isAny = left.length > 0;
      while (left.length > 0) {
        await putBack(left[left.length - 1] as Step, unheard);
        left.pop();
      }
      return isAny;
    },
  };
}

/** Finds out whether what got no answer was done. */
async function settle(made: Made, oid: number): Promise<void> {
  const one = made.lost.get(oid);
  if (one === undefined) return;
  const { missing, tag } = await look(one.part);
  const before = doneUnheard(made, oid, one.part, missing);
  if (Object.keys(before).length > 0) note(made, oid, { part: one.part, tag, before });
}

/** `unheard`: those whose answer got lost; they may be back already. */
async function putBack(step: Step, unheard: Set<Step>): Promise<void> {
  const { part, tag, before } = step;
  if (unheard.has(step)) {
    const { now } = await look(part);
    if (Object.keys(before).every((name) => isAlike(now, before, name))) return;
  }
  try {
    await putTagged(part.path, tag, before);
  } catch (error) {
    if (error instanceof BoxAway) unheard.add(step);
    throw error;
  }
}

const TEXTS = {
  editing: msg("Updating articles…", "Měním artikly…"),
  edited: msg(
    "{n} article updated|{n} articles updated",
    "Změněn {n} artikl|Změněny {n} artikly|Změněno {n} artiklů",
  ),
  undoing: msg("Restoring previous values…", "Vracím původní hodnoty…"),
  undone: msg(
    "{n} article restored|{n} articles restored",
    "Obnoven {n} artikl|Obnoveny {n} artikly|Obnoveno {n} artiklů",
  ),
};
