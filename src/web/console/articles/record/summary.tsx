import type { ComponentChildren } from "preact";
import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import type {
  ArticleDetail,
  ArticleLocation,
  ArticlePhoto,
  Custody,
  FullArticle,
} from "../../../api/types/endpoints.d.ts";
import { FIELD_NAMES, money, pieces } from "../../../articles/article-facts.tsx";
import { customValue } from "../../../articles/custom-values.tsx";
import { Picture } from "../../../articles/picture.tsx";
import { DueDate } from "../../../custody/due.tsx";
import { day, t } from "../../../i18n/translate.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Facts } from "../../../ui/surfaces.tsx";
import { type LocationTree, pathAbove } from "../../locations/tree/location-tree.ts";
import { type Names, nameOf } from "../names.ts";

/** An article as the user's role sees it: purchase data for Managers and Admins. */
export type ShownArticle = ArticleDetail & Partial<FullArticle>;

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
export function Summary({ article, places, photo, tree, names, custody }: SummaryProps) {
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
            ...(custody === null
              ? []
              : [[t(msg("With", "person")), <Holder key="with" custody={custody} />] as const]),
            [
              t(msg("Location")),
              places === null ? "…" : <Whereabouts key="at" places={places} tree={tree} />,
            ],
            // "Nobody" would deny who has it.
            ...(userId === null && custody !== null
              ? []
              : [[t(FIELD_NAMES.userId), person(userId)] as const]),
            [t(FIELD_NAMES.responsibleUserId), person(responsibleUserId)],
            [t(FIELD_NAMES.stateId), stateText],
          ]}
        />
        <Facts class="article-facts" facts={[...otherFacts(article), ...customFacts(article.fields ?? [])]} />
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

function otherFacts(article: ShownArticle): readonly (readonly [string, ComponentChildren])[] {
  const { code, category, type, serialNumber, rfId, price, currencyType, dtBuy, invoiceNo } = article;
  const { supplier, warrantyEnd } = article;
  return [
    [t(FIELD_NAMES.code), <b key="code">{code ?? t(msg("No code yet"))}</b>],
    [t(FIELD_NAMES.categoryId), category.name],
    [t(FIELD_NAMES.typeId), type.name],
    [t(FIELD_NAMES.serialNumber), serialNumber],
    [t(FIELD_NAMES.rfId), rfId],
    [t(FIELD_NAMES.price), price === 0 ? null : money(price, currencyType?.name)],
    [t(FIELD_NAMES.dtBuy), dtBuy ? day(dtBuy) : null],
    [t(FIELD_NAMES.invoiceNo), invoiceNo ?? null],
    [t(FIELD_NAMES.supplier), supplier ?? null],
    [t(FIELD_NAMES.warrantyEnd), warrantyEnd ? day(warrantyEnd) : null],
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
  readonly tree: LocationTree | null;
}

/** The location with the most pieces as a full path, and the number of the others. */
function Whereabouts({ places, tree }: WhereaboutsProps) {
  const [first, ...others] = places;
  if (first === undefined) return <span class="muted">{t(msg("No location yet"))}</span>;
  const above = tree === null ? "" : pathAbove(tree, first.locationId);
  return (
    <>
      {above !== "" && <span class="muted">{above} / </span>}
      <a href={`#/locations/${first.locationId}`}>{first.location.name}</a>{" "}
      <span class="muted">({pieces(first.quantity)})</span>
      {others.length > 0 && <span class="muted"> {t(msg("+ {n} more"), { n: others.length })}</span>}
    </>
  );
}
