import type { ArticleDetail, ArticleLocation } from "../../../../articles/shapes.ts";
import { say } from "../../../../words.ts";
import { plural, t } from "../../../app/words.ts";
import { type ArticleFields, fieldsOf } from "../fields.ts";
import { askTagged, putTagged } from "../tagged.ts";
import type { Chosen } from "./chosen.ts";
import type { Work } from "./work.ts";

/** What may be changed of many articles at once. */
export type ManyFields = Partial<
  Pick<ArticleFields, "categoryId" | "typeId" | "stateId" | "responsibleUserId" | "userId">
>;

/** What is to hold of all of them; `locationId` null: they stay where they are. */
export interface Wanted {
  readonly fields: ManyFields;
  readonly locationId: number | null;
}

/** Puts back what one request changed, as long as nobody has changed it since. */
interface Step {
  readonly path: string;
  readonly tag: string | null;
  readonly body: unknown;
}
type Steps = Map<number, Step[]>;

/** Changes each of many articles; only over what it has just read, so that nothing is overwritten unseen. */
export function editWork({ fields, locationId }: Wanted): Work {
  const steps: Steps = new Map();
  const note = ({ oid }: Chosen, step: Step) => steps.set(oid, [...(steps.get(oid) ?? []), step]);
  return {
    title: t(TEXTS.editing),
    ended: (n) => plural(n, TEXTS.edited),
    undo: () => (steps.size === 0 ? null : undoWork(steps)),
    async each(item) {
      const changed = await changeFields(item, fields);
      if (changed !== null) note(item, changed);
      const moved = locationId === null ? null : await moveAll(item, locationId);
      if (moved !== null) note(item, moved);
      return changed !== null || moved !== null;
    },
  };
}

async function changeFields({ oid }: Chosen, wanted: ManyFields): Promise<Step | null> {
  if (Object.keys(wanted).length === 0) return null;
  const path = `/api/articles/${oid}`;
  const { body, tag } = await askTagged<ArticleDetail>(path);
  const now = fieldsOf(body);
  const names = (Object.keys(wanted) as (keyof ManyFields)[]).filter((name) => wanted[name] !== now[name]);
  if (names.length === 0) return null;
  const only = (from: ManyFields) => Object.fromEntries(names.map((name) => [name, from[name]]));
  const changed = await putTagged<ArticleDetail>(path, tag, only(wanted));
  return { path, tag: changed.tag, body: only(now) };
}

async function moveAll({ oid }: Chosen, locationId: number): Promise<Step | null> {
  const path = `/api/articles/${oid}/locations`;
  const { body, tag } = await askTagged<readonly ArticleLocation[]>(path);
  if (body.length === 1 && body[0]?.locationId === locationId) return null;
  const before = body.map((place) => ({ locationId: place.locationId, quantity: place.quantity }));
  // What is recorded nowhere is there once.
  const quantity = before.reduce((sum, place) => sum + place.quantity, 0) || 1;
  const changed = await putTagged(path, tag, { locations: [{ locationId, quantity }] });
  return { path, tag: changed.tag, body: { locations: before } };
}

/** Puts back what was changed; the last change of an article first. */
function undoWork(steps: Steps): Work {
  return {
    title: t(TEXTS.undoing),
    items: [...steps.keys()],
    ended: (n) => plural(n, TEXTS.undone),
    async each({ oid }) {
      const left = steps.get(oid) ?? [];
      while (left.length > 0) {
        const step = left[left.length - 1] as Step;
        await putTagged(step.path, step.tag, step.body);
        left.pop();
      }
      return true;
    },
  };
}

const TEXTS = {
  editing: say("Changing articles", "Měním artikly"),
  edited: say(
    "{n} article was changed.|{n} articles were changed.",
    "Změněn {n} artikl.|Změněny {n} artikly.|Změněno {n} artiklů.",
  ),
  undoing: say("Putting back what was before", "Vracím původní hodnoty"),
  undone: say(
    "{n} article is as it was before.|{n} articles are as they were before.",
    "{n} artikl je jako předtím.|{n} artikly jsou jako předtím.|{n} artiklů je jako předtím.",
  ),
};
