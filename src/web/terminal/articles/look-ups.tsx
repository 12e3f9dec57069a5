import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { ServerUnreachable } from "../../api/errors.ts";
import { NotLoggedIn, requestAsUser } from "../../api/tokens.ts";
import { signalVerdict } from "../../feedback/sounds.ts";
import { t } from "../../i18n/translate.ts";
import { hasArticles } from "../../offline/sync/article-index.ts";
import { articlesByScan, articlesInOtherCase } from "../../offline/sync/articles.ts";
import { locationPath, locationsByScan } from "../../offline/sync/locations.ts";
import { go, path, pathNow } from "../../router/router.ts";
import type { Scan } from "../../scanner/meaning.ts";
import { lastScan, loseScan, lostScan } from "../../scanner/scans.ts";
import { useScans } from "../../scanner/use-scans.ts";
import { Banner } from "../../ui/banner.tsx";
import { ButtonLink } from "../../ui/button.tsx";

/** An article or location to choose from. */
interface Choice {
  readonly oid: number;
  readonly code: string | null;
  readonly name: string;
}

/**
 * The result of a look-up. `isSure` false: the server did not respond; `similar`: codes that differ in letter
 * case.
 */
type Found =
  | { readonly kind: "article" | "location"; readonly oid: number }
  | { readonly kind: "articles" | "locations"; readonly choices: readonly Choice[] }
  | { readonly kind: "unknown"; readonly isSure: boolean; readonly similar: readonly Choice[] };

/** While the articles are loading, a half does not stand for a whole code that is not stored yet. */
const storedFirst = ({ candidates, wholes }: Scan) => (hasArticles.value ? candidates : wholes);

/** Looks up the texts of a scan on the server, the likeliest first. `first`: those that no stored record has. */
async function lookUp({ candidates }: Scan, first: readonly string[]): Promise<Found> {
  let isSure = true;
  try {
    for (const text of candidates) {
      const found = toFound("article", await findOnServer(text));
      if (found !== null) return found;
    }
  } catch (error) {
    if (!(error instanceof ServerUnreachable || error instanceof NotLoggedIn)) throw error;
    isSure = false;
  }
  const half = await findStored(candidates.filter((text) => !first.includes(text)));
  return half ?? { kind: "unknown", isSure, similar: await inOtherCase(candidates) };
}

async function findStored(texts: readonly string[]): Promise<Found | null> {
  for (const text of texts) {
    const found =
      toFound("article", await articlesByScan(text)) ?? toFound("location", locationsByScan(text));
    if (found !== null) return found;
  }
  return null;
}

async function inOtherCase(candidates: readonly string[]): Promise<readonly Choice[]> {
  for (const text of candidates) {
    const found = await articlesInOtherCase(text);
    if (found.length > 0) return found.map(({ oid, code, name }) => ({ oid, code, name }));
  }
  return [];
}

function toFound(kind: "article" | "location", found: readonly Choice[]): Found | null {
  const [first] = found;
  if (first === undefined) return null;
  if (found.length === 1) return { kind, oid: first.oid };
  return {
    kind: kind === "article" ? "articles" : "locations",
    choices: found.map(({ oid, code, name }) => ({ oid, code, name })),
  };
}

async function findOnServer(text: string): Promise<readonly Choice[]> {
  return (await requestAsUser(call("GET /api/articles/scan", { text }))).articles;
}

/** The last result that opened no screen, and the path where it is shown. */
const result = signal<{ readonly text: string; readonly found: Found; readonly at: string } | null>(null);
/** The number of mounted screens with look-up. During navigation two may be mounted. */
let mounted = 0;

/** Opens the record of each scan on this screen. Returns a message where no record was opened. */
export function useLookUps(): ComponentChildren {
  useLayoutEffect(() => {
    mounted += 1;
    return () => {
      mounted -= 1;
    };
  }, []);
  useScans(handleScan);
  if (result.value === null || result.value.at !== path.value) return null;
  return <Answer text={result.value.text} found={result.value.found} />;
}

async function handleScan(scan: Scan): Promise<void> {
  const [here, first] = [pathNow(), storedFirst(scan)];
  const stored = await findStored(first);
  if (stored !== null) return show(scan, stored);
  // The next scans do not wait for the server: another screen may be open by then.
  lookUp(scan, first).then(
    (found) => {
      // The user left the screen before the result came.
      if (mounted === 0 || pathNow() !== here) loseScan(scan);
      else if (lastScan.peek() === scan) show(scan, found);
    },
    (error: unknown) => {
      lostScan.value = { scan, error };
    },
  );
}

/** Opens the record that a scan means, or says on this screen why there is none. */
function show(scan: Scan, found: Found): void {
  if (found.kind === "article" || found.kind === "location") {
    result.value = null;
    showScreen(`/${found.kind}/${found.oid}`);
    return;
  }
  signalVerdict(found.kind === "unknown" ? "unknown" : "same");
  result.value = { text: scan.text, found, at: pathNow() };
}

/** Consecutive scans share one history entry, so that Back returns to the first screen. */
function showScreen(to: string): void {
  go(to, { replace: /^\/(article|location)\/\d+$/.test(pathNow()) });
}

function Answer({ text, found }: { readonly text: string; readonly found: Found }) {
  if (found.kind === "articles" || found.kind === "locations") {
    return <Choices kind={found.kind} choices={found.choices} />;
  }
  if (found.kind !== "unknown") return null;
  return (
    <Banner role="alert">
      <p>
        <b class="scanned">{text}</b>
      </p>
      <p>
        {t(
          found.isSure
            ? msg("Unknown code.")
            : msg("This code is not known on this device, and the server is not responding."),
        )}
      </p>
      {found.similar.map(({ oid, code, name }) => (
        <ButtonLink key={oid} isWide href={`#/article/${oid}`}>
          {t(msg("It is {code} · {name}"), { code: code ?? "", name })}
        </ButtonLink>
      ))}
      <ButtonLink isWide href={`#/code/${encodeURIComponent(text)}`}>
        {t(msg("Add to an article"))}
      </ButtonLink>
      <ButtonLink isWide href={`#/propose/${encodeURIComponent(text)}`}>
        {t(msg("Propose as a new asset"))}
      </ButtonLink>
    </Banner>
  );
}

function Choices({
  kind,
  choices,
}: {
  readonly kind: "articles" | "locations";
  readonly choices: readonly Choice[];
}) {
  const screen = kind === "articles" ? "article" : "location";
  return (
    <Banner role="alert">
      <p>
        {t(
          kind === "articles"
            ? msg("Several articles have this on their label. Which one is it?")
            : msg("Several locations have this code. Which one is it?"),
        )}
      </p>
      <ul class="list">
        {choices.map(({ oid, code, name }) => (
          <li key={oid}>
            <a href={`#/${screen}/${oid}`}>
              <span class="main">
                <b>{name}</b>
                <span class="muted">{kind === "locations" ? locationPath(oid) : code}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
