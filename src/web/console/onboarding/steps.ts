import { useRef } from "preact/hooks";
import { type Message, msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { eventData } from "../realtime/live.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";

/** A link with its text. */
interface Way {
  readonly label: Message;
  readonly href: string;
}

/** One of the first steps on a new server. */
export interface Step extends Way {
  readonly how: Message;
  /** Another way to do it. */
  readonly other: Way | null;
  readonly isDone: boolean;
}

/** The first steps with their state; null while it is loading. */
export function useSteps(): readonly Step[] | null {
  const articles = useLiveQuery(call("GET /api/articles/page", { limit: 1 }), { follows: ["articles"] });
  const stocktakes = useLiveQuery(call("GET /api/inventories", { includeClosed: true }), {
    follows: ["inventories"],
  });
  // A list from an earlier visit of the screen may be old, so a list counts as known after its first fresh
  // response.
  const isFresh = articles.state === "fresh" && stocktakes.state === "fresh";
  const wasFresh = useRef(false);
  if (isFresh) wasFresh.current = true;
  const { printers, devices } = eventData;
  if (!wasFresh.current || !articles.body || !stocktakes.body) return null;
  if (printers.value === null || devices.value === null) return null;
  return [
    { ...STEPS.articles, isDone: articles.body.items.length > 0 },
    { ...STEPS.printer, isDone: printers.value.length > 0 },
    { ...STEPS.terminal, isDone: devices.value.length > 0 },
    { ...STEPS.stocktake, isDone: stocktakes.body.length > 0 },
  ];
}

const STEPS = {
  articles: {
    label: msg("Import your articles"),
    how: msg("From a CSV or Excel file."),
    href: "#/exchange",
    other: { label: msg("Add one by hand"), href: "#/articles/new" },
  },
  printer: {
    label: msg("Add a printer"),
    how: msg("Its address in this network is enough."),
    href: "#/printers/new",
    other: { label: msg("See labels"), href: "#/printers/labels" },
  },
  terminal: {
    label: msg("Pair a terminal", "step"),
    how: msg("It scans a code from this screen."),
    href: "#/people/pair",
    other: { label: msg("Count in this browser"), href: "/" },
  },
  stocktake: {
    label: msg("Start a stocktake"),
    how: msg("Choose locations; terminals see it at once."),
    href: "#/stocktakes/new",
    other: null,
  },
} as const;
