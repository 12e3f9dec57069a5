import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { day, t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { useCodeHint } from "../articles/code-hint.ts";
import { FormActions, FormBody, useForm } from "../forms/form.tsx";
import { type FieldNames, NotDone } from "../forms/problem.ts";
import { leaveWithoutAsking } from "../forms/unsaved-changes.ts";
import { Screen } from "../layout/screen.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { decide, ReasonDialog, whyNot } from "./decide.tsx";
import { DISPOSALS, type Grant, type Kind, PROPOSALS, type Row, TRANSFERS } from "./kinds.ts";
import { EVERY_SECONDS, FOLLOWS } from "./list.tsx";
import "./requests.css";
import { call, type Query } from "../../api/call.ts";
import type {
  ArticleDisposal,
  ArticlePhoto,
  ArticleProposal,
  ArticleTransfer,
  Photo,
} from "../../api/types/endpoints.d.ts";
import { money, quantityLabel, quantityText } from "../../articles/amounts.ts";
import { FIELD_NAMES } from "../../articles/article-facts.tsx";
import { Picture } from "../../articles/picture.tsx";
import { REQUEST_STATES } from "../../requests/proposal.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { Fields, TextField } from "../../ui/field.tsx";
import { RecordSelect } from "../../ui/select.tsx";
import { Facts } from "../../ui/surfaces.tsx";
import type { Named } from "../articles/names.ts";
import { currencyName, useCurrencies } from "../articles/totals.ts";
import { CatalogueSelect } from "../lists/catalogue-select.tsx";

/** Properties of the form of a kind. */
interface FormProps<T> {
  readonly request: T;
  /** Approves the request with this body. */
  readonly grant: (body: Grant) => Promise<unknown>;
  readonly onGranted: () => void;
  readonly onFailed: () => void;
  /** The button to reject. */
  readonly children: ComponentChildren;
}

interface DetailProps<T> {
  readonly kind: Kind<T>;
  readonly oid: number;
  readonly form: (props: FormProps<T>) => ComponentChildren;
  /** Facts of the kind: name and value. */
  readonly facts: (
    request: T,
    currencies: readonly Named[],
  ) => readonly (readonly [string, ComponentChildren])[];
}

/** One request, with its decision while it is pending. */
function RequestDetail<T>({ kind, oid, form: Form, facts }: DetailProps<T>) {
  const query = useLiveQuery(kind.read(oid), { follows: FOLLOWS, everySeconds: EVERY_SECONDS });
  const [isRejecting, setRejecting] = useState(false);
  const currencies = useCurrencies();
  const row = query.body === null ? null : kind.rowOf(query.body, currencies);
  const list = `/requests/${kind.name}`;
  const leave = (message: Kind<T>["messages"]["done"]) => {
    showSuccess(t(message, { n: 1 }));
    leaveWithoutAsking(list);
  };
  return (
    <Screen
      title={row?.name ?? t(kind.messages.title)}
      above={
        <>
          <a href="#/requests">{t(msg("Requests"))}</a> / <a href={`#${list}`}>{t(kind.messages.title)}</a>
        </>
      }
      badges={row !== null && <RequestState state={row.state} />}
    >
      {query.state === "absent" ? (
        <p role="status">
          {t(msg("This request is no longer pending. It was decided or withdrawn."))}{" "}
          <a href={`#/articles/${row?.articleId ?? oid}`}>{t(msg("Article"))}</a>
        </p>
      ) : (
        <QueryBoundary query={query}>
          {(request) =>
            row !== null && (
              <div class="request">
                <div>
                  <RequestFacts row={row} more={facts(request, currencies)} />
                  {row.isOpen && (
                    <Form
                      request={request}
                      grant={(body) => decide(kind, oid, { is: "grant", body })}
                      onGranted={() => leave(kind.messages.done)}
                      onFailed={query.refetch}
                    >
                      <Button onClick={() => setRejecting(true)}>{t(msg("Reject…"))}</Button>
                    </Form>
                  )}
                </div>
                <Pictures row={row} />
              </div>
            )
          }
        </QueryBoundary>
      )}
      {isRejecting && (
        <ReasonDialog
          title={t(msg("Reject this request?"))}
          reject={(reason) => decide(kind, oid, { is: "reject", reason })}
          onRejected={() => leave(msg("{n} request rejected"))}
          onFailed={query.refetch}
          onClose={() => setRejecting(false)}
        />
      )}
    </Screen>
  );
}

/** The facts of a request: those of all kinds, and those of its own kind. */
function RequestFacts({
  row,
  more,
}: {
  readonly row: Row;
  readonly more: readonly (readonly [string, ComponentChildren])[];
}) {
  const { decided, reason, articleId, name, code, who, at, note } = row;
  const all: readonly (readonly [string, ComponentChildren])[] = [
    [t(msg("Decided")), decided],
    [t(msg("Reason")), reason],
    [
      t(msg("Article")),
      <a key="article" href={`#/articles/${articleId}`}>
        {name} {code}
      </a>,
    ],
    ...more,
    [t(msg("Requested by")), who],
    [t(msg("Requested")), when(at)],
    [t(msg("Note")), note],
  ];
  return <Facts class="request-facts" facts={all} />;
}

const TONES: Readonly<Record<Row["state"], Tone>> = {
  open: "warning",
  waiting: "warning",
  confirmed: "success",
  approved: "success",
  rejected: "danger",
  obsolete: "muted",
};

/** The state of a request as a badge. */
function RequestState({ state }: Pick<Row, "state">) {
  return <Badge tone={TONES[state]}>{t(REQUEST_STATES[state])}</Badge>;
}

/** The number of photos that are shown; the article has all. */
const MOST = 4;

/**
 * The newest photos of the subject of a request, first those of the count that caused it. Renders nothing without
 * photos.
 */
function Pictures({ row }: { readonly row: Row }) {
  const { articleId, inventoryItemId = null, name } = row;
  return (
    <div class="request-photos">
      {inventoryItemId !== null && (
        <PicturesOf
          photos={call("GET /api/photoarticleinventory/{inventoryItemId}", { inventoryItemId })}
          name={name}
        />
      )}
      <PicturesOf photos={call("GET /api/photoarticle/{articleId}", { articleId })} name={name} />
    </div>
  );
}

interface PicturesProps {
  readonly photos: Query<readonly (ArticlePhoto | Photo)[]>;
  readonly name: string;
}

function PicturesOf({ photos, name }: PicturesProps) {
  const { body } = useLiveQuery(photos, { follows: ["articles", "photos"] });
  const shown = (body ?? []).slice(0, MOST);
  return shown.map(({ oid, createdDT }) => (
    <Picture
      key={oid}
      photo={call("GET /api/photos/{oid}", { oid })}
      alt={t(msg("{name}, {day}"), { name, day: day(createdDT) })}
    />
  ));
}

interface Decision<T> extends Pick<FormProps<unknown>, "grant" | "onGranted" | "onFailed"> {
  readonly start: T;
  readonly labels: FieldNames<T>;
  /** A unique name: if the login ends, the same user gets the values again. */
  readonly keptAs: string;
  /** What is sent of the values; null: the user goes on editing. */
  readonly bodyOf: (values: T) => Grant | null | Promise<Grant | null>;
}

/** The form of an approval. */
function useDecision<T extends object>({ grant, onGranted, onFailed, bodyOf, ...form }: Decision<T>) {
  return useForm({
    ...form,
    save: async (values) => {
      const body = await bodyOf(values);
      if (body === null) throw new NotDone();
      return grant(body);
    },
    onSaved: onGranted,
    onFailed,
    describeError: whyNot,
  });
}

/** `#/requests/disposals/:id` */
export const DisposalScreen = ({ id = "" }: Readonly<Record<string, string>>) => (
  <RequestDetail key={id} kind={DISPOSALS} oid={Number(id)} form={DisposalForm} facts={disposalFacts} />
);

const disposalFacts = ({ disposalMethod, disposalReason, inventoryItemId }: ArticleDisposal) =>
  [
    [t(NAMES.disposalMethodId), disposalMethod?.name ?? null],
    [t(NAMES.disposalReasonId), disposalReason?.name ?? null],
    [t(msg("Source")), inventoryItemId === null ? null : t(msg("Stocktake"))],
  ] as const;

/** The form that approves a disposal: its method and reason, as requested unless changed. */
function DisposalForm({ request, children, ...decision }: FormProps<ArticleDisposal>) {
  const form = useDecision({
    ...decision,
    keptAs: `disposal ${request.oid}`,
    labels: NAMES,
    start: {
      disposalMethodId: request.disposalMethod?.oid ?? null,
      disposalReasonId: request.disposalReason?.oid ?? null,
    },
    bodyOf: async (values) => {
      const { action, warning } = DISPOSALS.messages;
      const question = {
        title: request.article.name,
        text: t(warning, { n: 1 }),
        action: t(action),
        isDangerous: true,
      };
      return (await confirm(question)) ? values : null;
    },
  });
  return (
    <FormBody form={form}>
      <Fields>
        <CatalogueSelect {...form.field("disposalMethodId")} catalogue="articleDisposalMethod" />
        <CatalogueSelect {...form.field("disposalReasonId")} catalogue="articleDisposalReason" />
      </Fields>
      <FormActions form={form} action={t(msg("Approve…"))}>
        {children}
      </FormActions>
    </FormBody>
  );
}

const NAMES = {
  disposalMethodId: msg("Disposal method"),
  disposalReasonId: msg("Disposal reason"),
};

/** `#/requests/proposals/:id` */
export const ProposalScreen = ({ id = "" }: Readonly<Record<string, string>>) => (
  <RequestDetail key={id} kind={PROPOSALS} oid={Number(id)} form={ProposalForm} facts={proposalFacts} />
);

const proposalFacts = (
  { category, type, price, currencyType, ...given }: ArticleProposal,
  currencies: readonly Named[],
) =>
  [
    [t(FIELD_NAMES.categoryId), category.name],
    [t(FIELD_NAMES.typeId), type.name],
    [t(FIELD_NAMES.serialNumber), given.serialNumber],
    [
      t(FIELD_NAMES.price),
      price === 0 ? null : money(price, currencyName(currencies, currencyType?.oid ?? null)),
    ],
    [t(FIELD_NAMES.invoiceNo), given.invoiceNo],
    [t(FIELD_NAMES.dtBuy), given.dtBuy === null ? null : day(given.dtBuy)],
    [t(FIELD_NAMES.userId), given.user?.fullName ?? null],
  ] as const;

/** The form that approves a proposal: code, name, category and type of the new article. Only changes are sent. */
function ProposalForm({ request, children, ...decision }: FormProps<ArticleProposal>) {
  const codeHint = useCodeHint();
  // As the form shows it: what others change meanwhile is no change of this user.
  const [proposed] = useState({
    code: request.code ?? "",
    name: request.name,
    categoryId: request.category.oid,
    typeId: request.type.oid,
  });
  const form = useDecision({
    ...decision,
    keptAs: `proposal ${request.oid}`,
    labels: FIELD_NAMES,
    start: proposed,
    bodyOf: ({ code, name, categoryId, typeId }) => ({
      ...(code !== proposed.code && { code: code.trim() || null }),
      ...(name !== proposed.name && { name }),
      ...(categoryId !== proposed.categoryId && { categoryId }),
      ...(typeId !== proposed.typeId && { typeId }),
    }),
  });
  return (
    <FormBody form={form}>
      <Fields>
        <TextField {...form.field("code")} hint={codeHint} />
        <TextField {...form.field("name")} />
        <CatalogueSelect
          {...form.field("categoryId")}
          catalogue="articleCategory"
          onValue={(oid) => oid !== null && form.set({ categoryId: oid })}
        />
        <CatalogueSelect
          {...form.field("typeId")}
          catalogue="articleType"
          onValue={(oid) => oid !== null && form.set({ typeId: oid })}
        />
      </Fields>
      <FormActions form={form} action={t(msg("Approve"))} isReady={form.values.name.trim() !== ""}>
        {children}
      </FormActions>
    </FormBody>
  );
}

/** `#/requests/transfers/:id` */
export const TransferScreen = ({ id = "" }: Readonly<Record<string, string>>) => (
  <RequestDetail key={id} kind={TRANSFERS} oid={Number(id)} form={TransferForm} facts={transferFacts} />
);

const transferFacts = ({ fromLocation, targetLocation, targetLocationId, quantity, unit }: ArticleTransfer) =>
  [
    [
      t(unit === null ? msg("Pieces", "number") : msg("Quantity")),
      quantity === null ? t(msg("All", "requests")) : quantityText(quantity, unit),
    ],
    [t(msg("From")), fromLocation?.name ?? null],
    [
      t(msg("To")),
      <a key="to" href={`#/locations/${targetLocationId}`}>
        {targetLocation.name}
      </a>,
    ],
  ] as const;

/** The form that confirms a transfer: source and number of pieces, as requested unless changed. */
function TransferForm({ request, children, ...decision }: FormProps<ArticleTransfer>) {
  const { articleId, targetLocationId, unit } = request;
  const { body } = useLiveQuery(call("GET /api/articles/{id}/locations", { id: articleId }), {
    follows: ["articles", "locations"],
  });
  const sources = (body ?? []).filter(({ locationId }) => locationId !== targetLocationId);
  const [only, another] = sources;
  const sourceOf = (chosen: number | null) =>
    chosen ?? (another === undefined ? (only?.locationId ?? null) : null);
  const form = useDecision({
    ...decision,
    keptAs: `transfer ${request.oid}`,
    labels: { fromLocationId: msg("From"), quantity: msg("Pieces", "number") },
    start: {
      fromLocationId: request.fromLocationId,
      quantity: request.quantity === null ? "" : String(request.quantity),
    },
    bodyOf: ({ fromLocationId, quantity }) => ({
      fromLocationId: sourceOf(fromLocationId),
      quantity: quantity.trim() === "" ? null : Number(quantity),
    }),
  });
  const { fromLocationId, quantity } = form.values;
  const isWrong = !/^\d{0,9}$/.test(quantity.trim());
  return (
    <FormBody form={form}>
      <Fields>
        <RecordSelect
          {...form.field("fromLocationId")}
          {...(sources.length > 1 && { hint: t(msg("The article is at several locations.")) })}
          items={sources.map(({ locationId, location, quantity: there }) => ({
            oid: locationId,
            name: `${location.name} (${quantityText(there, unit)})`,
          }))}
          value={sourceOf(fromLocationId)}
        />
        <TextField
          {...form.field("quantity")}
          label={quantityLabel(unit)}
          hint={t(msg("Leave empty to move all"))}
          inputMode="numeric"
          liveProblem={isWrong ? t(msg("Enter a whole number.")) : undefined}
        />
      </Fields>
      <FormActions form={form} action={t(msg("Confirm and move"))} isReady={!isWrong}>
        {children}
      </FormActions>
    </FormBody>
  );
}
