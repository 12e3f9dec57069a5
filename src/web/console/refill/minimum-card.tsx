import { useState } from "preact/hooks";
import { MAX_RULES_LISTED } from "../../../domain/list-limits.ts";
import { msg } from "../../../domain/message.ts";
import { labelsOf } from "../../../records/record.ts";
import { REFILL_RULE } from "../../../records/refill-rule.ts";
import { call, withTag } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { RefillRule } from "../../api/types/endpoints.d.ts";
import { pieces } from "../../articles/amounts.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { pathOrName } from "../../offline/sync/locations.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { ArticleSearchField, type FoundArticle } from "../articles/find-article.tsx";
import { FormDialog, ShownRecord, type ShownVersion, useForm } from "../forms/form.tsx";
import { requestTagged } from "../forms/guarded-requests.ts";
import { type Change, MutationButton } from "../forms/mutation.tsx";
import { LocationField } from "../locations/tree/location-field.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";

/** The minimum stock of an article, or of the articles at a location. */
export function MinimumCard(of: RuleSubject) {
  const query = useLiveQuery(call("GET /api/refill-rules", of), {
    follows: ["refill", "articles", "locations"],
  });
  const [open, setOpen] = useState<RefillRule | "new" | null>(null);
  const isArticle = "articleId" in of;
  const onClose = () => setOpen(null);
  const onDone = () => {
    onClose();
    query.refetch();
  };
  const removal = ({ oid, minimum, target }: RefillRule): Change => ({
    async send() {
      const { body, tag } = await requestTagged(call("GET /api/refill-rules/{id}", { id: oid }));
      // Where others have changed it since it was shown, the server says so.
      const isShown = body.minimum === minimum && body.target === target;
      await requestAsUser(withTag(call("DELETE /api/refill-rules/{id}", { id: oid }), isShown ? tag : null));
    },
    done: t(msg("Minimum stock removed")),
  });
  return (
    <Card title={t(msg("Minimum stock"))} isEmpty={query.body?.length === 0}>
      {query.body?.length === MAX_RULES_LISTED && (
        <p>{t(msg("The first {n} are shown. Import and export has all."), { n: MAX_RULES_LISTED })}</p>
      )}
      <QueryBoundary
        query={query}
        empty={msg("No minimum stock. With one, the refill list shows when too few pieces are left.")}
      >
        {(rules) => (
          <ul class="location-list">
            {rules.map((rule) => (
              <li key={rule.oid}>
                <span class="main">
                  <b>{isArticle ? placeName(rule) : <ArticleLink rule={rule} />}</b>{" "}
                  <span class="muted">{limitsText(rule)}</span>
                </span>
                {may("manage") && (
                  <>
                    <Button onClick={() => setOpen(rule)}>
                      {t(msg("Change…"))}
                      <span class="sr-only"> {isArticle ? placeName(rule) : rule.article.name}</span>
                    </Button>
                    <MutationButton change={() => removal(rule)} after={query.refetch}>
                      {t(msg("Remove"))}
                      <span class="sr-only"> {isArticle ? placeName(rule) : rule.article.name}</span>
                    </MutationButton>
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
      {may("manage") && <Button onClick={() => setOpen("new")}>{t(msg("Add minimum stock"))}</Button>}
      {open !== null && (
        <ShownRecord
          read={open === "new" ? null : call("GET /api/refill-rules/{id}", { id: open.oid })}
          onClose={onClose}
        >
          {(shown) => <RuleForm of={of} shown={shown} onClose={onClose} onDone={onDone} />}
        </ShownRecord>
      )}
    </Card>
  );
}

const ArticleLink = ({ rule }: { readonly rule: RefillRule }) => (
  <a href={`#/articles/${rule.articleId}`}>{rule.article.name}</a>
);

/** Where a rule counts. */
export const placeName = ({ location }: Pick<RefillRule, "location">) =>
  location === null ? t(msg("Everywhere")) : pathOrName(location);

function limitsText({ minimum, target, article: { unit } }: RefillRule): string {
  const least = t(msg("at least {pieces}"), { pieces: pieces(minimum, unit) });
  return target === null
    ? least
    : `${least}, ${t(msg("refill up to {pieces}"), { pieces: pieces(target, unit) })}`;
}

/** What a rule is added to. */
type RuleSubject = { readonly articleId: number } | { readonly locationId: number };

interface RuleFormProps {
  readonly of: RuleSubject;
  /** Null: a new one. */
  readonly shown: ShownVersion<RefillRule> | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Adds or changes a rule of minimum stock. */
function RuleForm({ of, shown, onClose, onDone }: RuleFormProps) {
  const subject = { articleId: null, locationId: null, ...of };
  const form = useForm({
    start: shown === null ? { ...subject, minimum: "", target: "" } : valuesOf(shown.body),
    labels: NAMES,
    shown: shown && { ...shown, valuesOf, bodyOf: limitsOf, describe },
    save: async (values, { create, update }) => {
      const { articleId, locationId } = values;
      const limits = limitsOf(values);
      if (shown !== null)
        await update(call("PUT /api/refill-rules/{id}", { id: shown.body.oid, body: limits }));
      else if (articleId !== null)
        await create(call("POST /api/refill-rules", { body: { articleId, locationId, ...limits } }));
    },
    onSaved: onDone,
  });
  const [article, setArticle] = useState<FoundArticle | null>(null);
  const { articleId, minimum, target } = form.values;
  const isValid =
    articleId !== null && WHOLE.test(minimum.trim()) && (target.trim() === "" || WHOLE.test(target.trim()));
  return (
    <FormDialog form={form} title={t(msg("Minimum stock"))} isReady={isValid} onClose={onClose}>
      {shown !== null && shown.body.location !== null && <p>{shown.body.location.name}</p>}
      {shown === null && "articleId" in of && (
        <>
          <LocationField {...form.field("locationId")} />
          <p class="muted">
            {t(msg("The pieces there and at all locations below it count. Without a location: all pieces."))}
          </p>
        </>
      )}
      {shown === null && "locationId" in of && (
        <>
          <ArticleSearchField
            label={t(NAMES.articleId)}
            onArticle={(found) => {
              setArticle(found);
              form.set({ articleId: found?.oid ?? null });
            }}
          />
          {article !== null && (
            <p>
              <b>{article.name}</b> <span class="muted">{article.code}</span>
            </p>
          )}
          <p class="muted">{t(msg("The pieces here and at all locations below count."))}</p>
        </>
      )}
      <TextField {...form.field("minimum")} isRequired inputMode="numeric" />
      <TextField
        {...form.field("target")}
        hint={t(msg("Leave empty for the minimum."))}
        inputMode="numeric"
      />
    </FormDialog>
  );
}

const WHOLE = /^[1-9]\d{0,9}$/;
const NAMES = labelsOf(REFILL_RULE);

/** The form of a rule: numbers as they are typed. */
interface Values {
  readonly articleId: number | null;
  readonly locationId: number | null;
  readonly minimum: string;
  readonly target: string;
}

const valuesOf = ({ articleId, locationId, minimum, target }: RefillRule): Values => ({
  articleId,
  locationId,
  minimum: String(minimum),
  target: target === null ? "" : String(target),
});
const limitsOf = ({ minimum, target }: Values) => ({
  minimum: Number(minimum),
  target: target.trim() === "" ? null : Number(target),
});
const describe = ({ minimum, target }: Values) =>
  [
    [t(NAMES.minimum), minimum],
    [t(NAMES.target), target],
  ] as const;
