import { useEffect, useRef, useState } from "preact/hooks";
import { connection } from "../../../api/connection.ts";
import { listInventoryItemChanges } from "../../../api/inventories.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import { QUIET_MS, type QueryResult, retryLater, stateOf } from "../../../query/use-query.ts";
import { eventData, reconnects } from "../../realtime/live.ts";
import { createItemsFeed, type ItemsFeed, type SeenItems } from "./items-feed.ts";

type Known = Omit<QueryResult<SeenItems>, "again">;

const NOTHING: Known = { state: "asking", body: null, at: null, problem: null };

/** All items of a stocktake, kept as new as the server tells; of ten thousand only what has changed is asked for. */
export function useItems(id: string): QueryResult<SeenItems> {
  const [known, setKnown] = useState<Known>(NOTHING);
  const feed = useRef<ItemsFeed | null>(null);
  const look = () => feed.current?.look();

  useEffect(() => {
    const leaving = new AbortController();
    const askSince = (since: string) =>
      requestAsUser(listInventoryItemChanges({ id: Number(id), since }), { signal: leaving.signal });
    let callOff = () => {};
    const made = createItemsFeed(askSince, {
      onItems: (items, cursor) =>
        setKnown({ state: "fresh", body: { items, cursor }, at: Date.now(), problem: null }),
      onProblem(error) {
        setKnown((before) => ({ ...before, ...stateOf(error) }));
        callOff();
        callOff = retryLater(error, made.look);
      },
    });
    const late = () => setKnown((now) => (now.state === "asking" ? { ...now, state: "late" } : now));
    const timer = setTimeout(late, QUIET_MS);
    setKnown(NOTHING);
    feed.current = made;
    return () => {
      clearTimeout(timer);
      callOff();
      made.stop();
      leaving.abort();
    };
  }, [id]);
  const { stocktakes = 0, articles = 0, users = 0 } = eventData.changes.value ?? {};
  useEffect(look, [id, stocktakes, articles, users, reconnects.value, connection.value === "there"]);

  const isAway = connection.value === "away" && known.state !== "absent" && known.state !== "forbidden";
  return { ...known, state: isAway ? "away" : known.state, again: look };
}
