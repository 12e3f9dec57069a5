import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { RefillRule } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { ArticleSearchField, type FoundArticle } from "../articles/find-article.tsx";
import { LocationField } from "../articles/location-field.tsx";
import { FormDialog } from "../forms/form-dialog.tsx";
import { problemText } from "../forms/problem.ts";
import { type ShownFields, ShownRecord, useTaggedSave } from "../forms/shown-record.tsx";
import type { Tagged } from "../forms/tagged.ts";
import { useCreation } from "../forms/use-creation.ts";

/** What a rule is added to. */
export type RuleSubject = { readonly articleId: number } | { readonly locationId: number };

interface RuleProps {
  readonly of: RuleSubject;
  /** Null: a new one. */
  readonly rule: RefillRule | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const WHOLE = /^[1-9]\d{0,9}$/;

/** Adds or changes a rule of minimum stock. */
export function RuleDialog({ rule, ...rest }: RuleProps) {
  if (rule === null) return <RuleForm shown={null} {...rest} />;
  return (
    <ShownRecord read={call("GET /api/refill-rules/{id}", { id: rule.oid })} onClose={rest.onClose}>
      {(shown) => <RuleForm shown={shown} {...rest} />}
    </ShownRecord>
  );
}

interface RuleFormProps extends Omit<RuleProps, "rule"> {
  readonly shown: Tagged<RefillRule> | null;
}

function RuleForm({ of, shown, onClose, onDone }: RuleFormProps) {
  const rule = shown?.body ?? null;
  const [locationId, setLocationId] = useState("locationId" in of ? of.locationId : null);
  const [article, setArticle] = useState<FoundArticle | null>(null);
  const articleId = "articleId" in of ? of.articleId : (article?.oid ?? null);
  const [minimum, setMinimum] = useState(rule === null ? "" : String(rule.minimum));
  const [target, setTarget] = useState(rule?.target ? String(rule.target) : "");
  const create = useCreation();
  const update = useTaggedSave(
    shown && { read: call("GET /api/refill-rules/{id}", { id: shown.body.oid }), shown, valuesOf, fieldsOf },
  );
  const { run, isBusy, problem } = useAction((error) => problemText(error, NAMES));
  const isChosen = rule !== null || articleId !== null;
  const isValid =
    isChosen && WHOLE.test(minimum.trim()) && (target.trim() === "" || WHOLE.test(target.trim()));
  const save = () =>
    run(async () => {
      const limits = { minimum: Number(minimum), target: target.trim() === "" ? null : Number(target) };
      if (rule !== null) {
        if (
          (await update(call("PUT /api/refill-rules/{id}", { id: rule.oid, body: limits }), limits)) ===
          "kept"
        )
          return;
      } else if (articleId !== null)
        await create(call("POST /api/refill-rules", { body: { articleId, locationId, ...limits } }));
      onDone();
    });
  return (
    <FormDialog
      title={t(msg("Minimum stock"))}
      onClose={onClose}
      actions={
        <Button disabled={!isValid || isBusy} onClick={save}>
          {t(msg("Save"))}
        </Button>
      }
    >
      {rule !== null && rule.location !== null && <p>{rule.location.name}</p>}
      {rule === null && "articleId" in of && (
        <>
          <LocationField label={t(NAMES.locationId)} value={locationId} onValue={setLocationId} />
          <p class="muted">
            {t(msg("The pieces there and at all locations below it count. Without a location: all pieces."))}
          </p>
        </>
      )}
      {rule === null && "locationId" in of && (
        <>
          <ArticleSearchField label={t(NAMES.articleId)} onArticle={setArticle} />
          {article !== null && (
            <p>
              <b>{article.name}</b> <span class="muted">{article.code}</span>
            </p>
          )}
          <p class="muted">{t(msg("The pieces here and at all locations below count."))}</p>
        </>
      )}
      <TextField
        label={t(NAMES.minimum)}
        isRequired
        inputMode="numeric"
        value={minimum}
        onValue={setMinimum}
      />
      <TextField
        label={t(NAMES.target)}
        hint={t(msg("Leave empty for the minimum."))}
        inputMode="numeric"
        value={target}
        onValue={setTarget}
      />
      <Problem text={problem} />
    </FormDialog>
  );
}

type Limits = Pick<RefillRule, "minimum" | "target">;
const valuesOf = ({ minimum, target }: RefillRule): Limits => ({ minimum, target });
const fieldsOf = ({ minimum, target }: Limits): ShownFields => [
  [t(NAMES.minimum), String(minimum)],
  [t(NAMES.target), String(target ?? "")],
];

const NAMES = {
  articleId: msg("Article"),
  locationId: msg("Location"),
  minimum: msg("Minimum"),
  target: msg("Refill up to"),
};
