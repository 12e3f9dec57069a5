import { say, type Words } from "../../../words.ts";
import { news } from "../live/live.ts";
import { useLive } from "../live/use-live.ts";

/** One of the first steps with a new box. */
export interface Step {
  readonly words: Words;
  readonly how: Words;
  readonly href: string;
  readonly isDone: boolean;
  /** What the sample data bring as well. */
  readonly isOfSample: boolean;
  /** Where it is tried with the sample data. */
  readonly sampleHref: string;
  /** How to see what it is about before it is done, without sample data. */
  readonly trial: { readonly words: Words; readonly href: string } | null;
}

/** The first steps as they stand; null: not all is known yet. */
export function useSteps(): readonly Step[] | null {
  const articles = useLive<{ readonly items: readonly unknown[] }>("/api/articles/page?limit=1", {
    follows: ["articles"],
  });
  const stocktakes = useLive<readonly unknown[]>("/api/inventories?includeClosed=true", {
    follows: ["inventories"],
  });
  const { printers, devices } = news;
  if (!articles.body || !stocktakes.body || printers.value === null || devices.value === null) return null;
  return [
    { ...STEPS.articles, isDone: articles.body.items.length > 0 },
    { ...STEPS.printer, isDone: printers.value.length > 0 },
    { ...STEPS.terminal, isDone: devices.value.length > 0 },
    { ...STEPS.stocktake, isDone: stocktakes.body.length > 0 },
  ];
}

const STEPS = {
  articles: {
    words: say("Bring in your articles", "Přeneste své artikly"),
    how: say("From a CSV or Excel file, or one by one.", "Ze souboru CSV či Excelu, nebo po jednom."),
    href: "#/exchange",
    isOfSample: true,
    sampleHref: "#/articles",
    trial: null,
  },
  printer: {
    words: say("Add a printer", "Přidejte tiskárnu"),
    how: say("Its address in this network is enough.", "Stačí její adresa v této síti."),
    href: "#/printers/new",
    isOfSample: false,
    sampleHref: "#/printers/labels",
    trial: { words: say("See labels without one", "Prohlédnout štítky bez ní"), href: "#/printers/labels" },
  },
  terminal: {
    words: say("Pair a terminal", "Spárujte terminál"),
    how: say(
      "It scans a code from this screen. Without one: start a stocktake, then count in this browser.",
      "Načte kód z této obrazovky. Bez něj: zahajte inventuru a počítejte v tomto prohlížeči.",
    ),
    href: "#/people/pair",
    isOfSample: false,
    sampleHref: "/",
    trial: { words: say("Try the counting screen here", "Vyzkoušet počítání tady"), href: "/" },
  },
  stocktake: {
    words: say("Start a stocktake", "Zahajte inventuru"),
    how: say("Choose places; terminals see it at once.", "Vyberte místa; terminály ji uvidí hned."),
    href: "#/stocktakes/new",
    isOfSample: true,
    sampleHref: "#/stocktakes",
    trial: null,
  },
} as const;
