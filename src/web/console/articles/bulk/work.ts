import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { session } from "../../../box/tokens.ts";
import type { Progress } from "../../long/run-all.ts";
import { useLong } from "../../long/use-long.ts";
import { problemText } from "../../save/problem.ts";
import type { Chosen } from "./chosen.ts";

/** What is done with each of many articles. */
export interface Work {
  readonly title: string;
  /** False: there was nothing to be done. Throws BoxAway, Refused or NotLoggedIn. */
  readonly each: (item: Chosen) => Promise<boolean>;
  /** That it was done, of so many. */
  readonly ended: (count: number) => string;
  /** 1 where their order counts. */
  readonly atOnce?: number;
  /** Where one sees what becomes of it. */
  readonly link?: { readonly href: string; readonly words: string };
}

/** How it went. */
export interface Report {
  readonly work: Work;
  readonly done: number;
  readonly same: number;
  readonly failed: readonly { readonly item: Chosen; readonly why: string }[];
  /** Called off before these. */
  readonly left: readonly Chosen[];
}

/** Gives the articles, telling how many there are so far; null: called off. */
export type Gather = (
  stop: AbortSignal,
  tell: (count: number) => void,
) => Promise<readonly Chosen[] | null> | readonly Chosen[];

export interface Working {
  /** What is being done, and how far it is. */
  readonly now: { readonly title: string; readonly progress: Progress } | null;
  readonly report: Report | null;
  readonly problem: string | null;
  /** `total`: how many will be gathered. */
  start(work: Work, gather: Gather, total: number): Promise<void>;
  cancel(): void;
  /** What failed and what was left, once more. */
  again(): Promise<void>;
  close(): void;
}

// Whoever looks at one of the articles finds what became of all when they come back.
const lastReport = signal<{ readonly userId: number; readonly report: Report } | null>(null);

/** One long work with articles at a time; leaving the screen calls it off. */
export function useWork(): Working {
  const long = useLong<Chosen>();
  const [now, setNow] = useState<{ readonly title: string; readonly gathered: Progress } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const userId = session.value?.user.id ?? 0;
  const report = lastReport.value?.userId === userId ? lastReport.value.report : null;
  const tell = (next: Report | null) => {
    lastReport.value = next === null ? null : { userId, report: next };
  };

  async function start(work: Work, gather: Gather, total: number, before: Report | null = null) {
    stop.current = new AbortController();
    setProblem(null);
    tell(null);
    setNow({ title: work.title, gathered: { done: 0, total } });
    try {
      const items = await gather(stop.current.signal, (done) =>
        setNow({ title: work.title, gathered: { done, total: Math.max(done, total) } }),
      );
      if (items === null) return;
      tell(await runOne(work, items, before));
    } catch (error) {
      setProblem(problemText(error));
    } finally {
      setNow(null);
    }
  }

  async function runOne(work: Work, items: readonly Chosen[], before: Report | null): Promise<Report> {
    let same = 0;
    const each = async (item: Chosen) => {
      if (!(await work.each(item))) same++;
    };
    const { done, failed } = await long.run(items, each, work.atOnce);
    const ended = new Set([...done, ...failed.map(({ item }) => item)]);
    return {
      work,
      done: (before?.done ?? 0) + done.length - same,
      same: (before?.same ?? 0) + same,
      failed: failed.map(({ item, error }) => ({ item, why: problemText(error) })),
      left: items.filter((item) => !ended.has(item)),
    };
  }

  const progress = long.progress ?? now?.gathered ?? null;
  return {
    now: now === null || progress === null ? null : { title: now.title, progress },
    report,
    problem,
    start: (work, gather, total) => start(work, gather, total),
    cancel() {
      stop.current.abort();
      long.cancel();
    },
    async again() {
      if (report === null) return;
      const rest = [...report.failed.map(({ item }) => item), ...report.left];
      await start(report.work, () => rest, rest.length, report);
    },
    close() {
      tell(null);
      setProblem(null);
    },
  };
}
