import { useState } from "preact/hooks";
import type { ArticleDetail, ArticleLocation } from "../../../../articles/shapes.ts";
import { say } from "../../../../words.ts";
import { plural, t } from "../../../app/words.ts";
import { askAsUser } from "../../../box/tokens.ts";
import { confirm } from "../../ask/confirm.tsx";
import { noteDone, noteProblem } from "../../ask/notes.tsx";
import { leaveFor } from "../../save/leave.ts";
import { problemText } from "../../save/problem.ts";

interface DeleteProps {
  readonly article: ArticleDetail;
  readonly tag: string | null;
}

/** Deletes an article, after one question that says what goes with it. */
export function DeleteArticle({ article: { oid, name, code }, tag }: DeleteProps) {
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      const path = `/api/articles/${oid}`;
      const places = await askAsUser<readonly ArticleLocation[]>(`${path}/locations`);
      const pieces = places.reduce((sum, { quantity }) => sum + quantity, 0);
      const values = { name, code: code ?? "–", places: plural(places.length, TEXTS.places) };
      const text = plural(pieces, TEXTS.what, values);
      if (!(await confirm({ title: t(TEXTS.title), text, deed: t(TEXTS.remove), isDangerous: true }))) return;
      await askAsUser(path, { method: "DELETE", headers: { ...(tag !== null && { "If-Match": tag }) } });
      noteDone(t(TEXTS.done, { name }));
      leaveFor("/articles");
    } catch (error) {
      noteProblem(problemText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" class="danger" disabled={isBusy} onClick={remove}>
      {t(TEXTS.remove)}
    </button>
  );
}

const TEXTS = {
  remove: say("Delete", "Smazat"),
  title: say("Delete this article?", "Smazat tento artikl?"),
  what: say(
    "{name} ({code}) will be found no more, with {n} piece at {places}. Its code is free again; its history stays. This can't be undone.|{name} ({code}) will be found no more, with {n} pieces at {places}. Its code is free again; its history stays. This can't be undone.",
    "{name} ({code}) už nepůjde najít, ani {n} kus na {places}. Kód bude opět volný, historie zůstane. Nelze vzít zpět.|{name} ({code}) už nepůjde najít, ani {n} kusy na {places}. Kód bude opět volný, historie zůstane. Nelze vzít zpět.|{name} ({code}) už nepůjde najít, ani {n} kusů na {places}. Kód bude opět volný, historie zůstane. Nelze vzít zpět.",
  ),
  places: say("{n} place|{n} places", "{n} místě|{n} místech|{n} místech"),
  done: say("{name} is deleted.", "{name}: smazáno."),
};
