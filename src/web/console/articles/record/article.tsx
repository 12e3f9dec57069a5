import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import type { Pack } from "../../../../domain/packs.ts";
import type { ARTICLE } from "../../../../records/article.ts";
import { ofEachCatalogue } from "../../../../records/catalogues.ts";
import type { TerminalNames } from "../../../../records/record.ts";
import { call } from "../../../api/call.ts";
import type {
  ArticleDetail,
  ArticleLocation,
  ArticlePhoto,
  Custody,
  FullArticle,
} from "../../../api/types/endpoints.d.ts";
import { HistoryList } from "../../../articles/history-list.tsx";
import { day, t } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Card } from "../../../ui/card.tsx";
import { CustodyCard } from "../../custody/custody-card.tsx";
import { isEditExpired } from "../../forms/edit.tsx";
import { Screen } from "../../layout/screen.tsx";
import { type LocationTree, pathAbove, useLocations } from "../../locations/tree/location-tree.ts";
import { type LiveQuery, useLiveQuery } from "../../realtime/use-live-query.ts";
import { MinimumCard } from "../../refill/minimum-card.tsx";
import type { MoreName } from "../fields.ts";
import { type Names, nameOf, useCatalogue, usePeople } from "../names.ts";
import { companyCurrency } from "../totals.ts";
import { useNames } from "../use-names.ts";
import { ArticleActions, BackLink } from "./actions.tsx";
import { Codes } from "./codes.tsx";
import { EditArticle } from "./edit.tsx";
import { Attachments, Photos } from "./files.tsx";
import { Label } from "./label.tsx";
import { Packs } from "./packs.tsx";
import { Places } from "./stock.tsx";
import "../../../articles/articles.css";
import "../articles.css";
import type { ComponentChildren } from "preact";
import { money, pieces } from "../../../articles/amounts.ts";
import { FIELD_NAMES, terminalFacts } from "../../../articles/article-facts.tsx";
import { customValue } from "../../../articles/custom-values.tsx";
import { Picture } from "../../../articles/picture.tsx";
import { DueDate } from "../../../custody/due.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Facts } from "../../../ui/surfaces.tsx";

/** `#/articles/:id`: one article. */
export function ArticleScreen({ id = "" }: Readonly<Record<string, string>>) {
  // Another article starts with fresh state, so that no change is saved to the wrong one.
  return <One key={id} id={id} />;
}

function One({ id }: { readonly id: string }) {
  const oid = Number(id);
  const read = may("manage")
    ? call("GET /api/articles/{id}/full", { id: oid })
    : call("GET /api/articles/{id}", { id: oid });
  const query = useLiveQuery<ShownArticle>(read, { follows: ["articles", "catalogues"] });
  const [isEditing, setEditing] = useState(() => isEditExpired(read));
  const { body } = query;
  const isThere = query.state !== "absent";
  return (
    <Screen
      title={body?.name ?? t(msg("Article"))}
      above={<BackLink />}
      actions={
        body !== null &&
        isThere &&
        may("manage") && (
          <ArticleActions article={body} tag={query.tag} onEdit={isEditing ? null : () => setEditing(true)} />
        )
      }
    >
      {!isThere && body !== null && (
        <Banner tone="warning" role="alert">
          {t(msg("This article was deleted in the meantime. You see its last version."))}
        </Banner>
      )}
      <QueryBoundary query={query}>
        {(article) => (
          <Content article={article} query={query} isEditing={isEditing} onEnd={() => setEditing(false)} />
        )}
      </QueryBoundary>
    </Screen>
  );
}

interface ContentProps {
  readonly article: ShownArticle;
  readonly query: LiveQuery<ShownArticle>;
  readonly isEditing: boolean;
  readonly onEnd: () => void;
}

const NO_PACKS: readonly Pack[] = [];

function Content({ article, query, isEditing, onEnd }: ContentProps) {
  const { oid, name } = article;
  const names = useNames();
  const { tree } = useLocations();
  const places = useLiveQuery(call("GET /api/articles/{id}/locations", { id: oid }), {
    follows: ["articles", "locations"],
  });
  const custodies = useLiveQuery(call("GET /api/custodies", { articleId: oid }), {
    follows: ["custodies", "users"],
  });
  const fields = useLiveQuery(call("GET /api/articles/{id}/fields", { id: oid }), {
    follows: ["articles", "catalogues"],
  });
  const photos = useLiveQuery(call("GET /api/photoarticle/{articleId}", { articleId: oid }), {
    follows: ["articles", "photos"],
  });
  const unit = fields.body?.unit ?? null;
  return (
    <div class="article-parts">
      <Card class="article-main" aria-label={t(msg("Article"))}>
        {isEditing ? (
          // Only Managers and Admins can edit; their response is the full article.
          <EditArticle oid={oid} query={query as LiveQuery<FullArticle>} names={names} onEnd={onEnd} />
        ) : (
          <Summary
            article={{ ...fields.body, ...article }}
            places={places.body}
            photo={photos.body?.[0] ?? null}
            tree={tree}
            names={names}
            custody={custodies.body?.find(({ endedDT }) => endedDT === null) ?? null}
          />
        )}
      </Card>
      <div class="article-column">
        <Places
          articleId={oid}
          unit={unit}
          packs={fields.body?.packs ?? NO_PACKS}
          query={places}
          tree={tree}
        />
        <CustodyCard article={article} />
        <MinimumCard articleId={oid} />
        {fields.body !== null && (
          <Packs
            articleId={oid}
            packs={fields.body.packs}
            unit={unit}
            tag={fields.tag}
            onChanged={() => {
              fields.refetch();
              query.refetch();
            }}
          />
        )}
        <Codes articleId={oid} unit={unit} />
        <Attachments key={oid} articleId={oid} />
      </div>
      <div class="article-column">
        <Photos articleId={oid} name={name} query={photos} />
        <History articleId={oid} />
        <Label articleId={oid} version={query.tag ?? ""} />
      </div>
    </div>
  );
}

/** The history of an article: user, time, and the values before and after. */
function History({ articleId }: { readonly articleId: number }) {
  const query = useLiveQuery(call("GET /api/articles/{id}/history", { id: articleId }), {
    follows: ["articles", "users"],
  });
  const people = usePeople();
  const nameInCatalogues = ofEachCatalogue((catalogue) => {
    const records = useCatalogue(catalogue);
    return (oid: number) => nameOf(records, oid);
  });
  const { tree } = useLocations();
  return (
    <Card class="article-history">
      <HistoryList
        query={query}
        names={{
          ...nameInCatalogues,
          user: (oid) => nameOf(people, oid),
          location: (oid) => tree?.get(oid)?.name ?? null,
        }}
      />
    </Card>
  );
}

/** An article as the user's role sees it: purchase data for Managers and Admins. */
type ShownArticle = ArticleDetail & Partial<FullArticle>;

interface SummaryProps {
  readonly article: ShownArticle;
  /** Null until they are loaded. */
  readonly places: readonly ArticleLocation[] | null;
  readonly photo: ArticlePhoto | null;
  readonly tree: LocationTree | null;
  readonly names: Names;
  /** Who has it now; null: nobody, or not known yet. */
  readonly custody: Custody | null;
}

/** The summary of an article: photo, location and responsible user, then its other fields. */
function Summary({ article, places, photo, tree, names, custody }: SummaryProps) {
  const { userId, responsibleUserId, state, isDisposal, disposalDT } = article;
  const person = (oid: number | null) => (oid === null ? t(msg("Nobody")) : nameOf(names.people, oid));
  const stateText = (
    <span class="article-states">
      <Badge>{state.name}</Badge>
      {custody !== null && <Badge tone="info">{t(msg("Handed out"))}</Badge>}
      {isDisposal && <Badge tone="warning">{t(FIELD_NAMES.isDisposal)}</Badge>}
    </span>
  );
  return (
    <div class="article-summary">
      {photo !== null && (
        <Picture
          photo={call("GET /api/photos/{oid}", { oid: photo.oid })}
          alt={t(msg("Photo of {name}"), { name: article.name })}
        />
      )}
      <div>
        <Facts
          class="article-facts is-main"
          facts={[
            [t(msg("With", "person")), custody && <Holder key="with" custody={custody} />],
            [
              t(msg("Location")),
              places === null ? (
                "…"
              ) : (
                <Whereabouts key="at" places={places} unit={article.unit ?? null} tree={tree} />
              ),
            ],
            // "Nobody" would deny who has it.
            [t(FIELD_NAMES.userId), userId === null && custody !== null ? null : person(userId)],
            [t(FIELD_NAMES.responsibleUserId), person(responsibleUserId)],
            [t(FIELD_NAMES.stateId), stateText],
          ]}
        />
        <Facts
          class="article-facts"
          facts={[...otherFacts(article, names), ...customFacts(article.fields ?? [])]}
        />
        {disposalDT !== null && <p>{t(msg("Disposed of on {day}"), { day: day(disposalDT) })}</p>}
        {article.note && <p class="article-note">{article.note}</p>}
      </div>
    </div>
  );
}

function Holder({ custody }: { readonly custody: Custody }) {
  return (
    <>
      <b>{custody.user.fullName}</b> <DueDate custody={custody} />
    </>
  );
}

/** The fields that terminals lack, but those with a place of their own. */
type OfficeName = Exclude<MoreName, TerminalNames<typeof ARTICLE> | "note" | "currencyTypeId">;

function otherFacts(
  article: ShownArticle,
  { lists }: Names,
): readonly (readonly [string, ComponentChildren])[] {
  const { code, category, type, serialNumber, rfId, price, currencyType, dtBuy, invoiceNo } = article;
  // Who may not see purchase data has the price alone.
  const currency = currencyType === null ? companyCurrency(lists.currencyType) : currencyType?.name;
  const office: Readonly<Record<OfficeName, ComponentChildren>> = {
    dtBuy: dtBuy ? day(dtBuy) : null,
    invoiceNo: invoiceNo ?? null,
  };
  return [
    [t(FIELD_NAMES.code), <b key="code">{code ?? t(msg("No code yet"))}</b>],
    [t(FIELD_NAMES.categoryId), category.name],
    [t(FIELD_NAMES.typeId), type.name],
    [t(FIELD_NAMES.serialNumber), serialNumber],
    [t(FIELD_NAMES.rfId), rfId],
    [t(FIELD_NAMES.price), price === 0 ? null : money(price, currency)],
    ...Object.entries(office).map(([name, fact]) => [t(FIELD_NAMES[name as OfficeName]), fact] as const),
    ...terminalFacts(article),
  ];
}

/** The custom fields. One that is no longer defined says so. */
function customFacts(fields: FullArticle["fields"]): readonly (readonly [string, ComponentChildren])[] {
  return fields.map((field) => [
    field.isDefined ? field.name : t(msg("{name} (not a field of this category)"), { name: field.name }),
    <span key={field.fieldId}>{customValue(field, field.value)}</span>,
  ]);
}

interface WhereaboutsProps {
  readonly places: readonly ArticleLocation[];
  readonly unit: string | null;
  readonly tree: LocationTree | null;
}

/** The location with the most pieces as a full path, and the number of the others. */
function Whereabouts({ places, unit, tree }: WhereaboutsProps) {
  const [first, ...others] = places;
  if (first === undefined) return <span class="muted">{t(msg("No location yet"))}</span>;
  const above = tree === null ? "" : pathAbove(tree, first.locationId);
  return (
    <>
      {above !== "" && <span class="muted">{above} / </span>}
      <a href={`#/locations/${first.locationId}`}>{first.location.name}</a>{" "}
      <span class="muted">({pieces(first.quantity, unit)})</span>
      {others.length > 0 && <span class="muted"> {t(msg("+ {n} more"), { n: others.length })}</span>}
    </>
  );
}
