import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { call, withTag } from "../../../api/call.ts";
import type { CountOperation } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { showSuccess } from "../../../ui/toast.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import { ArticleSearchField, type FoundArticle } from "../../articles/find-article.tsx";
import { CheckDigit } from "../../articles/record/check-digit.tsx";
import { GuardedDialog } from "../../forms/guarded-dialog.tsx";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import type { StocktakeAction } from "../use-stocktake-action.tsx";

interface GiveProps {
  /** A count of an unknown code. */
  readonly operation: CountOperation;
  readonly action: StocktakeAction;
  readonly onClose: () => void;
}

/** The fields by which a scan finds an article. */
const FIELDS = ["serialNumber", "rfId", "code"] as const;
type Field = (typeof FIELDS)[number];

/** Assigns the unknown code of a count to an article, and accepts all counts of the code. */
export function GiveCode({ operation, action, onClose }: GiveProps) {
  const [article, setArticle] = useState<FoundArticle | null>(null);
  const code = operation.code ?? "";
  const pieces = operation.codeQuantity ?? 0;
  const query = useLiveQuery(article && call("GET /api/articles/{id}", { id: article.oid }), {
    follows: ["articles"],
  });
  const [wanted, setWanted] = useState<Field | null>(null);
  const field = wanted ?? FIELDS.find((one) => query.body?.[one] === null) ?? FIELDS[0];

  async function give(oid: number): Promise<void> {
    const request = withTag(call("PUT /api/articles/{id}", { id: oid, body: { [field]: code } }), query.tag);
    const given = await action.run(msg("Saving…"), request);
    if (given === null) return query.refetch();
    const taken = await action.run(
      msg("Saving…"),
      call("PUT /api/inventories/operations/{operationId}/apply", { operationId: operation.operationId }),
    );
    if (taken !== null)
      showSuccess(
        t(msg("{code} assigned to {name}: {n, plural, one {# piece} other {# pieces}} accepted."), {
          code,
          name: given.name,
          n: pieces,
        }),
      );
    // The code is assigned in either case. The screen shows the error of the count.
    onClose();
  }

  const actions = (
    <>
      {article !== null && (
        <Button disabled={query.state !== "fresh" || action.isBusy} onClick={() => give(article.oid)}>
          {t(msg("Assign code and accept {n, plural, one {# piece} other {# pieces}}"), { n: pieces })}
        </Button>
      )}
    </>
  );
  return (
    <GuardedDialog
      title={t(msg("Assign {code} to an article"), { code })}
      onClose={onClose}
      actions={actions}
    >
      <CheckDigit code={code} />
      <ArticleSearchField
        label={t(msg("Find article: name, code, serial number or tag"))}
        onArticle={setArticle}
      />
      {article !== null && (
        <QueryBoundary query={query}>
          {(now) => (
            <>
              <p>
                <b>
                  {now.code} {now.name}
                </b>
              </p>
              <Select
                label={t(msg("Save the code as"))}
                items={FIELDS.map((value) => ({ value, label: t(MESSAGES[value]) }))}
                value={field}
                onValue={(value) => setWanted(FIELDS.find((one) => one === value) ?? null)}
              />
              {now[field] !== null && <p>{t(msg("This replaces {value}."), { value: now[field] })}</p>}
            </>
          )}
        </QueryBoundary>
      )}
      <Problem text={action.problem} />
    </GuardedDialog>
  );
}

const MESSAGES = {
  serialNumber: msg("Serial number"),
  rfId: msg("RFID tag"),
  code: msg("Code"),
};
