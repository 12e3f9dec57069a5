import { msg } from "../../../../domain/message.ts";
import { createFullArticle, getNextArticleCode } from "../../../api/console/articles.ts";
import type { CreateFullArticleRequest } from "../../../api/types/endpoints.d.ts";
import { FIELD_NAMES } from "../../../articles/article-facts.tsx";
import { t } from "../../../i18n/translate.ts";
import { addressQuery } from "../../../router/address.ts";
import { go } from "../../../router/router.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { showSuccess } from "../../../ui/toast.tsx";
import { Toolbar } from "../../../ui/toolbar.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import { useNew } from "../../forms/use-new.ts";
import { Screen } from "../../layout/screen.tsx";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { type FullFields, NO_FIELDS } from "../fields.ts";
import { useNames } from "../names.ts";
import { BackLink } from "./actions.tsx";
import { ArticleForm } from "./form.tsx";
import "../articles.css";

const create = (values: FullFields) => createFullArticle({ body: bodyOf(values) });

/** `#/articles/new`: adds an article; `?code=` prefills its code. */
export function NewArticleScreen() {
  const empty = { ...NO_FIELDS, code: addressQuery().get("code") };
  const { values, errors, problem, isBusy, set, add } = useNew(create, empty, FIELD_NAMES);
  const names = useNames();
  const next = useLiveQuery(getNextArticleCode(), { follows: ["articles"] });
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    const oid = await add();
    if (oid === null) return;
    showSuccess(t(TEXTS.added, { name: values.name }));
    go(`/articles/${oid}`, { replace: true });
  };
  return (
    <Screen title={t(TEXTS.title)} above={<BackLink />}>
      <form onSubmit={onSubmit} noValidate>
        <ArticleForm
          values={values}
          errors={errors}
          names={names}
          set={(name, value) => set({ [name]: value })}
          codeHint={next.body === null ? t(TEXTS.assigned) : t(TEXTS.next, { code: next.body.code })}
        />
        <Problem text={problem} />
        <Toolbar>
          <Button type="submit" disabled={isBusy}>
            {t(TEXTS.add)}
          </Button>
          <ButtonLink kind="secondary" href="#/articles">
            {t(TEXTS.cancel)}
          </ButtonLink>
        </Toolbar>
      </form>
    </Screen>
  );
}

/** Empty fields are left out, so that the server reports the required ones. */
function bodyOf(values: FullFields): CreateFullArticleRequest {
  const filled = Object.entries(values).filter(([, value]) => value !== null && value !== "");
  return Object.fromEntries(filled) as unknown as CreateFullArticleRequest;
}

const TEXTS = {
  title: msg("New article"),
  add: msg("Create article"),
  cancel: msg("Cancel"),
  added: msg("{name} added"),
  next: msg("Leave empty to assign {code}"),
  assigned: msg("Leave empty to assign the next code"),
};
