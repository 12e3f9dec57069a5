import { useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import type { StoredArticle } from "../../db/outbox-shapes.ts";
import { reportError } from "../../errors/report-error.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { queueCommand } from "../../offline/outbox/commands.ts";
import { findByScan } from "../../offline/sync/articles.ts";
import { locationName, locationPath } from "../../offline/sync/locations.ts";
import type { ReadTag } from "../../scanner/reader-tags.ts";
import { useTags } from "../../scanner/tag-input.ts";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { useLocationsOf } from "../articles/article-stock.tsx";
import { LocationPicker } from "../articles/location-picker.tsx";
import { moveOf, transferOf } from "../articles/move-request.ts";
import { useScannedLocation } from "../articles/scanned-location.ts";
import { signalGroups } from "./reading.ts";
import styles from "./tags.module.css";

/** The most articles that are shown, each with its recorded location. */
const MAX_SHOWN = 100;

/** `#/tags/here`: the articles of the tags around, with the locations where they are recorded. Nothing is counted. */
export function WhatIsHere() {
  const [articles, setArticles] = useState<readonly StoredArticle[]>([]);
  const [unknown, setUnknown] = useState(0);
  const [placeId, setPlaceId] = useState<number | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const known = useRef(new Set<string>());
  const { run, problem } = useAction();
  const look = async (tags: readonly ReadTag[]) => {
    const fresh = tags.filter(({ epc }) => !known.current.has(epc));
    for (const { epc } of fresh) known.current.add(epc);
    const found = await Promise.all(fresh.map(async ({ epc }) => (await findByScan(epc)).articles)).catch(
      (error: unknown) => {
        // The next report tries again.
        for (const { epc } of fresh) known.current.delete(epc);
        throw error;
      },
    );
    const all = found.flat();
    setUnknown((before) => before + found.filter((one) => one.length === 0).length);
    setArticles((before) => [...new Map([...before, ...all].map((one) => [one.oid, one])).values()]);
    signalGroups(all.length > 0 ? ["here"] : []);
  };
  useTags((tags) => {
    look(tags).catch(reportError);
  });
  const notice = useScannedLocation(setPlaceId);
  return (
    <Page title={t(msg("What is here?"))}>
      <Problem text={problem ?? notice} />
      {isChoosing ? (
        <LocationPicker
          onPick={({ oid }) => {
            setPlaceId(oid);
            setChoosing(false);
          }}
        />
      ) : (
        <>
          <p class={styles["total"]} role="status">
            {t(msg("{n, plural, one {# article} other {# articles}}"), { n: articles.length })}
          </p>
          <p class="muted">
            {t(msg("{n, plural, one {# unknown tag} other {# unknown tags}}"), { n: unknown })}
          </p>
          {articles.length === 0 && (
            <p>{t(msg("Pull the trigger of the RFID reader. Nothing is counted."))}</p>
          )}
          <Button icon="location" onClick={() => setChoosing(true)}>
            {placeId === null
              ? t(msg("Choose this location"))
              : t(msg("You are at {name}"), { name: locationName(placeId) })}
          </Button>
          <ul class="list">
            {articles.slice(0, MAX_SHOWN).map((article) => (
              <Seen key={article.oid} article={article} placeId={placeId} run={run} />
            ))}
          </ul>
        </>
      )}
    </Page>
  );
}

interface SeenProps {
  readonly article: StoredArticle;
  /** Where the user is; null: not chosen. */
  readonly placeId: number | null;
  readonly run: (action: () => Promise<void>) => void;
}

/** An article with its recorded locations. One piece at one other location can be moved here at once. */
function Seen({ article: { oid, name, code }, placeId, run }: SeenProps) {
  const stock = useLocationsOf(oid).body;
  const [sentTo, setSentTo] = useState<number | null>(null);
  const isMoved = sentTo !== null && sentTo === placeId;
  const [only] = stock?.length === 1 ? stock : [];
  const canMove =
    only !== undefined && only.quantity === 1 && placeId !== null && only.locationId !== placeId;
  const move = () =>
    run(async () => {
      if (only === undefined || placeId === null) return;
      const task = (may("manage") ? moveOf : transferOf)({
        articleId: oid,
        to: placeId,
        from: only,
        quantity: 1,
      });
      await queueCommand(
        task,
        t(msg("Move {name} to {location}"), { name, location: locationName(placeId) }),
      );
      setSentTo(placeId);
    });
  const places = (stock ?? []).map(({ locationId }) => locationPath(locationId)).join(", ");
  return (
    <li>
      <a href={`#/article/${oid}`}>
        <span class="main">
          <b>{name}</b>
          <small>
            {[
              code,
              stock === null
                ? t(msg("recorded location not on this device"))
                : places || t(msg("No location yet.")),
            ]
              .filter(Boolean)
              .join(" · ")}
          </small>
        </span>
      </a>
      {canMove && (
        <div class={styles["row"]}>
          <Button disabled={isMoved} onClick={move}>
            {t(isMoved ? msg("Sent.") : may("manage") ? msg("Move here") : msg("Request transfer here"))}
          </Button>
        </div>
      )}
    </li>
  );
}
