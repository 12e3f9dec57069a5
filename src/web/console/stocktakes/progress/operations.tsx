import { useState } from "preact/hooks";
import { DECIDED_IN } from "../../../../domain/item-decisions.ts";
import { type Message, msg } from "../../../../domain/message.ts";
import { call, withTag } from "../../../api/call.ts";
import type { CountOperation } from "../../../api/types/endpoints.d.ts";
import { pieces } from "../../../articles/amounts.ts";
import { FIELD_NAMES } from "../../../articles/article-facts.tsx";
import { number, t, when } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { addressOf, addressQuery } from "../../../router/address.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { optionsOf, Select } from "../../../ui/select.tsx";
import { Pagination, usePaging } from "../../../ui/table/pagination.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { Toolbar } from "../../../ui/toolbar.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import { ArticleSearchField, type FoundArticle } from "../../articles/find-article.tsx";
import { CheckDigit } from "../../articles/record/check-digit.tsx";
import { GuardedDialog } from "../../forms/form.tsx";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { PhotoButtons } from "../photo-buttons.tsx";
import { sentBy } from "../sent-by.ts";
import { Frame } from "../stocktake-page.tsx";
import {
  ActionButton,
  ActionState,
  type StocktakeAction,
  useProgress,
  useStocktake,
  useStocktakeAction,
} from "../use-stocktake-action.tsx";

const STATES = ["late", "unknown"] as const;

const NAMES = { late: msg("Late counts"), unknown: msg("Unknown codes") };

const HINTS = {
  late: msg(
    "These counts arrived after the count was finished. An accepted count is applied at the time it was made and withdraws approvals.",
  ),
  unknown: msg(
    "No article has these codes. Assign the code to an article or create one: all its counts are then the article's, each at its location.",
  ),
};

const PAGE = 100;
const NOTHING = msg("Nothing unresolved.");

/** `#/stocktakes/:id/waiting`: the pending counts: late ones, and unknown codes. */
export function OperationsScreen({ id = "" }: Readonly<Record<string, string>>) {
  const query = addressQuery();
  const before = query.get("before");
  const inventory = useStocktake(id);
  const { body: progress } = useProgress(Number(id));
  const stateParameter = STATES.find((one) => one === query.get("state"));
  // Without a parameter, the first state with counts.
  const state = stateParameter ?? (progress && (STATES.find((one) => progress[one] > 0) ?? STATES[0]));
  const of = { id: Number(id), before: before === null ? undefined : Number(before) };
  const result = useLiveQuery(state && call("GET /api/inventories/{id}/operations", { ...of, state }), {
    follows: ["stocktakes", "articles", "photos"],
  });
  const next = result.body?.[PAGE - 1]?.oid ?? null;
  const paging = usePaging({ name: "before", query, next });
  const action = useStocktakeAction(result.refetch, Number(id));
  const rows = rowsOf(result.body ?? []);
  const own = `/stocktakes/${Number(id)}/waiting`;
  return (
    <Frame query={inventory}>
      {({ inventoryStateId }) => (
        <>
          <Tabs
            label={t(msg("Unresolved"))}
            tabs={STATES.map((one) => ({
              to: `${own}?state=${one}`,
              label: `${t(NAMES[one])}${progress === null ? "" : ` (${number(progress[one])})`}`,
              isCurrent: one === state,
            }))}
          />
          {state !== null && <p class="muted">{t(HINTS[state])}</p>}
          <ActionState action={action} />
          <QueryBoundary query={result} empty={NOTHING}>
            {() =>
              rows.length === 0 ? (
                <p>{t(NOTHING)}</p>
              ) : (
                <ul class="pending-counts">
                  {rows.map((row) => (
                    <WaitingCount
                      key={row[0].oid}
                      row={row}
                      action={DECIDED_IN.includes(inventoryStateId) ? action : null}
                    />
                  ))}
                </ul>
              )
            }
          </QueryBoundary>
          <Pagination paging={paging} pageRows={PAGE} shown={rows.length} />
        </>
      )}
    </Frame>
  );
}

/** The counts of a row, the newest first: all of one unknown code, or a late one. */
type Row = readonly [CountOperation, ...CountOperation[]];

/** Codes of which nothing is left, because their counts were taken back, have no row. */
function rowsOf(operations: readonly CountOperation[]): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const operation of operations) {
    if (operation.state === "unknown" && operation.codeQuantity === 0 && operation.entered.note == null)
      continue;
    const key = operation.state === "unknown" ? `code ${operation.code}` : operation.operationId;
    const known = rows.get(key);
    rows.set(key, known === undefined ? [operation] : [...known, operation]);
  }
  return [...rows.values()];
}

interface WaitingProps {
  readonly row: Row;
  /** Null: nothing can be done any more. */
  readonly action: StocktakeAction | null;
}

/** A pending count, or all counts of an unknown code, with its actions. */
function WaitingCount({ row, action }: WaitingProps) {
  const [isGiving, setGiving] = useState(false);
  const [operation] = row;
  const { operationId, code, article, entered, user, sender, device, at, state, codeQuantity } = operation;
  const { note } = entered;
  const quantity = codeQuantity ?? entered.inventoryQuantity;
  const locations = new Set(row.flatMap(({ location }) => location?.name ?? []));
  const what = [article?.code ?? code, article?.name].filter(Boolean).join(" ");
  const photos = row.flatMap(({ photoIds, user, at }) => {
    const label = t(msg("{name}, {createdBy}, {at}"), {
      name: what,
      createdBy: user.fullName,
      at: when(at),
    });
    return photoIds.map((oid) => ({ oid, label }));
  });
  /** The label of an action with its count: each row has the same buttons. */
  const named = (label: Message) => ({ "aria-label": `${t(label)}: ${what}`, children: t(label) });
  return (
    <li>
      <Toolbar>
        <span class="main">
          <b>{what}</b>
          {typeof quantity === "number" && pieces(quantity, article?.unit)}
          {locations.size > 0 && ` · ${[...locations].join(", ")}`}
          <br />
          <span class="muted">
            {[user.fullName, device?.name, sentBy(user, sender), when(at), note].filter(Boolean).join(" · ")}
          </span>
        </span>
        {action !== null && state === "unknown" && (
          <>
            <Button onClick={() => setGiving(true)} {...named(msg("Assign to article…"))} />
            <ButtonLink href={`#${addressOf("/articles/new", { code })}`} {...named(msg("Create article"))} />
          </>
        )}
        {action !== null && (
          <ActionButton
            action={action}
            onClick={() =>
              action.run({
                send: call("PUT /api/inventories/operations/{operationId}/apply", { operationId }),
              })
            }
            {...named(msg("Accept count"))}
          />
        )}
        {isGiving && action !== null && (
          <GiveCode operation={operation} action={action} onClose={() => setGiving(false)} />
        )}
      </Toolbar>
      {photos.length > 0 && <PhotoButtons photos={photos} />}
    </li>
  );
}

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
function GiveCode({ operation, action, onClose }: GiveProps) {
  const [article, setArticle] = useState<FoundArticle | null>(null);
  const { operationId } = operation;
  const code = operation.code ?? "";
  const quantity = operation.codeQuantity ?? 0;
  const query = useLiveQuery(article && call("GET /api/articles/{id}", { id: article.oid }), {
    follows: ["articles"],
  });
  const [wanted, setWanted] = useState<Field | null>(null);
  const field = wanted ?? FIELDS.find((name) => query.body?.[name] === null) ?? "serialNumber";

  async function give({ oid, name, unit }: FoundArticle): Promise<void> {
    const isGiven = await action.run({
      send: withTag(call("PUT /api/articles/{id}", { id: oid, body: { [field]: code } }), query.tag),
    });
    if (!isGiven) return query.refetch();
    await action.run({
      send: call("PUT /api/inventories/operations/{operationId}/apply", { operationId }),
      done: t(msg("{code} assigned to {name}: {quantity} accepted."), {
        code,
        name,
        quantity: pieces(quantity, unit),
      }),
    });
    // The code is assigned in either case. The screen shows the error of the count.
    onClose();
  }

  const actions = article !== null && (
    <Button kind="primary" disabled={query.state !== "fresh" || action.isBusy} onClick={() => give(article)}>
      {t(msg("Assign code and accept {quantity}"), { quantity: pieces(quantity, article.unit) })}
    </Button>
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
                items={optionsOf(FIELD_NAMES, FIELDS)}
                value={field}
                onValue={setWanted}
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
