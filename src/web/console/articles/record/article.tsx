import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import type { Pack } from "../../../../domain/packs.ts";
import { call } from "../../../api/call.ts";
import type { FullArticle } from "../../../api/types/endpoints.d.ts";
import { HistoryList } from "../../../articles/history-list.tsx";
import { t } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Card } from "../../../ui/card.tsx";
import { CustodyCard } from "../../custody/custody-card.tsx";
import { isEditExpired } from "../../forms/edit.tsx";
import { Screen } from "../../layout/screen.tsx";
import { useLocations } from "../../locations/tree/use-locations.ts";
import { type LiveQuery, useLiveQuery } from "../../realtime/use-live-query.ts";
import { MinimumCard } from "../../refill/minimum-card.tsx";
import { nameOf, useCatalogue, useNames } from "../names.ts";
import { ArticleActions, BackLink } from "./actions.tsx";
import { Attachments } from "./attachments.tsx";
import { Codes } from "./codes.tsx";
import { EditArticle } from "./edit.tsx";
import { Label } from "./label.tsx";
import { Packs } from "./packs.tsx";
import { Photos } from "./photos.tsx";
import { Places } from "./stock.tsx";
import { type ShownArticle, Summary } from "./summary.tsx";
import "../../../articles/articles.css";
import "../articles.css";

/** `#/articles/:id`: one article. */
export function ArticleScreen({ id = "" }: Readonly<Record<string, string>>) {
  // Another article starts with fresh state, so that no change is saved to the wrong one.
  return <One key={id} id={id} />;
}

/** Photos have no events, so they are polled. */
const PHOTOS_EVERY_SECONDS = 10;

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
    follows: ["articles"],
    everySeconds: PHOTOS_EVERY_SECONDS,
  });
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
      <CustodyCard article={article} />
      <Places articleId={oid} packs={fields.body?.packs ?? NO_PACKS} query={places} tree={tree} />
      <MinimumCard articleId={oid} />
      {fields.body !== null && (
        <Packs
          articleId={oid}
          packs={fields.body.packs}
          tag={fields.tag}
          // The form holds the article as it was: its Save would meet the change of the packs as a conflict.
          isLocked={isEditing}
          onChanged={() => {
            fields.refetch();
            query.refetch();
          }}
        />
      )}
      <Codes articleId={oid} />
      <Photos articleId={oid} name={name} query={photos} />
      <Attachments key={oid} articleId={oid} />
      <Label articleId={oid} version={query.tag ?? ""} />
      <History articleId={oid} />
    </div>
  );
}

/** The history of an article: user, time, and the values before and after. */
function History({ articleId }: { readonly articleId: number }) {
  const query = useLiveQuery(call("GET /api/articles/{id}/history", { id: articleId }), {
    follows: ["articles", "users"],
  });
  const { categories, types, states, currencies, people } = useNames();
  const [methods, reasons] = [useCatalogue("disposalMethod"), useCatalogue("disposalReason")];
  const { tree } = useLocations();
  return (
    <Card class="article-history">
      <HistoryList
        query={query}
        names={{
          articleCategory: (oid) => nameOf(categories, oid),
          articleType: (oid) => nameOf(types, oid),
          articleState: (oid) => nameOf(states, oid),
          currencyType: (oid) => nameOf(currencies, oid),
          articleDisposalMethod: (oid) => nameOf(methods, oid),
          articleDisposalReason: (oid) => nameOf(reasons, oid),
          user: (oid) => nameOf(people, oid),
          location: (oid) => tree?.get(oid)?.name ?? null,
        }}
      />
    </Card>
  );
}
