import { useMemo, useState } from "preact/hooks";
import { type Message, msg } from "../../../domain/message.ts";
import { eachUnit } from "../../../domain/units.ts";
import { session } from "../../api/tokens.ts";
import { quantitiesText } from "../../articles/amounts.ts";
import { useStored } from "../../db/use-stored.ts";
import type { ReaderFormat, StoredTag, TagGroup } from "../../db/values.ts";
import { number, t } from "../../i18n/translate.ts";
import { inventories } from "../../offline/sync/inventories.ts";
import { allLocations, locationLabel } from "../../offline/sync/locations.ts";
import { go, pathNow } from "../../router/router.ts";
import { PLAIN_FORMAT, type ReadTag } from "../../scanner/reader-tags.ts";
import { chooseReader, rfidReader, useTags } from "../../scanner/tag-input.ts";
import { useScans } from "../../scanner/use-scans.ts";
import { Announcer } from "../../ui/announce.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { itemsAt } from "../counting/items.ts";
import type { Spot } from "../counting/scan.ts";
import { takeScan } from "../counting/screens/scanning.ts";
import { type Reading, readingAt } from "./reading.ts";
import styles from "./tags.module.css";
import "../../articles/articles.css";
import { readEpc } from "../../../domain/codes/epc.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";

/** `#/tags/count/:inventory/:location`: reads RFID tags at a location of a stocktake. */
export function ReadTags({ inventory, location }: Readonly<Record<string, string>>) {
  const spot = { inventoryId: Number(inventory), placeId: Number(location) };
  const userId = session.value?.user.id;
  const reading = useMemo(() => readingAt(spot), [spot.inventoryId, spot.placeId, userId]);
  useTags((tags) => reading.take(tags));
  useScans(async (scan) => {
    const stored = inventories.peek().find(({ oid }) => oid === spot.inventoryId);
    if (stored === undefined) throw new Error("the stocktake is not kept here");
    await takeScan(scan, stored, spot);
    // The label of a location: reading continues there.
    const [, at] = /^\/count\/\d+\/(\d+)$/.exec(pathNow()) ?? [];
    if (at !== undefined) go(tagsPath({ ...spot, placeId: Number(at) }), { replace: true });
  });
  return <ReadingScreen reading={reading} spot={spot} />;
}

/** The screen that reads tags at a location. */
const tagsPath = ({ inventoryId, placeId }: Spot): string => `/tags/count/${inventoryId}/${placeId}`;

const GROUPS: readonly TagGroup[] = [
  "elsewhere",
  "unexpected",
  "moved",
  "before",
  "several",
  "unknown",
  "here",
];

function ReadingScreen({ reading, spot }: { readonly reading: Reading; readonly spot: Spot }) {
  const { tags, pending, repeats, problem } = reading.state.value;
  const { run, problem: failure, isBusy } = useAction();
  const [isAsking, setAsking] = useState(false);
  const groups = useMemo(() => byGroup(tags), [tags]);
  const counted = groups.get("here")?.length ?? 0;
  const name = allLocations.value.get(spot.placeId)?.name ?? locationLabel(spot.placeId);
  const undo = () =>
    run(async () => {
      setAsking(false);
      await reading.undo();
    });
  return (
    <Page
      title={t(msg("Tags: {name}"), { name })}
      actions={
        <>
          <Button class="tall" icon="undo" disabled={counted === 0 || isBusy} onClick={() => setAsking(true)}>
            {t(msg("Undo all"))}
          </Button>
          <Button
            class="tall"
            icon="same"
            disabled={tags.size === 0 || isBusy}
            onClick={() => run(() => reading.startAgain())}
          >
            {t(msg("New reading"))}
          </Button>
        </>
      }
    >
      <Announcer />
      <Problem text={failure ?? problem} />
      {isAsking && (
        <Banner tone="warning" role="alert">
          <p>
            {t(
              msg(
                "{n, plural, one {The count of # tag is undone. It can be read again.} other {The counts of # tags are undone. They can be read again.}}",
              ),
              { n: counted },
            )}
          </p>
          <div class="action-pair">
            <Button kind="danger" onClick={undo}>
              {t(msg("Undo the counts"))}
            </Button>
            <Button onClick={() => setAsking(false)}>{t(msg("Cancel"))}</Button>
          </div>
        </Banner>
      )}
      <Total reading={reading} />
      <Expected spot={spot} />
      <p class="muted" role="status">
        {[
          t(msg("{n, plural, one {# repeated read} other {# repeated reads}}"), { n: repeats }),
          pending > 0 && t(msg("{n, plural, one {# being saved} other {# being saved}}"), { n: pending }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {tags.size === 0 && (
        <p>{t(msg("Pull the trigger of the RFID reader, and hold it while you walk along the shelves."))}</p>
      )}
      {GROUPS.map((group) => {
        const own = groups.get(group) ?? [];
        if (own.length === 0) return null;
        return (
          <section key={group} class={styles["group"]} data-group={group}>
            <h2>
              {t(NAMES[group])} <span>{number(own.length)}</span>
            </h2>
            {EXPLAINED[group] !== undefined && <p class="muted">{t(EXPLAINED[group])}</p>}
            <GroupActions group={group} reading={reading} isBusy={isBusy} run={run} />
            <GroupList
              articles={articlesOfTags(own)}
              hrefOf={
                group === "unknown" ? (epc) => `#${tagsPath(spot)}/${encodeURIComponent(epc)}` : undefined
              }
            />
          </section>
        );
      })}
    </Page>
  );
}

/** The number of counted tags. It alone is drawn for each tag. */
function Total({ reading }: { readonly reading: Reading }) {
  const counted = reading.counted.value;
  return (
    <p class={styles["total"]} data-counted={counted}>
      {t(msg("{n, plural, one {# tag counted} other {# tags counted}}"), { n: counted })}
    </p>
  );
}

/** The expected pieces of the location. Nothing in a blind count, which must not reveal them. */
function Expected({ spot: { inventoryId, placeId } }: { readonly spot: Spot }) {
  const items = useStored(() => itemsAt(inventoryId, placeId), ["items"], [inventoryId, placeId]);
  const expected = (items ?? []).filter((item) => item.expectedAt === placeId && !item.isUnexpected);
  const isKnown = expected.length > 0 && expected.every((item) => item.expected !== null);
  if (!isKnown) return null;
  const quantities = eachUnit(
    expected,
    ({ unit }) => unit,
    (own) => ({ quantity: own.reduce((sum, item) => sum + (item.expected ?? 0), 0) }),
  );
  return <p>{t(msg("Expected here: {quantities}"), { quantities: quantitiesText(quantities) })}</p>;
}

function byGroup(tags: ReadonlyMap<string, StoredTag>): ReadonlyMap<TagGroup, readonly StoredTag[]> {
  const groups = new Map<TagGroup, StoredTag[]>();
  for (const tag of tags.values()) {
    const known = groups.get(tag.group);
    if (known === undefined) groups.set(tag.group, [tag]);
    else known.push(tag);
  }
  return groups;
}

interface GroupActionsProps {
  readonly group: TagGroup;
  readonly reading: Reading;
  readonly isBusy: boolean;
  readonly run: (action: () => Promise<void>) => void;
}

/** What a user can decide about all tags of a group. */
function GroupActions({ group, reading, isBusy, run }: GroupActionsProps) {
  const button = (label: Message, action: () => Promise<void>) => (
    <Button isWide disabled={isBusy} onClick={() => run(action)}>
      {t(label)}
    </Button>
  );
  if (group === "elsewhere" || group === "unexpected")
    return button(msg("Count them here"), () => reading.count(group, "confirmed"));
  if (group === "moved") return button(msg("They were moved here"), () => reading.count(group, "total"));
  if (group === "unknown") return button(msg("Discard unknown tags"), () => reading.discardUnknown());
  if (group !== "before") return null;
  return (
    <div class="stack">
      {button(msg("Set the quantity to the tags"), () => reading.count(group, "total"))}
      {button(msg("Add them"), () => reading.count(group, "confirmed"))}
    </div>
  );
}

const NAMES: Readonly<Record<TagGroup, Message>> = {
  here: msg("Counted here"),
  elsewhere: msg("Belongs elsewhere"),
  unexpected: msg("Not in this stocktake"),
  moved: msg("Counted at another location"),
  before: msg("Counted here before"),
  several: msg("Of several articles"),
  unknown: msg("Unknown tags"),
  discarded: msg("Discarded"),
};

const EXPLAINED: Readonly<Partial<Record<TagGroup, Message>>> = {
  elsewhere: msg("Not counted: the reader may see the next shelf."),
  unexpected: msg("Not counted yet."),
  moved: msg("Not counted here. Were they moved, or does the reader see the other location?"),
  before: msg("Not counted again: pieces were counted here without these tags."),
  several: msg("Not counted: scan their labels instead."),
  unknown: msg("Tap a tag to choose its article."),
};

/** An article with its tags, or a tag without an article. */
interface TaggedArticle {
  readonly key: string;
  readonly name: string;
  readonly code: string | null;
  readonly epc: string;
  readonly tags: number;
}

/** The most rows of a group. The others are counted. */
const MAX_ROWS = 30;

/** The articles of tags, the last read first. */
function articlesOfTags(tags: readonly StoredTag[]): readonly TaggedArticle[] {
  const articles = new Map<string, TaggedArticle>();
  for (let at = tags.length - 1; at >= 0; at--) {
    const tag = tags[at];
    if (tag === undefined) continue;
    const { articleId, name, code, epc } = tag;
    const key = articleId === null ? epc : `a${articleId}`;
    articles.set(key, { key, name, code, epc, tags: (articles.get(key)?.tags ?? 0) + 1 });
  }
  return [...articles.values()];
}

interface GroupListProps {
  readonly articles: readonly TaggedArticle[];
  /** The screen of a tag; absent: none. */
  readonly hrefOf?: ((epc: string) => string) | undefined;
}

/** The newest articles or tags of a group. */
function GroupList({ articles, hrefOf }: GroupListProps) {
  const more = articles.length - MAX_ROWS;
  return (
    <>
      <ul class="list">
        {articles.slice(0, MAX_ROWS).map(({ key, name, code, epc, tags }) => {
          const content = (
            <>
              <span class="main">
                <b class={name === epc ? "scanned" : undefined}>{name}</b>
                <small>{code}</small>
              </span>
              {tags > 1 && <span class="trailing">× {number(tags)}</span>}
            </>
          );
          return (
            <li key={key}>
              {hrefOf === undefined ? (
                <div class={styles["row"]}>{content}</div>
              ) : (
                <a href={hrefOf(epc)}>{content}</a>
              )}
            </li>
          );
        })}
      </ul>
      {more > 0 && (
        <p class="muted">{t(msg("{n, plural, one {and # more} other {and # more}}"), { n: more })}</p>
      )}
    </>
  );
}

/** The newest tags that are shown. */
const MAX_SHOWN = 5;

/** `#/tags/settings`: whether this device reads RFID tags, and how its reader writes them. */
export function ReaderSettings() {
  const format = rfidReader.value;
  const { run, problem } = useAction();
  const [seen, setSeen] = useState<readonly ReadTag[]>([]);
  const [other, setOther] = useState<string | null>(null);
  useTags((tags) => {
    setOther(null);
    setSeen((before) => [...tags].reverse().concat(before).slice(0, MAX_SHOWN));
  });
  useScans(({ text }) => setOther(text));
  const choose = (next: ReaderFormat | null) => run(() => chooseReader(next));
  const change = (part: Partial<ReaderFormat>) => choose({ ...(format ?? PLAIN_FORMAT), ...part });
  return (
    <Page title={t(msg("RFID reader"))}>
      <Problem text={problem} />
      <Checkbox checked={format !== null} onValue={(isChecked) => choose(isChecked ? PLAIN_FORMAT : null)}>
        {t(msg("This device reads RFID tags"))}
      </Checkbox>
      <Select
        label={t(msg("What the reader sends of a tag"))}
        value={format?.form ?? "epc"}
        items={[
          { value: "epc", label: t(msg("The EPC")) },
          { value: "pc", label: t(msg("Protocol control word (PC), then the EPC")) },
        ]}
        onValue={(form) => change({ form })}
      />
      <TextField
        label={t(msg("Text before each tag"))}
        value={format?.prefix ?? ""}
        onChange={({ currentTarget }) => change({ prefix: currentTarget.value.trim() })}
      />
      <TextField
        label={t(msg("Text after each tag"))}
        value={format?.suffix ?? ""}
        hint={t(msg("Without Enter, Tab, comma, semicolon and space: these separate tags in any case."))}
        onChange={({ currentTarget }) => change({ suffix: currentTarget.value.trim() })}
      />
      <h2>{t(msg("Test"))}</h2>
      <div role="status">
        {other !== null && (
          <Banner tone="warning">{t(msg("{text} is no tag in this format."), { text: other })}</Banner>
        )}
        {seen.length === 0 && other === null && (
          <p>{t(msg("Pull the trigger at a tag: it appears here."))}</p>
        )}
      </div>
      <ul class="list">
        {seen.map(({ epc, rssi }, index) => (
          <li key={index}>
            <div class={styles["row"]}>
              <span class="main">
                <b class="scanned">{epc}</b>
                <small>{meaningOf(epc)}</small>
              </span>
              {rssi !== null && (
                <span class="trailing">{t(msg("{level} dBm"), { level: number(rssi) })}</span>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Page>
  );
}

/** What an EPC stands for: GS1 elements in brackets. */
function meaningOf(epc: string): string {
  const elements = readEpc(epc)?.elements ?? [];
  return elements.length === 0
    ? t(msg("No GS1 data: the tag is known by its EPC alone."))
    : elements.map(({ ai, value }) => `(${ai})${value}`).join("");
}
