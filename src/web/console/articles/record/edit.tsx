import type { ArticleDetail } from "../../../../articles/shapes.ts";
import { say } from "../../../../words.ts";
import { t } from "../../../app/words.ts";
import { noteDone } from "../../ask/notes.tsx";
import type { LiveAnswer } from "../../live/use-live.ts";
import { ConflictChoice } from "../../save/conflict.tsx";
import { EditBar } from "../../save/edit-bar.tsx";
import { type Edit, useEdit } from "../../save/use-edit.ts";
import { type ArticleFields, fieldsOf } from "../fields.ts";
import type { Names } from "../names.ts";
import { ArticleForm, fieldWords } from "./form.tsx";

interface EditProps {
  readonly path: string;
  readonly answer: LiveAnswer<ArticleDetail>;
  readonly names: Names;
}

/** Changes what is said of an article. */
export function EditArticle({ path, answer, names }: EditProps) {
  const edit = useEdit<ArticleFields, ArticleDetail>(path, answer, fieldsOf);
  if (edit.values === null) return null;
  const saved = () => noteDone(t(TEXTS.saved));
  const save = async (event: Event) => {
    event.preventDefault();
    if (edit.isChanged && (await edit.save())) saved();
  };
  return (
    <form onSubmit={save} noValidate>
      {isOverCome(edit, answer.body) && (
        <p class="note is-warning" role="status">
          {t(TEXTS.meanwhile)}
        </p>
      )}
      <ArticleForm values={edit.values} errors={edit.errors} names={names} set={edit.set} />
      <EditBar edit={edit} />
      <ConflictChoice edit={edit} fields={fieldWords(names)} onSaved={saved} />
    </form>
  );
}

/** Somebody else has saved it since the change was begun. */
function isOverCome({ isChanged, isBusy, base }: Edit<ArticleFields>, now: ArticleDetail | null): boolean {
  return isChanged && !isBusy && now !== null && JSON.stringify(fieldsOf(now)) !== JSON.stringify(base);
}

const TEXTS = {
  saved: say("The article is saved.", "Artikl je uložen."),
  meanwhile: say(
    "Somebody else has saved this article meanwhile. What you typed is still here; when you save, you choose what holds.",
    "Tento artikl mezitím uložil někdo jiný. Co jste napsali, tu zůstává; při uložení vyberete, co platí.",
  ),
};
