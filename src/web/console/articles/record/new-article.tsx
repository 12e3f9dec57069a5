import { say } from "../../../../words.ts";
import { Problem } from "../../../app/deed.tsx";
import { go } from "../../../app/router.ts";
import { t } from "../../../app/words.ts";
import { noteDone } from "../../ask/notes.tsx";
import { addressQuery } from "../../frame/address.ts";
import { Screen } from "../../frame/screen.tsx";
import { useNew } from "../../save/use-new.ts";
import { type ArticleFields, NO_FIELDS } from "../fields.ts";
import { useNames } from "../names.ts";
import { Above } from "./above.tsx";
import { ArticleForm } from "./form.tsx";
import "../articles.css";

/** `#/articles/new`: takes an article in; with `?code=` one whose code is known. */
export function NewArticleScreen() {
  const empty = { ...NO_FIELDS, code: addressQuery().get("code") };
  const { values, errors, problem, isBusy, set, add } = useNew("/api/articles", empty, bodyOf);
  const names = useNames();
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    const oid = await add();
    if (oid === null) return;
    noteDone(t(TEXTS.added, { name: values.name }));
    go(`/articles/${oid}`, { replace: true });
  };
  return (
    <Screen title={t(TEXTS.title)} above={<Above />}>
      <form onSubmit={onSubmit} noValidate>
        <ArticleForm
          values={values}
          errors={errors}
          names={names}
          set={(name, value) => set({ [name]: value })}
        />
        <Problem text={problem} />
        <div class="row">
          <button type="submit" disabled={isBusy}>
            {t(TEXTS.add)}
          </button>
        </div>
      </form>
    </Screen>
  );
}

/** What nobody has said is left out, so that the box names it as missing. */
function bodyOf(values: ArticleFields): Partial<ArticleFields> {
  const said = Object.entries(values).filter(([, value]) => value !== null && value !== "");
  return Object.fromEntries(said);
}

const TEXTS = {
  title: say("New article", "Nový artikl"),
  add: say("Take it in", "Zavést"),
  added: say("{name} is taken in.", "{name}: zavedeno."),
};
